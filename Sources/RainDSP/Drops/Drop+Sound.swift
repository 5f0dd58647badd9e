extension Drop {
  /// Writes the sound of the drop, mono and without its ``level``, to the beginning of `output`, which
  /// is silent and has room for the frames of its ``timing(sampleRate:)``.
  ///
  /// - Parameters:
  ///   - output: the frames; 1 is full scale.
  ///   - sampleRate: in Hz.
  public func render(into output: inout MutableSpan<Float>, sampleRate: Int) {
    render(into: &output, sampleRate: sampleRate, timing: timing(sampleRate: sampleRate))
  }

  /// As ``render(into:sampleRate:)``, with the timing at that sample rate. Frames before `heard` may be
  /// left out: parts that have ended by then, and the beginnings of tones; of a bubble, those from `last` on, too.
  func render(
    into output: inout MutableSpan<Float>, heardFrom heard: Int = 0, heardUntil last: Int = .max,
    sampleRate: Int, timing: Timing
  ) {
    if heard < timing.struck {
      if impact.amplitude > 0 { impact.render(adding: &output, sampleRate: sampleRate) }
      if let splash { splash.render(adding: &output, sampleRate: sampleRate) }
      AirLowPass(cutoff: airCutoff, sampleRate: sampleRate).filter(&output, count: timing.struck)
    }
    if let modes { modes.render(adding: &output, heardFrom: heard, sampleRate: sampleRate) }
    if let bubble, bubble.amplitude > 0 {
      let start = timing.bubble.lowerBound
      bubble.render(
        adding: &output, at: start, heardFrom: heard - start, heardUntil: last - start,
        sampleRate: sampleRate)
    }
  }

  /// The first frame that ``render(into:heardFrom:sampleRate:timing:)`` may write to, a multiple of eight.
  static func firstFrame(heardFrom heard: Int, timing: Timing) -> Int {
    heard < timing.struck ? 0 : max(0, heard - DampedSine.mostFramesBeforeHeard) & ~Lanes.slack
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

  /// As ``samples(sampleRate:channels:)``, for any layout.
  package func samples(sampleRate: Int, layout: ChannelLayout) -> [Float] {
    let channels = layout.channels
    let timing = timing(sampleRate: sampleRate)
    var sound = [Float](repeating: 0, count: timing.frames)
    var span = sound.mutableSpan
    render(into: &span, sampleRate: sampleRate, timing: timing)
    var direction = DirectionTable(layout, rows: 1, sampleRate: sampleRate)
    set(0, of: &direction)
    let most = direction.lastDelay(0)
    var samples = [Float](repeating: 0, count: channels * (timing.frames + most))
    for channel in 0..<channels {
      for (frame, x) in sound.enumerated() {
        let place = frame + direction.delays[channel]
        samples[channels * place + channel] = x * direction.gains[channel]
      }
    }
    return samples
  }
}
