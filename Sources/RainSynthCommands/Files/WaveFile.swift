internal import CommandLineKit
internal import RainAudio

/// How a job is written as a WAV: the flags of the commands that write one.
struct WaveFile {
  private let rf64: RF64
  /// Whether the settings are stored in the file.
  let hasMetadata: Bool
  /// Whether the file is a part of the file of the whole.
  let isPart: Bool

  init(_ commandLine: ParsedCommandLine) throws(Failure) {
    do {
      rf64 = try commandLine.choice("rf64", of: RF64.self) ?? .auto
    } catch {
      throw Failure(error)
    }
    hasMetadata = commandLine.isOn("metadata") ?? true
    isPart = commandLine.isOn("part") ?? false
  }

  static let group = OptionGroup(
    "WAV",
    [
      Option(
        "rf64", takes: "WHEN", "64-bit sizes; auto: above 4 GiB",
        range: RF64.allCases.map(\.rawValue).joined(separator: ", "),
        standard: RF64.auto.rawValue, completion: Completion(words: RF64.allCases.map(\.rawValue))),
      Option(
        "metadata", "store the settings after the samples", standard: "on", isNegatable: true),
    ])

  /// Writes the job to a file, or to standard output if the path is `-`, and hands its samples to
  /// `observer` as well; returns how many samples were clipped. A part of the file of the whole has
  /// the header only with the first frame, and the chunks after the samples only with the last.
  nonisolated(nonsending) func write(
    _ job: RenderJob, to path: String, threads: Int, isForced: Bool,
    observer: nonisolated(nonsending) ([UInt8]) async -> Void
  ) async throws(Failure) -> Int {
    var whole = job
    if isPart { (whole.excerpt.from, whole.excerpt.to) = (.zero, nil) }
    let layout = try layout(of: whole, members: whole.members)
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

  /// The bytes before and after the samples of the job; `members` are the settings to store.
  func layout(
    of job: RenderJob, members: [(key: String, json: String)]
  ) throws(Failure) -> WaveLayout {
    let information = [
      ("ISFT", Program.signature), ("ICMT", JSONText.line(members)),
    ]
    do {
      return try WaveLayout(
        format: job.format, sampleRate: job.sampleRate, channels: job.channels,
        frames: job.frames.count,
        // A part of a loop, played over and over, would have a seam.
        isLoop: job.excerpt.isLoop && job.frames.count == job.totalFrames,
        rf64: rf64, information: hasMetadata ? information : [])
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

  /// Whether there is a WAV at the path that this version made and that stores the settings of the
  /// job.
  static func stores(_ job: RenderJob, at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"] == Program.signature
      && wave.information["ICMT"] == JSONText.line(job.members)
  }
}
