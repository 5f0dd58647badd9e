/// A WAV of a folder, as a command wants it, and how it may be written.
struct Clip {
  /// How a clip that is missing may be written.
  struct Permission {
    /// Whether a file exists.
    var replaces = false
    /// Whether the file may be replaced, and the log and the line beside it.
    var isForced = false
    var isLogForced = false
    var isLineForced = false
  }

  let wave: WaveFile
  let file: String
  /// The number of the clip or drop; nil for the rain of a preset.
  let number: Int?
  /// The name where another file has its name.
  let name: String
  /// The entry in the list before it is rendered.
  let entry: ClipEntry
  /// The samples, where they are known already; the entry is complete then.
  let samples: [UInt8]?
  let stems: StemFolder?
  /// The settings that differ from clip to clip, as keys and JSON.
  private let varied: [(key: String, json: String)]
  private let hasText: Bool
  var permission = Permission()

  var rendering: Rendering { wave.rendering }

  /// A clip that is to be rendered.
  init(
    _ rendering: Rendering, as form: WaveFile.Form = .wave, file: String, number: Int?,
    preset: String, name: String, stems: StemFolder? = nil, levels: [UInt8] = [],
    varied: [(key: String, json: String)], hasText: Bool = false
  ) throws {
    try form.encoder?.check(rendering.job)
    wave = WaveFile(rendering, as: form, levels: levels)
    entry = ClipEntry(
      file: file, preset: preset, job: rendering, bytes: wave.byteCount, encoder: form.encoder,
      varied: varied.map(\.key))
    (self.file, self.number, self.name, samples) = (file, number, name, nil)
    (self.stems, self.varied, self.hasText) = (stems, varied, hasText)
  }

  /// A clip whose samples are known.
  init(_ wave: WaveFile, _ samples: [UInt8], number: Int, name: String, entry: ClipEntry) {
    (self.wave, self.samples, self.number, self.name) = (wave, samples, number, name)
    (self.entry, file) = (entry, entry.file)
    (stems, varied, hasText) = (nil, [], false)
  }

  /// The name of a file without its ending.
  static func withoutEnding(_ file: String) -> String {
    file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
  }

  /// The name of a clip or drop with a number, six digits or more.
  static func fileName(_ beginning: String, _ number: Int, ending: String) -> String {
    "\(beginning)-\("\(number)".padded(to: 6, with: "0")).\(ending)"
  }

  /// Whether the file at a path, as long as this one, is what a run writes, as far as can be told.
  func isSame(as path: String) -> Bool {
    guard let samples else { return wave.isStored(at: path) }
    let bytes = wave.header + samples + wave.trailer
    return (try? readFile(path, limit: bytes.count)) == bytes
  }

  func hasLine(at path: String) -> Bool {
    (try? readFile(path, limit: ClipEntry.longestLine)).flatMap(ClipEntry.init(json:))?.recipe
      == entry.recipe
  }

  /// A clip whose files are written, but have no names yet.
  struct Unnamed {
    let clip: Clip
    let entry: ClipEntry
    let outputs: [Output]
    let limitedSamples: Int
  }

  /// Writes its files, and beside it a log of its drops and its line of the list, where these have
  /// paths. `advance` is called with the frames that are rendered.
  func write(
    to path: String, log: (path: String, format: DropLogFormat)?, line: String?, threads: Int,
    _ advance: (_ frames: Int) -> Void
  ) async throws -> Unnamed {
    if let samples {
      let output = try wave.open(path, isForced: permission.isForced, removesLeftovers: false)
      try output.write(wave.header + samples + wave.trailer)
      let entry = entry.adding(try Self.encodedMembers(output))
      return Unnamed(clip: self, entry: entry, outputs: [output], limitedSamples: 0)
    }
    var hash = SHA256()
    var levels = Levels(rendering.waveFormat)
    var (limitedSamples, outputs) = try await wave.writeUnnamed(
      to: path, stems, threads: threads, isForced: permission.isForced, removesLeftovers: false
    ) { samples, frames in
      hash.update(samples.span)
      levels.update(samples.span)
      advance(frames)
    }
    let encoded = try Self.encodedMembers(outputs[0])
    let logged = try log.map { try writeLog($0.format, to: $0.path) }
    if let logged { outputs.append(logged.output) }
    let results =
      (number.map { ClipEntry.members(number: $0, file: file) } ?? []) + [
        ("rainfall", NumberText.shortest(rendering.meanRainfall)),
        ("varied", JSONText.line(varied)),
        ("frames", "\(rendering.frames.count)"),
        ("drops", "\(logged?.drops ?? rendering.drops(in: rendering.frames).count)"),
        ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
        ("limitedSamples", "\(limitedSamples)"),
      ] + levels.members + (logged?.members ?? []) + text + encoded
    let entry = entry.adding(results)
    if let line {
      let output = try Output(line, isForced: permission.isLineForced, removesLeftovers: false)
      try output.write(Array("\(entry.json)\n".utf8))
      outputs.append(output)
    }
    return Unnamed(clip: self, entry: entry, outputs: outputs, limitedSamples: limitedSamples)
  }

  private var text: [(key: String, json: String)] {
    guard hasText else { return [] }
    let text = Caption.text(
      rainfall: rendering.meanRainfall, surface: rendering.rain.surface, seed: rendering.seed)
    return [("text", JSONText.string(text))]
  }

  /// The members in the entry of a file that an encoder has written; empty for another one.
  private static func encodedMembers(_ output: Output) throws -> [(key: String, json: String)] {
    guard let bytes = try output.finishEncoding() else { return [] }
    let hash = JSONText.string(try SHA256.hex(ofFile: output.writingPath))
    return [(ClipEntry.bytesKey, "\(bytes)"), (ClipEntry.encodedHashKey, hash)]
  }

  /// Writes the log of its drops; returns their number, and what an entry says of the log.
  private func writeLog(
    _ format: DropLogFormat, to path: String
  ) throws -> (output: Output, drops: Int, members: [(key: String, json: String)]) {
    let output = try Output(path, isForced: permission.isLogForced, removesLeftovers: false)
    var bytes = format.header(rendering.layout)
    var drops = 0
    DropLog(rendering).forEach(in: rendering.frames, hasEnds: format.hasEnds) { drop in
      format.append(drop, to: &bytes)
      drops += 1
    }
    try output.write(bytes)
    var hash = SHA256()
    hash.update(bytes.span)
    let digits = JSONText.string(SHA256.hex(hash.finalize()))
    let name = JSONText.string(format.rawValue)
    return (output, drops, [(ClipEntry.logKey, name), (ClipEntry.logHashKey, digits)])
  }
}

extension Rendering {
  /// The rainfall in mm/h; where it moves, its mean.
  fileprivate var meanRainfall: Double {
    guard !automation.isConstant else { return self.rain[.rainfall] }
    let (first, count) = (Double(frames.lowerBound), Double(frames.count))
    let moments = (0..<100).map { part in
      return (first + (Double(part) + 0.5) / 100 * count) / Double(self.sampleRate)
    }
    return automation.rains(at: moments).reduce(0) { $0 + $1[.rainfall] } / 100
  }
}
