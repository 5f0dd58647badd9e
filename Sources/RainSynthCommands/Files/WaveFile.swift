internal import CommandLineKit
internal import RainAudio

/// A job as a WAV.
enum WaveFile {
  /// The flags of the commands that write one.
  static let group = OptionGroup(
    "WAV",
    [
      Option(
        "rf64", takes: "WHEN", "64-bit sizes; auto: above 4 GiB",
        range: RF64.allCases.map(\.rawValue).joined(separator: ", "),
        standard: RF64.auto.rawValue, completion: Completion(words: RF64.allCases.map(\.rawValue))),
      Option("no-metadata", "leave out the settings, which follow the samples"),
    ])

  /// Writes the job to a file, or to standard output if the path is `-`, and hands its
  /// samples to `observer` as well; returns how many samples were clipped. Of the file of the whole,
  /// a part has the beginning or the end only if it has the first or the last frame.
  nonisolated(nonsending) static func write(
    _ job: RenderJob, to path: String, _ settings: Settings, threads: Int, isForced: Bool,
    observer: nonisolated(nonsending) ([UInt8]) async -> Void
  ) async throws(Failure) -> Int {
    var whole = job
    if settings.isPart { whole.frames = 0..<job.totalFrames }
    let layout = try layout(of: whole, settings, members: whole.members)
    let (frames, all) = (job.frames, whole.frames)
    let isPartless = frames.isEmpty && !all.isEmpty
    let header = isPartless || frames.lowerBound > all.lowerBound ? [] : layout.header
    let trailer = isPartless || frames.upperBound < all.upperBound ? [] : layout.trailer
    let audioBytes = frames.count * job.bytesPerFrame
    let output = try Output(
      path, isForced: isForced, expectedBytes: header.count + audioBytes + trailer.count)
    try output.write(header)
    let clippedSamples = try await job.deliver(threads: threads) { (bytes) throws(Failure) in
      try output.write(bytes)
      await observer(bytes)
    }
    try output.write(trailer)
    try output.commit()
    return clippedSamples
  }

  /// What surrounds the samples of the job; `members` are the settings that the file tells.
  static func layout(
    of job: RenderJob, _ settings: Settings, members: [(key: String, json: String)]
  ) throws(Failure) -> WaveLayout {
    let information = [
      ("ISFT", Program.signature), ("ICMT", JSONText.line(members)),
    ]
    do {
      return try WaveLayout(
        format: job.format, sampleRate: job.sampleRate, channels: job.channels,
        frames: job.frames.count,
        // A part of a loop, played over and over, would have a seam.
        isLoop: job.isLoop && job.frames.count == job.totalFrames,
        rf64: settings.rf64, information: settings.hasMetadata ? information : [])
    } catch {
      switch error {
      case .tooLong(let mostFrames):
        let longest = Duration.seconds(mostFrames / job.sampleRate).clockText
        throw Failure(
          .wrongUsage,
          "above 4 GiB, here above \(longest), a WAV needs RF64, which --rf64 never rules out; "
            + "stream has no such limit")
      }
    }
  }

  /// Whether there is a WAV of ours at the path that tells the settings of the job, made by
  /// this version.
  static func tells(_ job: RenderJob, at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"] == Program.signature
      && wave.information["ICMT"] == JSONText.line(job.members)
  }
}
