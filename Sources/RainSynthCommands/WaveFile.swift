internal import CommandLineKit
internal import RainAudioIO

/// A rendition as a WAV.
enum WaveFile {
  /// The flags of the commands that write one.
  static let group = OptionGroup(
    "WAV", [Option("no-metadata", "leave out the settings, which follow the samples")])

  /// Writes the rendition to a file, or to standard output if the path is `-`, and hands its
  /// samples to `observer` as well; returns how many samples were clipped.
  nonisolated(nonsending) static func write(
    _ rendition: Rendition, to path: String, _ settings: Settings, progress: inout Progress,
    observer: ([UInt8]) -> Void = { _ in }
  ) async throws(Failure) -> Int {
    let layout = try layout(of: rendition, settings, members: rendition.members)
    let output = try Output(path, isForced: settings.isForced, expectedBytes: layout.fileSize)
    try output.write(layout.header)
    let clippedSamples = try await rendition.deliver { (bytes) throws(Failure) in
      observer(bytes)
      try output.write(bytes)
      progress.advance(by: bytes.count / rendition.bytesPerFrame)
    }
    try output.write(layout.trailer)
    try output.commit()
    return clippedSamples
  }

  /// What surrounds the samples of the rendition; `members` are the settings that the file tells.
  static func layout(
    of rendition: Rendition, _ settings: Settings, members: [(key: String, json: String)]
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
        information: settings.hasMetadata ? information : [])
    } catch {
      throw Failure(error)
    }
  }
}
