internal import RainAudioIO

/// A rendition as a WAV.
enum WaveFile {
  /// Writes the rendition to a file, or to standard output if the path is `-`, and hands its
  /// samples to `observer` as well; returns how many samples were clipped.
  nonisolated(nonsending) static func write(
    _ rendition: Rendition, to path: String, isForced: Bool, progress: inout Progress,
    observer: ([UInt8]) -> Void = { _ in }
  ) async throws(Failure) -> Int {
    let header = try header(of: rendition, frames: rendition.frames.count)
    let output = try Output(path, isForced: isForced, expectedBytes: header.fileSize)
    try output.write(header.bytes)
    let clippedSamples = try await rendition.deliver { (bytes) throws(Failure) in
      observer(bytes)
      try output.write(bytes)
      progress.advance(by: bytes.count / rendition.bytesPerFrame)
    }
    try output.write([UInt8](repeating: 0, count: header.padding))
    try output.commit()
    return clippedSamples
  }

  /// What comes before so many frames in the format of the rendition.
  static func header(of rendition: Rendition, frames: Int) throws(Failure) -> WaveHeader {
    do {
      return try WaveHeader(
        format: rendition.format, sampleRate: rendition.sampleRate, channels: rendition.channels,
        frames: frames)
    } catch {
      throw Failure(error)
    }
  }
}
