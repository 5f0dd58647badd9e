internal import RainAudio

/// How the power of a sound lies over frequency.
package struct Spectrum {
  /// Hz from one number to the next; the first belongs to 0 Hz.
  package let binWidth: Double
  /// The power in each bin, one-sided: all together they are the mean square of the sound, or
  /// for an impulse response 1/count of its energy.
  package let powers: [Double]
  /// Seconds of sound that were averaged; 0 for an impulse response, which is exact.
  package let duration: Double

  /// The periodogram of a stationary sound, averaged over Hann windows of `segment` frames, each
  /// half over the next (Welch 1967).
  package init(of sound: [Float], sampleRate: Int, segment: Int) {
    precondition(sound.count >= segment, "a spectrum needs one segment of sound")
    let transform = FourierTransform(count: segment)
    let window = (0..<segment).map {
      0.5 - 0.5 * CLibrary.cosine(2 * .pi * (Double($0) + 0.5) / Double(segment))
    }
    var sums = [Double](repeating: 0, count: segment / 2 + 1)
    var segments = 0.0
    for start in stride(from: 0, through: sound.count - segment, by: segment / 2) {
      let powers = transform.powers(
        of: (0..<segment).map { Double(sound[start + $0]) * window[$0] })
      for bin in sums.indices { sums[bin] += powers[bin] }
      segments += 1
    }
    // The mean square of the window is 3/8.
    powers = Self.oneSided(sums, scale: 1 / (segments * 0.375 * Double(segment) * Double(segment)))
    binWidth = Double(sampleRate) / Double(segment)
    duration = Double(sound.count) / Double(sampleRate)
  }

  /// The exact power response of a filter, a bin every sampleRate/count Hz.
  package init(ofImpulseResponse response: [Float], sampleRate: Int) {
    let count = response.count
    powers = Self.oneSided(
      FourierTransform(count: count).powers(of: response.map(Double.init)),
      scale: 1 / (Double(count) * Double(count)))
    binWidth = Double(sampleRate) / Double(count)
    duration = 0
  }

  private static func oneSided(_ powers: [Double], scale: Double) -> [Double] {
    powers.enumerated().map { bin, power in
      power * scale * (bin == 0 || bin == powers.count - 1 ? 1 : 2)
    }
  }

  /// The mean power of a hertz between two frequencies.
  package func density(_ band: Range<Double>) -> Double {
    let bins = Int(band.lowerBound / binWidth + 1)...Int(band.upperBound / binWidth)
    return powers[bins].reduce(0, +) / (Double(bins.count) * binWidth)
  }

  /// The standard error of a band's level, in dB: about 2 B T independent numbers lie in B Hz over
  /// T s, and Hann windows that overlap by half keep some 90 % of them.
  package func standardError(_ band: Range<Double>) -> Double {
    4.343 / (0.9 * (band.upperBound - band.lowerBound) * duration).squareRoot()
  }

  /// Bands of equal ratio from `low` up, whole ones up to `high`. The mean density of such bands
  /// falls along the same line in dB as a power of the frequency itself.
  package static func bands(from low: Double, to high: Double, perOctave: Int) -> [Range<Double>] {
    let edge = { (index: Int) in low * CLibrary.exponential2(Double(index) / Double(perOctave)) }
    var bands: [Range<Double>] = []
    // A rounding may put the last edge above `high`.
    while edge(bands.count + 1) <= high * (1 + 1e-9) {
      bands.append(edge(bands.count)..<edge(bands.count + 1))
    }
    return bands
  }
}

extension FourierTransform {
  /// |X(k)|² of real samples, for k from 0 to count/2.
  func powers(of samples: [Double]) -> [Double] {
    var (real, imaginary) = (samples, [Double](repeating: 0, count: count))
    transform(&real, &imaginary)
    return zip(real, imaginary).prefix(count / 2 + 1).map { re, im in re * re + im * im }
  }
}
