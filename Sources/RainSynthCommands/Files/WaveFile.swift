internal import CommandLineKit
internal import RainAudio

/// A rendition as a WAV.
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

  /// Writes the rendition to a file, or to standard output if the path is `-`, and hands its
  /// samples to `observer` as well; returns how many samples were clipped. Of the file of the whole,
  /// a part has the beginning or the end only if it has the first or the last frame.
  nonisolated(nonsending) static func write(
    _ rendition: RenderJob, to path: String, _ settings: Settings, isForced: Bool,
    observer: nonisolated(nonsending) ([UInt8]) async -> Void
  ) async throws(Failure) -> Int {
    var whole = rendition
    if settings.isPart { whole.frames = 0..<rendition.totalFrames }
    let layout = try layout(of: whole, settings, members: whole.members)
    let (frames, all) = (rendition.frames, whole.frames)
    let isPartless = frames.isEmpty && !all.isEmpty
    let header = isPartless || frames.lowerBound > all.lowerBound ? [] : layout.header
    let trailer = isPartless || frames.upperBound < all.upperBound ? [] : layout.trailer
    let audioBytes = frames.count * rendition.bytesPerFrame
    let output = try Output(
      path, isForced: isForced, expectedBytes: header.count + audioBytes + trailer.count)
    try output.write(header)
    let clippedSamples = try await rendition.deliver { (bytes) throws(Failure) in
      try output.write(bytes)
      await observer(bytes)
    }
    try output.write(trailer)
    try output.commit()
    return clippedSamples
  }

  /// What surrounds the samples of the rendition; `members` are the settings that the file tells.
  static func layout(
    of rendition: RenderJob, _ settings: Settings, members: [(key: String, json: String)]
  ) throws(Failure) -> WaveLayout {
    let information = [
      ("ISFT", RainSynth.signature), ("ICMT", JSONText.line(members)),
    ]
    do {
      return try WaveLayout(
        format: rendition.format, sampleRate: rendition.sampleRate, channels: rendition.channels,
        frames: rendition.frames.count,
        // A part of a loop, played over and over, would have a seam.
        isLoop: rendition.isLoop && rendition.frames.count == rendition.totalFrames,
        rf64: settings.rf64, information: settings.hasMetadata ? information : [])
    } catch {
      switch error {
      case .tooLong(let mostFrames):
        let longest = Duration.seconds(mostFrames / rendition.sampleRate).clockText
        throw Failure(
          .wrongUsage,
          "above 4 GiB, here above \(longest), a WAV needs RF64, which --rf64 never rules out; "
            + "stream has no such limit")
      }
    }
  }

  /// Whether there is a WAV of ours at the path that tells the settings of the rendition, made by
  /// this version.
  static func tells(_ rendition: RenderJob, at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"] == RainSynth.signature
      && wave.information["ICMT"] == JSONText.line(rendition.members)
  }
}
