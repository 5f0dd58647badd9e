internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Wording

/// WAVs of single drops.
struct DropFiles {
  private let folder: String
  private let job: RenderJob
  private let waveFile: WaveFile
  private let peak: Double?
  private let isForced: Bool

  init(folder: String, _ job: RenderJob, _ waveFile: WaveFile, peak: Double?, isForced: Bool) {
    self.folder = folder
    self.job = job
    self.waveFile = waveFile
    self.peak = peak
    self.isForced = isForced
  }

  /// The WAV of a drop: header, samples, trailer. The samples are those of the job for the same frames, with
  /// dither, without fades.
  static func wave(
    _ recording: DropRecording, _ number: Int, of job: RenderJob, _ waveFile: WaveFile,
    peak: Double?
  ) throws(Failure) -> [[UInt8]] {
    var job = job
    let end = recording.onset + recording.samples.count / job.channels
    job.excerpt = Excerpt(duration: Duration(frame: end, sampleRate: job.sampleRate))
    job.excerpt.from = Duration(frame: recording.onset, sampleRate: job.sampleRate)
    let contents = try waveFile.contents(of: job, drop: number, peak: peak)
    let samples = recording.samples
    let channels = job.channels
    let left = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
    let right = channels == 2 ? stride(from: 1, to: samples.count, by: 2).map { samples[$0] } : []
    var bytes: [UInt8] = []
    job.encoder.encode(left.span, right.span, firstFrame: recording.onset, into: &bytes)
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
    let list = "\(folder)/\(ClipList.fileName)"
    let before = fileLength(list) == nil ? nil : try? readFile(list, limit: 1 << 28)
    var lines: [UInt8] = []
    var number = first
    for recording in recordings {
      let file = Self.name(number)
      let parts = try Self.wave(recording, number, of: job, waveFile, peak: peak)
      lines += Array("\(line(recording, number, file, samples: parts[1]))\n".utf8)
      if number == first, !isForced, let before, !before.starts(with: lines) {
        throw Failure(
          .couldNot,
          "\(PlainText.path(list)): exists, and lists other drops; take another folder, or -f")
      }
      try write(Array(parts.joined()), to: "\(folder)/\(file)")
      number += 1
    }
    let output = try Output(list, isForced: isForced || before != nil)
    try output.write(lines)
    try output.commit()
    return number - first
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    if fileLength(path) == bytes.count, (try? readFile(path, limit: bytes.count)) == bytes {
      return
    }
    let output = try Output(
      path, isForced: isForced, expectedBytes: bytes.count, removesLeftovers: false)
    try output.write(bytes)
    try output.commit()
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
    let decibels = 20 * Elementary.log2(Double(max(level, 1e-10))) / Elementary.log2(10)
    let head = [("file", JSONText.string(file)), ("number", "\(number)")]
    let tail = [
      ("preset", JSONText.string(job.presetName ?? "steady")), ("seed", "\(job.seed)"),
      ("frames", "\(recording.samples.count / job.channels)"),
      ("peak", FixedPoint.text(decibels, decimals: 2)),
      ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
    ]
    return "\(JSONText.line(head).dropLast()),\(fields),\(JSONText.line(tail).dropFirst())"
  }
}
