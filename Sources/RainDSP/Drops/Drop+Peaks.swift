extension Drop {
  /// How loud the parts of a drop become, from their formulas, without their samples: 1 is full scale.
  ///
  /// They are those of a channel in the middle, with the level and the air of the drop. At 44.1 kHz most
  /// rendered drops peak within 1 dB of ``loudest``, on water within 2 dB: parts overlap by chance, and
  /// splashes are noise.
  public struct Peaks: Sendable {
    /// Of the impact.
    public let impact: Double
    /// Of the splash; 0 without one.
    public let splash: Double
    /// Of the modes of the surface, while the impact sounds, and after it; 0 without them.
    public let modes: (early: Double, late: Double)
    /// Of the bubble; 0 where there is none, or none that the sample rate carries.
    public let bubble: Double

    /// Of the whole drop: impact, splash and early modes sound together, late modes and bubble follow.
    public var loudest: Double {
      let struck = impact + modes.early
      return max(
        max(modes.late, bubble), (struck * struck + splash * splash).squareRoot())
    }
  }

  /// The terminal speed in m/s at which it strikes.
  public var speed: Double { DropSize.terminalSpeed(diameter) }

  /// The bubble, if there is one that sounds at a sample rate in Hz.
  package func soundingBubble(sampleRate: Int) -> Bubble? {
    guard let bubble, bubble.amplitude > 0,
      bubble.frequency <= Bandwidth.highest * Double(sampleRate)
    else { return nil }
    return bubble
  }

  /// The time in s from the onset of the drop to that of its bubble.
  package var bubbleStart: Double { impact.time + airTime + delay }

  /// The time in s in which the air rings out.
  private var airTime: Double { AirLowPass.time(cutoff: airCutoff) }

  /// The peaks of the parts at a sample rate in Hz.
  public func peaks(sampleRate: Int) -> Peaks {
    var noise = 0.0
    if let splash {
      noise =
        splash.peak(sampleRate: sampleRate)
        * AirLowPass.magnitude(at: splash.frequency, cutoff: airCutoff)
    }
    return Peaks(
      impact: level * impact.peak(airCutoff: airCutoff), splash: level * noise,
      modes: modes.map { $0.peaks(level: level, impact: impact) } ?? (0, 0),
      bubble: level * (soundingBubble(sampleRate: sampleRate)?.peak ?? 0))
  }

  /// The gains of a part that sounds in the middle: 1 in the channel of mono, and the pan of each of two.
  package func pan(channels: Int) -> (left: Double, right: Double) {
    if channels == 1 { return (1, 1) }
    let gains = ChannelLayout.stereo.gains(azimuth: azimuth, width: width)
    return (gains[0], gains[1])
  }
}

extension Drop.Modes {
  /// A mode peaks a quarter of its period after the onset. By then the impact has fallen, which rises
  /// within a share of its duration, and the mode itself.
  fileprivate func peaks(level: Double, impact: Impact) -> (early: Double, late: Double) {
    func peaks(_ mode: DampedSine) -> (early: Double, late: Double) {
      let quarter = 1 / (4 * mode.frequency)
      return (
        mode.amplitude * Elementary.exp(-quarter / (Impact.riseShare * impact.duration)),
        mode.amplitude * Elementary.exp(-quarter * mode.decay)
      )
    }
    let (first, second) = (peaks(first), peaks(second))
    return (level * (first.early + second.early), level * (first.late + second.late / 2))
  }
}

extension Impact {
  /// The peak of a blow of amplitude 1 and the nominal duration, from the integral of its squared slope:
  ///
  ///     level √2 / (rise √K),   K = 2/rise ∫ (1 + u/2)²/(1 + u)³ du + 1/(2 fall),   u from 0 to 1
  private static let blowPeak = 0.963

  /// The peak behind the low-pass of the air. A blow falls about as e^(-t/p), p the time of its rise, and
  /// a low-pass of the time constant s leaves r^(r/(1 - r)) of that, r = s/p: within 5 %, the fraction
  /// below, which is faster.
  fileprivate func peak(airCutoff: Double) -> Double {
    let air = 1 / (2 * .pi * airCutoff)
    guard shape == .blow else {
      return amplitude * (1 - Elementary.exp(-duration / (2 * air)))
    }
    let ratio = air / (Self.riseShare * duration)
    return amplitude * Self.blowPeak * (nominalDuration / duration).squareRoot()
      / (1 + 1.162 * ratio + 0.556 * ratio.squareRoot())
  }
}

/// The peak of (1 - e^(-a t)) e^(-d t), from the ratio x = d/a: (x/(1 + x))^x / (1 + x), within 2 %.
private func envelopePeak(_ ratio: Double) -> Double {
  1 / (1 + 2.546 * ratio + 0.454 * ratio.squareRoot())
}

extension Splash {
  /// The peak of noise relative to its RMS, by measurement, for the few milliseconds that it lasts.
  private static let crest = 1.75

  /// The RMS of the noise, from its density and a bandwidth of π/2 · frequency/q, at the peak of the
  /// envelope, times the crest.
  fileprivate func peak(sampleRate: Int) -> Double {
    let frequency = min(frequency, Bandwidth.highest * Double(sampleRate))
    let power = .pi / 2 * frequency / (Self.referenceQ * 24_000)
    return amplitude * power.squareRoot() * envelopePeak(Self.onset / decayTime) * Self.crest
  }
}

extension Bubble {
  /// The peak of its envelope, amplitude · (1 - e^(-f t)) e^(-d t).
  fileprivate var peak: Double { amplitude * envelopePeak(decay / frequency) }
}
