extension Drop {
  /// How loud the parts of a drop become, from their formulas, without their samples: 1 is full scale.
  ///
  /// They hold for a channel in the middle, with the level and the air of the drop. At 44.1 kHz most
  /// rendered drops peak within 1 dB of ``loudest``, on cloth and glass within 2: parts overlap by chance.
  public struct Peaks: Sendable {
    /// The peak of the impact.
    public let impact: Double
    /// The peak of the loudest droplet of the splash; 0 without one.
    public let splash: Double
    /// The peak of the modes of the surface; 0 without them.
    public let modes: Double
    /// The peak of the bubble; 0 where there is none, or none that the sample rate carries.
    public let bubble: Double

    /// The peak of the whole drop: the root of the sixth powers of the parts. Most have their peaks one after the other,
    /// so that the loudest is that of all; by chance some fall together.
    public var loudest: Double {
      let most = max(max(impact, modes), max(splash, bubble))
      if most == 0 { return 0 }
      func power(_ peak: Double) -> Double {
        // Divided first: the cube of a faint peak is 0.
        let ratio = peak / most
        let cube = ratio * ratio * ratio
        return cube * cube
      }
      let sum = power(impact) + power(splash) + power(modes) + power(bubble)
      return most * Elementary.power(sum, 1 / 6)
    }
  }

  /// The bubble, if there is one that sounds at a sample rate in Hz.
  package func soundingBubble(sampleRate: Int) -> Bubble? {
    guard let bubble, bubble.amplitude > 0,
      bubble.frequency <= Bandwidth.highest * Double(sampleRate)
    else { return nil }
    return bubble
  }

  /// The peaks of the parts at a sample rate in Hz.
  public func peaks(sampleRate: Int) -> Peaks {
    Peaks(
      impact: level * impact.peak(airCutoff: airCutoff),
      splash: level * (splash?.peak(airCutoff: airCutoff, sampleRate: sampleRate) ?? 0),
      modes: level * (modes?.peak ?? 0),
      bubble: level * (soundingBubble(sampleRate: sampleRate)?.peak ?? 0))
  }
}

extension Modes {
  /// The modes add up by chance, the root of the sum of the squares of their peaks, times the crest of a few tones. With
  /// x = decay/(2π frequency), a damped sine has its peak at the angle φ = arctan 1/x: e^(-x φ) sin φ.
  fileprivate var peak: Double {
    let (list, count) = tones
    var power = 0.0
    for index in 0..<count {
      let tone = list[index]
      let ratio = tone.decay / (2 * .pi * tone.frequency)
      let angle = 2 * .pi * Elementary.arctangent(1 / ratio)
      power +=
        tone.amplitude * tone.amplitude * Elementary.exp(-2 * ratio * angle) / (1 + ratio * ratio)
    }
    return power.squareRoot() * 1.4
  }
}

extension Impact {
  /// The peak of a blow of amplitude 1 and the nominal duration, from the integral of its squared slope:
  ///
  ///     level √2 / (rise √K),   K = 2/rise ∫ (1 + u/2)²/(1 + u)³ du + 1/(2 fall),   u from 0 to 1
  ///
  /// is 1.177. In air it is 0.3 to 1.2 dB more, at 44.1 to 192 kHz.
  private static let blowPeak = 1.3
  /// The peak of a force, from its energy: level / √0.318 = 0.62; in air 0.2 to 0.5 dB less.
  private static let forcePeak = 0.6

  /// The peak behind the low-pass of the air. A blow falls about as e^(-t/p), p the time of its rise, and
  /// a low-pass of the time constant s leaves about r^(r/(1 - r)) of that, r = s/p, as the fraction below does.
  fileprivate func peak(airCutoff: Double) -> Double {
    let air = 1 / (2 * .pi * airCutoff)
    let lengthening = (nominalDuration / duration).squareRoot()
    switch shape {
    case .halfSine, .acos: return amplitude * (1 - Elementary.exp(-duration / (2 * air)))
    case .force:
      return amplitude * Self.forcePeak * lengthening / (1 + 2.2 * air / duration)
    case .blow: break
    }
    let ratio = air / (Self.riseShare * duration)
    return amplitude * Self.blowPeak * lengthening
      / (1 + 1.162 * ratio + 0.556 * ratio.squareRoot())
  }
}

/// The peak of (1 - e^(-a t)) e^(-d t), from the ratio x = d/a: (x/(1 + x))^x / (1 + x), within 2 %.
private func envelopePeak(_ ratio: Double) -> Double {
  1 / (1 + 2.546 * ratio + 0.454 * ratio.squareRoot())
}

extension Splash {
  fileprivate func peak(airCutoff: Double, sampleRate: Int) -> Double {
    let droplets = droplets(sampleRate: sampleRate)
    var most = 0.0
    for index in 0..<droplets.count {
      let tick = droplets.list[index].tick
      if tick.frequency > Bandwidth.highest * Double(sampleRate) { continue }
      let level =
        tick.amplitude.magnitude * envelopePeak(tick.decay / (2 * tick.frequency))
        * AirLowPass.magnitude(at: tick.frequency, cutoff: airCutoff)
      most = max(most, level)
    }
    return most
  }
}

extension Bubble {
  fileprivate var peak: Double { amplitude * BubbleLaw.peak(decayPerPeriod: decay / frequency) }
}
