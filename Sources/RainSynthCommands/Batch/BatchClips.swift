/// The WAVs of a batch: one for each preset and combination of values.
struct BatchClips {
  /// A file that is asked for. Messages call it by its label.
  struct Item {
    let preset: String
    let label: String
    let file: String
    let values: ClipValues
  }

  let items: [Item]
  let settings: RenderFlags
  let form: WaveFile.Form
  let stems: StemFolder?
  let names: CategorizedName?
  let levels: LevelFlags
  var presets: [String: Preset] = [:]

  mutating func clip(_ number: Int) async throws -> Clip {
    let item = items[number]
    let preset = try presets[item.preset] ?? Preset(word: item.preset)
    var job = try settings.rendering(of: preset, word: item.label, values: item.values)
    if presets.updateValue(preset, forKey: item.preset) == nil {
      settings.announce(preset)
      settings.announceIdle(in: job, of: preset, isFirst: presets.count == 1)
      settings.announceUnused(by: job.use(free: settings.lots.settings), in: item.preset)
    }
    try RenderFlags.requireFrames(of: job)
    var measured: [UInt8] = []
    if levels.setsGain {
      job = try await levels.applied(to: job, threads: settings.threads)
      let found = try await job.levels(threads: settings.threads)
      measured = found.broadcastLevels
      for sentence in levels.sentences(of: found) {
        settings.note("\(item.label.quoted): \(sentence)")
      }
    }
    let title = Clip.withoutEnding(item.file)
    var names = names
    names?.title = title + (job.job.placeTitle.map { " \($0)" } ?? "")
    return try Clip(
      job, as: form, file: names?.file(of: job, ending: form.ending) ?? item.file, number: nil,
      preset: item.preset, name: item.label, stems: stems?.inside(title), levels: measured,
      varied: item.values.varied)
  }
}
