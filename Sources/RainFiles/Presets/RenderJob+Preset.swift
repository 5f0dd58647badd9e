internal import RainDSP

extension RenderJob {
  /// The name of the preset, or that of steady rain, which holds without one.
  package var title: String { presetName ?? Preset.standardName }

  /// The whole of a rendering of a preset; nil for endless rain. ``Preset/duration`` has the length that the
  /// preset is made for.
  public init(_ preset: Preset, duration: Duration?) {
    self.init(duration: duration)
    take(preset) { _ in true }
  }

  /// Takes rain, name and options of a preset, those options whose names are wanted.
  package mutating func take(_ preset: Preset, options isWanted: (String) -> Bool) {
    (writtenAutomation, presetName) = (preset.automation, preset.name)
    for option in RenderJob.options where isWanted(option.name) {
      guard let scalar = preset.options[option.name] else { continue }
      do {
        try option.set(&self, to: scalar)
      } catch {
        preconditionFailure("the preset was checked: \(error)")
      }
    }
    if let seed = preset.seed, isWanted(RenderOption.seedName) { self.seed = seed }
  }
}
