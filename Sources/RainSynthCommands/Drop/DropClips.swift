/// Files of single drops, of `drop --count`.
struct DropClips {
  private let job: Rendering
  private let peak: Double?
  private var run: ClipRun

  init(_ job: Rendering, _ settings: RenderFlags, peak: Double?) throws {
    (self.job, self.peak, run) = try (job, peak, ClipRun(settings))
  }

  var form: WaveFile.Form { run.form }

  /// The WAV of a drop, and its samples: those of the job, with dither and without fades.
  static func wave(
    _ recording: DropRecording, _ number: Int, of job: Rendering, peak: Double?,
    as form: WaveFile.Form = .wave
  ) throws -> (wave: WaveFile, samples: [UInt8]) {
    let end = recording.onset + recording.samples.count / job.channels
    let job = job.excerpt(recording.onset..<end)
    let wave = WaveFile(job, .drop(number, peak: peak), as: form)
    let planes = Recording.planes(recording.samples, job.channels).flatMap(\.self)
    var bytes: [UInt8] = []
    job.encoder.encode(planar: planes.span, firstFrame: recording.onset, into: &bytes)
    return (wave, bytes)
  }

  /// Writes the drops from that number on, and their list; returns how many there were.
  mutating func write(
    _ recordings: some Sequence<DropRecording>, from first: Int
  ) async throws -> Int {
    var clips: [Clip] = []
    var number = first
    var failed: [Int] = []
    for recording in recordings {
      if (number - first).isMultiple(of: ClipRun.clipsAtOnce) {
        run.folder.removeLeftovers(of: (number..<number + ClipRun.clipsAtOnce).map(fileName))
      }
      if let clip = try run.planned(clip(recording, number)) { clips.append(clip) }
      // The samples of each are in memory.
      if clips.count == ClipRun.mostFilesAtOnce {
        failed += try await render(clips)
        clips.removeAll()
      }
      number += 1
    }
    failed += try await render(clips)
    try run.finish()
    guard let lost = failed.first else { return number - first }
    throw Failure(
      .couldNot, "\(failed.count) of \(number - first) drops failed, the first: \(lost)")
  }

  /// Writes drops; returns the numbers of those that failed.
  private mutating func render(_ clips: [Clip]) async throws -> [Int] {
    try await run.render(clips).compactMap { clips[$0].number }
  }

  private func fileName(_ number: Int) -> String {
    let names = [job.job.title, job.job.placeTitle, "drop"].compactMap(\.self)
    return Clip.fileName(names.joined(separator: "-"), number, ending: form.ending)
  }

  private func clip(_ recording: DropRecording, _ number: Int) throws -> Clip {
    let (wave, samples) = try Self.wave(recording, number, of: job, peak: peak, as: form)
    let entry = entry(recording, number, samples: samples, bytes: wave.byteCount)
    return Clip(wave, samples, number: number, name: "drop \(number)", entry: entry)
  }

  /// The entry of a drop in the list: its file, what the log says, and the levels of the file.
  private func entry(
    _ recording: DropRecording, _ number: Int, samples: [UInt8], bytes: Int
  ) -> ClipEntry {
    let file = fileName(number)
    let logged = LoggedDrop(
      recording.drop, at: recording.onset, sampleRate: job.sampleRate, layout: job.layout,
      gain: Elementary.amplitude(decibels: job.rain.sounding[.gain]), hasEnd: false)
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
      form.encoder.map { ("encoder", JSONText.string($0.commandLine)) } ?? ("bytes", "\(bytes)"),
    ]
    let json = JSONText.line(head + DropLogFormat.members(of: logged) + tail)
    guard let entry = ClipEntry(json: Array(json.utf8)) else {
      preconditionFailure("an entry is JSON, not \(json)")
    }
    return entry
  }
}
