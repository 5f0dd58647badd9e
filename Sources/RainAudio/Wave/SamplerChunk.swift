/// The fields of the chunk `smpl` (Microsoft 1994, "New Multimedia Data Types and Data Techniques"), of
/// 4 bytes each: those of the sampler, then those of each loop.
///
///     byte  0  dwManufacturer
///           4  dwProduct
///           8  dwSamplePeriod      nanoseconds per frame
///          12  dwMIDIUnityNote     the note at which it is played at its own rate
///          16  dwMIDIPitchFraction
///          20  dwSMPTEFormat
///          24  dwSMPTEOffset
///          28  cSampleLoops        the number of loops
///          32  cbSamplerData       bytes that follow the loops
///     ----------------------------- the first loop
///          36  dwIdentifier
///          40  dwType              0: forward
///          44  dwStart             the first frame
///          48  dwEnd               the last frame
///          52  dwFraction
///          56  dwPlayCount         0: for ever
enum SamplerChunk {
  static let bytes = 60

  /// The chunk of one loop, played forward from frame 0 to `lastFrame` and for ever.
  static func make(sampleRate: Int, lastFrame: Int) -> [UInt8] {
    let nanosecondsPerFrame = (2_000_000_000 + sampleRate) / (2 * sampleRate)
    // Rain has no pitch: middle C plays it at its own rate.
    let unityNote = 60
    let (manufacturer, product) = (0, 0)
    let (pitchFraction, smpteFormat, smpteOffset, loops, dataBytes) = (0, 0, 0, 1, 0)
    let (identifier, forward, firstFrame, fraction, forEver) = (0, 0, 0, 0, 0)
    return [
      manufacturer, product, nanosecondsPerFrame, unityNote, pitchFraction, smpteFormat,
      smpteOffset,
      loops, dataBytes, identifier, forward, firstFrame, lastFrame, fraction, forEver,
    ].flatMap { [UInt8]($0, bytes: 4) }
  }

  /// The first and the last frame of the first loop; nil if there is none.
  static func loop(_ bytes: [UInt8]) -> (first: Int, last: Int)? {
    guard let loops = bytes.integer(at: 28, bytes: 4), loops > 0,
      let first = bytes.integer(at: 44, bytes: 4), let last = bytes.integer(at: 48, bytes: 4),
      first <= last
    else { return nil }
    return (first, last)
  }
}
