extension Drop {
  /// Writes the sound of the drop, mono and without its ``level``, to the beginning of `output`, which
  /// is silent and has room for the voices of its ``timing(sampleRate:)``.
  ///
  /// - Parameters:
  ///   - output: the frames; 1 is full scale.
  ///   - sampleRate: in Hz.
  public func render(into output: inout MutableSpan<Float>, sampleRate: Int) {
    let droplets = droplets(sampleRate: sampleRate)
    let timing = timing(droplets, sampleRate: sampleRate)
    render(into: &output, sampleRate: sampleRate, timing: timing, droplets)
    for frame in timing.frames..<timing.voices { output[frame] = 0 }
  }

  /// As ``render(into:sampleRate:)``, with the timing at that sample rate and the droplets. Frames before `heard`
  /// may be left out: parts that have ended by then, and the beginnings of tones. So may the frames of a bubble from
  /// `last` on.
  func render(
    into output: inout MutableSpan<Float>, heardFrom heard: Int = 0, heardUntil last: Int = .max,
    sampleRate: Int, timing: Timing, _ droplets: Splash.Droplets
  ) {
    if heard < timing.struck {
      if impact.amplitude > 0 { impact.render(adding: &output, sampleRate: sampleRate) }
      droplets.render(adding: &output, sampleRate: sampleRate)
      AirLowPass(cutoff: airCutoff, sampleRate: sampleRate).filter(&output, count: timing.struck)
    }
    if let modes { modes.render(adding: &output, heardFrom: heard, sampleRate: sampleRate) }
    if let bubble, bubble.amplitude > 0 {
      let start = timing.bubble.lowerBound
      bubble.render(
        adding: &output, at: start, heardFrom: heard - start,
        heardUntil: min(last, timing.frames) - start, sampleRate: sampleRate)
    }
    if timing.voices > timing.frames { Self.fade(&output, timing) }
  }

  /// Lets the last quarter of a drop fall to silence, up to the end of the group of eight in which it is added.
  private static func fade(_ output: inout MutableSpan<Float>, _ timing: Timing) {
    let length = Float(fadeShare) * Float(timing.frames)
    let start = timing.frames - Int(length)
    for frame in start..<min(timing.voices, timing.frames + Lanes.count) {
      output[frame] *= max(0, Float(timing.frames - frame)) / length
    }
  }

  /// The longest time that a drop sounds, in s. At the ends of ranges its voices may take more; then it fades over a
  /// quarter of that time. So two seconds after a passage nothing is left of the drops before it, behind the longest
  /// echo, of 1.2 s.
  private static let longestTime = 0.7
  private static let fadeShare = 0.25

  /// An upper bound of the frames of every drop.
  static func mostFrames(sampleRate: Int) -> Int {
    Lanes.wholeGroups(Int(longestTime * Double(sampleRate)))
  }

  /// The first frame that ``render(into:heardFrom:heardUntil:sampleRate:timing:_:)`` may write to, a multiple of eight.
  static func firstFrame(heardFrom heard: Int, timing: Timing) -> Int {
    heard < timing.struck ? 0 : max(0, heard - DampedSine.resyncFrames) & ~Lanes.slack
  }

  /// The drop as the listener hears it: level, pan, and the delay of the microphone that is farther
  /// away.
  ///
  /// - Parameters:
  ///   - sampleRate: in Hz.
  ///   - channels: 1 or 2.
  /// - Returns: interleaved frames, from the onset to the end in the channel that hears it last; 1 is
  ///   full scale.
  public func samples(sampleRate: Int, channels: Int) -> [Float] {
    guard let layout = ChannelLayout(channels: channels) else {
      preconditionFailure("mono or stereo")
    }
    return samples(sampleRate: sampleRate, layout: layout)
  }

  /// As ``samples(sampleRate:channels:)``, for any layout: the planes of a mix, interleaved.
  func samples(sampleRate: Int, layout: ChannelLayout) -> [Float] {
    let planes = layout.mixPlanes
    let droplets = droplets(sampleRate: sampleRate)
    let timing = timing(droplets, sampleRate: sampleRate)
    var sound = [Float](repeating: 0, count: Lanes.wholeGroups(timing.voices))
    var span = sound.mutableSpan
    render(into: &span, sampleRate: sampleRate, timing: timing, droplets)
    var direction = DirectionTable(layout, rows: 1, sampleRate: sampleRate)
    set(0, of: &direction)
    let most = direction.lastDelay(0)
    var bus = DropBus(layout, behind: 0, ahead: sound.count + most)
    bus.add(FixedArray(sound), 0..<Lanes.wholeGroups(timing.frames), at: 0, from: direction)
    return (0..<planes * (timing.frames + most)).map {
      bus.planes[$0 % planes, bus.cursor + $0 / planes]
    }
  }

