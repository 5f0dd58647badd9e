internal import CommandLineKit
internal import RainFiles

/// The clips of these numbers that settings and variations give.
struct VariedClips: ClipSeries {
  let numbers: Range<Int>
  let goesOnAfterMistakes = false
  private let settings: RenderFlags
  private let variations: Variations
  private let form: WaveFile.Form
  private let draws: ClipDraws

  init(
    _ numbers: Range<Int>, _ settings: RenderFlags, _ variations: Variations, _ form: WaveFile.Form
  ) throws {
    (self.numbers, self.settings, self.variations) = (numbers, settings, variations)
    self.form = form
    draws = ClipDraws(seed: try settings.rendering().seed)
  }

  func clip(_ number: Int) throws -> Clip {
    let drawn = draws.values(ofClip: number, variations.settings)
    var varied = drawn.map { ($0.name, $0.json(of: $1)) }
    var preset = settings.preset
    if let (list, distribution) = variations.presets {
      preset = list[Int(draws.draw("preset", ofClip: number, distribution))]
      varied.append(("preset", JSONText.string(preset?.name ?? "")))
    }
    var place: Place?
    if let (list, distribution) = variations.places {
      place = list[Int(draws.draw(Place.key, ofClip: number, distribution))]
      varied.append((Place.key, JSONText.string(place?.name ?? "")))
    }
    let seconds = variations.duration.map { draws.draw("duration", ofClip: number, $0) }
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

  func sentence(unchanged: Int) -> String {
    "\(unchanged) of \(numbers.count) clips were there already"
  }

  func sentence(failed: [Int]) -> String {
    "\(failed.count) of \(numbers.count) clips failed, the first: \(failed[0])"
  }
}
