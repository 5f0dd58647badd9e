internal import RainFiles

extension Variations {
  /// The clip of a number: the settings, and what is drawn for it.
  func clip(
    _ number: Int, _ draws: ClipDraws, _ settings: RenderFlags, _ form: WaveFile.Form
  ) throws -> Clip {
    func draw(_ name: String, _ distribution: Distribution) -> Double {
      draws.draw(name, ofClip: number, distribution)
    }
    let drawn = draws.values(ofClip: number, self.settings)
    var varied = drawn.map { ($0.name, $0.json(of: $1)) }
    var preset = settings.preset
    if let (list, distribution) = presets {
      preset = list[Int(draw("preset", distribution))]
      varied.append(("preset", JSONText.string(preset?.name ?? "")))
    }
    let place = places.map { list, distribution in list[Int(draw(Place.key, distribution))] }
    if let place { varied.append((Place.key, JSONText.string(place.name))) }
    let seconds = duration.map { draw("duration", $0) }
    if let seconds { varied.append(("duration", NumberText.shortest(seconds))) }
    let name = "clip \(number)"
    do {
      let job = try settings.rendering(
        of: preset, place: place, drawn: drawn, seed: draws.seed(ofClip: number),
        duration: seconds.map { .seconds($0) })
      try RenderFlags.requireFrames(of: job)
      return try Clip(
        job, as: form, file: Clip.fileName(job.title, number, ending: form.ending), number: number,
        preset: job.title, name: name, varied: varied,
        hasText: settings.commandLine.isOn(ClipFlags.text.name) ?? false)
    } catch {
      throw Failure(Failure(error).status, "\(name): \(Failure(error).sentence)")
    }
  }
}
