internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// WAVs of single drops, of `drop --count`.
struct DropClips {
  private let job: Rendering
  private let waveFile: WaveWriter
  private let peak: Double?
  private var run: ClipRun

  init(
    folder: String, _ job: Rendering, _ settings: RenderFlags, _ waveFile: WaveWriter, peak: Double?
  ) throws {
    (self.job, self.waveFile, self.peak) = (job, waveFile, peak)
    run = try ClipRun(folder: folder, of: "drop", settings, waveFile)
  }

  /// The WAV of a drop, and its samples. The samples are those of the job for the same frames, with
  /// dither, without fades.
  static func wave(
    _ recording: DropRecording, _ number: Int, of job: Rendering, _ waveFile: WaveWriter,
    peak: Double?
  ) throws -> (contents: RenderedWave, samples: [UInt8]) {
    let end = recording.onset + recording.samples.count / job.channels
    let job = job.excerpt(recording.onset..<end)
    let contents = try waveFile.wave(of: job, .drop(number, peak: peak))
    let samples = recording.samples
    let channels = job.channels
    let planes = (0..<channels).flatMap { channel in
      stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
    var bytes: [UInt8] = []
    job.encoder.encode(planar: planes.span, firstFrame: recording.onset, into: &bytes)
    return (contents, bytes)
  }

  /// A drop to write.
  private struct Drop {
    let clip: Clip
    let permission: ClipRun.Permission
    let contents: RenderedWave
    let wave: [UInt8]
    let seconds: Double
  }

  /// Writes the drops from that number on, and their list; returns how many there were.
  mutating func write(
    _ recordings: some Sequence<DropRecording>, from first: Int
  ) throws -> Int {
    let filesAtOnce = ClipRun.filesAtOnce()
    var drops: [Drop] = []
    var number = first
    for recording in recordings {
      if (number - first).isMultiple(of: Self.namesAtOnce) {
        run.removeLeftovers(of: (number..<number + Self.namesAtOnce).map(fileName))
      }
      if let drop = try planned(recording, number) { drops.append(drop) }
      if drops.count >= filesAtOnce {
        try write(drops)
        drops.removeAll()
      }
      number += 1
    }
    try write(drops)
    try run.finish()
    return number - first
  }

  /// The names for whose leftovers the folder is read at a time.
  private static let namesAtOnce = 4096

  private func fileName(_ number: Int) -> String {
    ClipRun.fileName("drop", number)
  }

  /// The drop with its WAV; nil if that is there already, byte for byte.
  private mutating func planned(
    _ recording: DropRecording, _ number: Int
  ) throws -> Drop? {
    let (contents, samples) = try Self.wave(recording, number, of: job, waveFile, peak: peak)
    let wave = contents.header + samples + contents.trailer
    let bytes = contents.byteCount
    let file = fileName(number)
    let entry = entry(recording, number, file, samples: samples, bytes: bytes)
    let clip = Clip(
      file: file, number: number, name: "drop \(number)", entry: entry, bytes: bytes)
    let permission = try run.plan(clip) { path in
      (try? readFile(path, limit: wave.count)) == wave
    }
    let seconds = Double(recording.samples.count / job.channels) / Double(job.sampleRate)
    return permission.map {
      Drop(clip: clip, permission: $0, contents: contents, wave: wave, seconds: seconds)
    }
  }

  /// Writes the drops, and then their lines.
  private mutating func write(_ drops: [Drop]) throws {
    guard !drops.isEmpty else { return }
    try run.reserve(drops.map { ($0.clip, $0.permission) })
    let clips = try drops.map { drop in
      let output = try waveFile.output(
        run.path(of: drop.clip.file), drop.contents, isForced: drop.permission.isForced,
        removesLeftovers: false)
      try output.write(drop.wave)
      return ClipRun.Unnamed(
        number: drop.clip.number ?? 0,
        entry: drop.clip.entry, outputs: [output], replaces: drop.permission.replaces)
    }
    if let error = try run.name(clips).compactMap(\.self).first { throw error }
    for drop in drops { run.count(drop.clip, seconds: drop.seconds) }
  }

  /// What the list says of a drop: its file, what the log says, and the levels of the file.
  private func entry(
    _ recording: DropRecording, _ number: Int, _ file: String, samples: [UInt8], bytes: Int
  ) -> ClipEntry {
    let logged = LoggedDrop(
      recording.drop, at: recording.onset, sampleRate: job.sampleRate, layout: job.layout,
      gain: Elementary.amplitude(decibels: job.rain.gain), hasEnd: false)
    var row: [UInt8] = []
    DropLogFormat.jsonl.append(logged, to: &row)
    let fields = String(decoding: row.dropFirst().dropLast(2), as: UTF8.self)
    var hash = SHA256()
    hash.update(samples.span)
    let level = recording.samples.reduce(0) { max($0, $1.magnitude) }
    let decibels = Elementary.decibels(amplitude: Double(max(level, 1e-10)))
    let head = [("file", JSONText.string(file))] + ClipEntry.members(number: number, file: file)
    let tail = [
      ("preset", JSONText.string(job.title)), ("seed", "\(job.seed)"),
      ("frames", "\(recording.samples.count / job.channels)"),
      ("peak", FixedPoint.text(decibels, decimals: 2)),
      ("sha256", JSONText.string(SHA256.hex(hash.finalize()))),
      ("bytes", "\(bytes)"),
    ]
    let json = "\(JSONText.line(head).dropLast()),\(fields),\(JSONText.line(tail).dropFirst())"
    guard let entry = ClipEntry(json: Array(json.utf8)) else {
      preconditionFailure("an entry is JSON, not \(json)")
    }
    return entry
  }
}
