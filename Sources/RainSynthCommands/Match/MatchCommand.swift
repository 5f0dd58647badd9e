/// `match`: the rain that sounds like a recording, as a preset.
enum MatchCommand: Runnable {
  static let specification = CommandSpecification(
    name: "match", summary: "Finds the rain that sounds like a recording",
    page: Page(PackageResources.match_txt),
    options: [
      Option(
        "output", short: "o", takes: "FILE", "write the preset to a file; - is standard output",
        completion: .file, isEveryday: true),
      PictureFlag.option,
      Option("quick", "a quarter of the work, and less certain of the rainfall", isNegatable: true),
      Option("json", "print JSON", isNegatable: true),
    ] + SettingFlags.only(["from", "to", "force", "quiet"]),
    arguments: [Argument(.file(endings: ".wav"))])

  static func run(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine.arguments.first else { throw Flaw("match needs a FILE.wav, or -") }
    let isQuiet = commandLine["quiet"] != nil
    let outputs = try PresetOutputs(commandLine)
    let (recording, name) = try recording(path, commandLine, isQuiet)
    var progress = Progress(isQuiet ? .never : .auto, sampleRate: 100, totalFrames: 100)
    var done = 0
    let match = Match(
      recording, name: path == "-" ? "match" : Clip.withoutEnding(Preset.baseName(of: path)),
      isQuick: commandLine["quick"] != nil
    ) { share in
      progress.advance(by: Int(100 * share) - done)
      done = Int(100 * share)
    }
    progress.finish()
    if !isQuiet {
      for flaw in match.flaws { StandardError.note("\(name): \(flaw)") }
      try outputs.print(commandLine["json"] != nil ? json(match, name) : text(match, name))
    }
    try outputs.write(match.preset)
    if let picture = outputs.picture {
      try Chart(recording, match, title: name).write(to: picture, isQuiet: isQuiet)
    }
  }

  private static func text(_ match: Match, _ name: String) -> String {
    func text(_ distance: Double) -> String { FixedPoint.text(distance, decimals: 2) }
    let distances = match.places.map { place in
      match.places.count > 1 ? "\(text(place.distance)) as '\(place.name)'" : text(place.distance)
    }
    return "\(name): \(match.preset.summary)\ndistance \(distances.joined(separator: ", ")): "
      + "\(match.nearness.rawValue); its own halves are \(text(match.ownDistance)) apart\n"
  }

  private static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  private static func json(_ match: Match, _ name: String) -> String {
    let rain = match.preset.rain
    return JSONText.object([
      ("file", JSONText.string(name)), ("sentence", JSONText.string(match.preset.summary)),
      ("place", JSONText.string(match.places[0].name)),
      ("places", list(match.places.map { JSONText.string($0.name) })),
      (
        "rainfall",
        match.rainfall.map { list([$0.lowerBound, $0.upperBound].map(NumberText.shortest)) }
          ?? "null"
      ),
      ("nearestDrop", NumberText.shortest(rain[.distance])),
      ("distance", FixedPoint.text(match.places[0].distance, decimals: 3)),
      ("distances", list(match.places.map { FixedPoint.text($0.distance, decimals: 3) })),
      ("ownDistance", FixedPoint.text(match.ownDistance, decimals: 3)),
      ("nearness", JSONText.string(match.nearness.rawValue)),
      ("notInTheRain", list(match.flaws.map(JSONText.string))),
    ]) + "\n"
  }

  /// The stretch that the flags say, and the name of its file.
  private static func recording(
    _ path: String, _ commandLine: ParsedCommandLine, _ isQuiet: Bool
  ) throws -> (Recording, name: String) {
    do {
      let (wave, name) = try WaveReader.open(argument: path, for: "match - -o scene.json")
      let format = wave.format
      try check(name) { try Recording.check(sampleRate: format.sampleRate) }
      var job = RenderJob(duration: nil)
      for flag in commandLine.flags where ["from", "to"].contains(flag.name) {
        try RenderJob.option(flag.name)?.set(&job, to: flag)
      }
      func frame(_ time: Duration) -> Int { time.frames(sampleRate: format.sampleRate) }
      let from = min(frame(job.extent.from), wave.frames)
      let end = min(job.extent.to.map(frame) ?? wave.frames, wave.frames)
      let to = max(from, min(end, from + Int(Recording.seconds.upperBound) * format.sampleRate))
      // Where loudspeakers have no names, they cannot be mixed.
      let heard = format.layout?.channels ?? min(2, format.channels)
      let notes = [
        heard < format.channels
          ? "of its \(format.channels) channels, the first two are heard" : nil,
        wave.lack, to < end ? "60 s of it are heard; --from and --to say which" : nil,
      ]
      for note in notes.compactMap(\.self) where !isQuiet { StandardError.note("\(name): \(note)") }
      var planes = [[Float]](repeating: [], count: heard)
      var (bytes, first): ([UInt8], Int) = ([], 0)
      while first < to, try wave.read(into: &bytes) {
        let frames = bytes.count / format.bytesPerFrame
        for frame in 0..<frames where from..<to ~= first + frame {
          for channel in planes.indices {
            let sample = format.sample(bytes.span, frame * format.channels + channel)
            planes[channel].append(sample ?? .nan)
          }
        }
        first += frames
      }
      return try check(name) {
        let recording = try Recording(
          planes, sampleRate: format.sampleRate, layout: format.layout,
          startingAt: Double(from) / Double(format.sampleRate))
        for note in recording.notes where !isQuiet { StandardError.note("\(name): \(note)") }
        return (recording, name)
      }
    } catch FileError.malformed(let path, let flaw) {
      throw Flaw("\(FileError.malformed(path: path, flaw))")
    }
  }

  /// Names the file in what is thrown.
  private static func check<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw Flaw("\(name): \(error)")
    }
  }
}