  /// When the parts of a drop sound, in frames from its onset.
  ///
  ///     |<-- impact -->|...|<-- delay -->|<--- bubble --->|
  ///     |<------- splash ------->|
  ///     |<------------ modes of the surface -------------------->|
  ///     |<------------------------ frames ---------------------->|
  ///
  /// Between the impact and the delay a blow fades away; after any other shape the delay begins at once, and what is left
  /// of it sounds on under delay and bubble (``Drop/delayStart``).
  public struct Timing: Sendable, Hashable {
    /// The duration of the impact, from frame 0, one frame or more; empty when it is silent.
    public let impact: Range<Int>
    /// The pause before the bubble, while splash and modes sound on; empty when there is no bubble.
    public let delay: Range<Int>
    /// Empty when the drop traps no bubble, a silent one, or one whose pitch the sample rate cannot carry.
    public let bubble: Range<Int>
    /// The splash, which sounds at the same time as impact and bubble; empty when there is none.
    public let splash: Range<Int>
    /// The modes of the surface, which ring at the same time, too; empty when it has none.
    public let modes: Range<Int>
    /// Frames of the whole sound; 0 if no part sounds.
    public let frames: Int
    /// Frames of all parts, as many or more: a drop ends after 0.7 s.
    public let voices: Int
    /// Frames of impact and splash, in whole groups of eight: the air filters them.
    let struck: Int

    /// Frames of all but the bubble, which may come after a silence.
    var restFrames: Int { max(struck, modes.upperBound) }
  }

  /// When the parts sound at a sample rate in Hz.
  public func timing(sampleRate: Int) -> Timing {
    timing(droplets(sampleRate: sampleRate), sampleRate: sampleRate)
  }

  /// The droplets of the splash at a sample rate; none where nothing splashes.
  func droplets(sampleRate: Int) -> Splash.Droplets {
    splash?.droplets(sampleRate: sampleRate) ?? Splash.Droplets()
  }

  /// As ``timing(sampleRate:)``, with the droplets at that sample rate: to draw them takes about as long as all else.
  func timing(_ droplets: Splash.Droplets, sampleRate: Int) -> Timing {
    let air = AirLowPass(cutoff: airCutoff, sampleRate: sampleRate)
    let blowEnd = impact.amplitude > 0 ? impact.frames(sampleRate: sampleRate) + air.frames : 0
    let audible = bubble.flatMap { $0.amplitude > 0 ? $0 : nil }
    let bubbleFrames = audible?.frames(sampleRate: sampleRate) ?? 0
    // In seconds up to here, so that the bubble sets in at the same time at every sample rate.
    func frame(_ seconds: Double) -> Int { Int(seconds * Double(sampleRate) + 0.5) }
    let impactEnd = min(blowEnd, max(1, frame(impact.duration)))
    let delayEnd = bubbleFrames > 0 ? frame(bubbleStart) : impactEnd
    let delayBegin = min(max(impactEnd, bubbleFrames > 0 ? frame(delayStart) : 0), delayEnd)
    let splashEnd = droplets.count > 0 ? droplets.frames + air.frames : 0
    var modesEnd = 0
    if let modes { modesEnd = modes.frames(sampleRate: sampleRate) }
    let struck = max(blowEnd, splashEnd)
    // Of two at a time: a call with three allocates an array.
    let end = max(max(struck, modesEnd), bubbleFrames > 0 ? delayEnd + bubbleFrames : 0)
    let heard = 0..<min(end, Self.mostFrames(sampleRate: sampleRate))
    return Timing(
      impact: (0..<min(impactEnd, delayBegin)).clamped(to: heard),
      delay: (delayBegin..<delayEnd).clamped(to: heard),
      bubble: (delayEnd..<delayEnd + bubbleFrames).clamped(to: heard),
      splash: (0..<splashEnd).clamped(to: heard), modes: (0..<modesEnd).clamped(to: heard),
      frames: heard.count, voices: end, struck: struck)
  }
}
