extension Drop {
  /// When the parts of a drop sound, in frames from its onset.
  ///
  ///     |<---- impact ---->|<-- delay -->|<--- bubble --->|
  ///     |<------- splash ------->|
  ///     |<------------ modes of the surface -------------------->|
  ///     |<------------------------ frames ---------------------->|
  ///
  /// Impact and splash last longer than their voices: the air draws them out.
  public struct Timing: Sendable, Hashable {
    /// The impact, from frame 0; empty when it is silent.
    public let impact: Range<Int>
    /// From the end of the impact to the bubble, while splash and modes sound on; empty when there is no bubble.
    public let delay: Range<Int>
    /// Empty when the drop traps no bubble, a silent one, or one whose pitch the sample rate cannot carry.
    public let bubble: Range<Int>
    /// The splash, which sounds at the same time as those; empty when there is none.
    public let splash: Range<Int>
    /// The modes of the surface, which ring at the same time, too; empty when it has none.
    public let modes: Range<Int>
    /// Frames of the whole sound; 0 if no part sounds.
    public let frames: Int
    /// Frames of impact and splash, in whole groups of eight: those that the air filters.
    let struck: Int

    /// Frames of all but the bubble, which may come after a silence.
    var restFrames: Int { max(struck, modes.upperBound) }
  }

  /// When the parts sound at a sample rate in Hz.
  public func timing(sampleRate: Int) -> Timing {
    let air = AirLowPass(cutoff: airCutoff, sampleRate: sampleRate)
    let blowEnd =
      impact.amplitude > 0 ? impact.frames(sampleRate: sampleRate) + air.frames : 0
    let audible = bubble.flatMap { $0.amplitude > 0 ? $0 : nil }
    let bubbleFrames = audible?.frames(sampleRate: sampleRate) ?? 0
    // In seconds up to here, so that the bubble sets in at the same time at every sample rate.
    let delayEnd =
      bubbleFrames > 0
      ? Int((impact.time + air.time + delay) * Double(sampleRate) + 0.5) : blowEnd
    let impactEnd = min(blowEnd, delayEnd)
    var splashEnd = 0
    if let splash { splashEnd = splash.frames(sampleRate: sampleRate) + air.frames }
    var modesEnd = 0
    if let modes { modesEnd = modes.frames(sampleRate: sampleRate) }
    let struck = max(blowEnd, splashEnd)
    // Of two at a time: a call with three allocates an array.
    let end = max(max(struck, modesEnd), bubbleFrames > 0 ? delayEnd + bubbleFrames : 0)
    return Timing(
      impact: 0..<impactEnd, delay: impactEnd..<delayEnd,
      bubble: delayEnd..<delayEnd + bubbleFrames, splash: 0..<splashEnd, modes: 0..<modesEnd,
      frames: end, struck: struck)
  }
}
