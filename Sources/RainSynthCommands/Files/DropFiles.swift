internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// WAVs of single drops.
struct DropFiles {
  private let folder: String
  private let job: Rendering
  private let waveFile: WaveFile
  private let peak: Double?
  private let isForced: Bool

  init(folder: String, _ job: Rendering, _ waveFile: WaveFile, peak: Double?, isForced: Bool) {
    self.folder = folder
    self.job = job
    self.waveFile = waveFile
    self.peak = peak
    self.isForced = isForced
  }

  /// The WAV of a drop: header, samples, trailer. The samples are those of the job for the same frames, with
  /// dither, without fades.
  static func wave(
    _ recording: DropRecording, _ number: Int, of job: Rendering, _ waveFile: WaveFile,
    peak: Double?
  ) throws(Failure) -> [[UInt8]] {
    let end = recording.onset + recording.samples.count / job.channels
    let job = job.excerpt(recording.onset..<end)
    let contents = try waveFile.contents(of: job, drop: number, peak: peak)
    let samples = recording.samples
    let channels = job.channels
    let planes = (0..<channels).flatMap { channel in
      stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
    var bytes: [UInt8] = []
    job.encoder.encode(planar: planes.span, firstFrame: recording.onset, into: &bytes)
    return [contents.header, bytes, contents.trailer]
  }

  /// The name of a drop's file.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return "drop-\(String(repeating: "0", count: max(0, 6 - digits.utf8.count)))\(digits).wav"
  }

  /// Writes the drops from that number on, then their list; returns how many there were. A file that is the
  /// same already stays.
  func write(
    _ recordings: some Sequence<DropRecording>, from first: Int
  ) throws(Failure) -> Int {
    do {
      try OutputFolder.make(folder)
    } catch {
      throw Failure(error)
    }
    let path = "\(folder)/\(ClipList.fileName)"
    let before = firstLine(of: path)
    let list = try Output(path, isForced: isForced || before != nil)
    // Twelve descriptors are left for the list, the standard streams and the runtime. Each file takes two.
    let others = 12
    let filesAtOnce = min(
      Self.mostFilesAtOnce, ((ProcessSetup.mostOpenFiles ?? .max) - others) / 2)
    var files: [Output] = []
    var number = first
    for recording in recordings {
      if (number - first).isMultiple(of: Self.namesAtOnce) { removeLeftovers(from: number) }
      let file = Self.name(number)
      let parts = try Self.wave(recording, number, of: job, waveFile, peak: peak)
      let line = Array("\(line(recording, number, file, samples: parts[1]))\n".utf8)
      if number == first, !isForced, let before, before != line {
        throw Failure(
          .couldNot,
          "\(PlainText.path(path)): exists, and lists other drops; take another folder, or -f")
      }
      try list.write(line)
      if let output = try written(Array(parts.joined()), to: "\(folder)/\(file)") {
        files.append(output)
      }
      if files.count >= filesAtOnce {
        try Output.commit(files)
        files.removeAll()
      }
      number += 1
    }
    try Output.commit(files)
    try list.commit()
    return number - first
  }

  /// The most files that get their names together.
  private static let mostFilesAtOnce = 64
  /// The names for whose leftovers the folder is read at a time.
  private static let namesAtOnce = 4096

  private func removeLeftovers(from number: Int) {
    OutputFolder.removeLeftovers(
      of: (number..<number + Self.namesAtOnce).map(Self.name), in: folder)
  }

  /// The first line of a list that is there already, with its line break.
  private func firstLine(of path: String) -> [UInt8]? {
    guard fileLength(path) != nil else { return nil }
    var line: [UInt8] = []
    try? readFile(path, limit: .max) { piece in
      line += piece.prefix { $0 != UInt8(ascii: "\n") }
      return line.count < 1 << 16 && !piece.contains(UInt8(ascii: "\n"))
    }
    return line + Array("\n".utf8)
  }

  /// The file before it has its name; nil if it is there already.
  private func written(_ bytes: [UInt8], to path: String) throws(Failure) -> Output? {
    if fileLength(path) == bytes.count, (try? readFile(path, limit: bytes.count)) == bytes {
      return nil
    }
    let output = try Output(
      path, isForced: isForced, expectedBytes: bytes.count, removesLeftovers: false)
    try output.write(bytes)
    return output
  }

  /// What the list says of a drop: its file, what the log says, and the levels of the file.
  private func line(
    _ recording: DropRecording, _ number: Int, _ file: String, samples: [UInt8]
  ) -> String {
    let logged = LoggedDrop(
      recording.drop, at: recording.onset, sampleRate: job.sampleRate, channels: job.channels,
      gain: Elementary.amplitude(decibels: job.rain.gain), hasEnd: false)
    var row: [UInt8] = []
    DropLogText.jsonl.append(logged, to: &row)
    let fields = String(decoding: row.dropFirst().dropLast(2), as: UTF8.self)
    var hash = SHA256()
    hash.update(samples.span)
    let level = recording.samples.reduce(0) { max($0, $1.magnitude) }
    let decibels = Elementary.decibels(amplitude: Double(max(level, 1e-10)))
    let head = [("file", JSONText.string(file)), ("number", "\(number)")]
    let tail = [
      ("preset", JSONText.string(job.title)), ("seed", "\(job.seed)"),
      ("frames", "\(recording.samples.count / job.channels)"),
      ("peak", FixedPoint.text(decibels, decimals: 2)),
      ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
    ]
    return "\(JSONText.line(head).dropLast()),\(fields),\(JSONText.line(tail).dropFirst())"
  }
}
