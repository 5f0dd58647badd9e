internal import RainAudio

/// How the bands of a steady sound move, after McDermott & Simoncelli 2011 (Neuron 71, 926): statistics by kind. The first are
/// its third octaves in dB, beside their mean; no other depends on a level or on a tone.
typealias SoundTexture = [[Double]]

extension SoundTexture {
  init(meanOf textures: some Collection<SoundTexture>) {
    let first = textures.first ?? []
    self = first.indices.map { kind in
      first[kind].indices.map { n in
        textures.reduce(0) { $0 + $1[kind][n] } / Double(textures.count)
      }
    }
  }
}

/// Measures the ``SoundTexture`` of windows of 4 s. Only + - * / and the square root touch a sample, and logarithms are our
/// own: the same sound has the same numbers on every machine.
struct TextureAnalysis: Sendable {
  /// The edges of bands in Hz: of transforms of 12 ms, and of 0.7 ms. They are no wider than the bands of the tone.
  private static let edges = [
    (0...16).map { 200 * Elementary.exp2(0.375 * Double($0)) },
    [1000, 2000, 3500, 6200, 9000, 14_500],
  ]
  /// Bands whose envelopes are compared lie so many steps apart.
  private static let steps = [1, 2, 4, 8]
  /// How often the rate of an envelope is halved, by the transform.
  private static let halvings = [7, 11]

  /// The centres of the third octaves from 80 Hz on, in Hz.
  let thirds: [Double]
  private let sampleRate: Int
  private let thirdSpectrum: ShortTimeSpectrum
  private let spectra: [ShortTimeSpectrum]

  /// An analysis at a rate of frequencies up to the highest, in Hz.
  init(sampleRate: Int, highest: Double) {
    self.sampleRate = sampleRate
    thirds = (-11...12).map { 1000 * Elementary.exp2(Double($0) / 3) }.filter { $0 <= highest }
    let size = ShortTimeSpectrum.size(sampleRate)
    thirdSpectrum = ShortTimeSpectrum(
      count: 64 * size, step: 64 * size, sampleRate: sampleRate,
      bands: thirds.map { ($0 / 1.1225, $0 * 1.1225) })
    spectra = zip([8 * size, size / 2], Self.edges).map { count, edges in
      ShortTimeSpectrum(
        count: count, step: count / 2, sampleRate: sampleRate,
        bands: zip(edges, edges.dropFirst()).filter { $1 <= highest })
    }
  }

  /// The textures of windows that follow each other, two at least; those of a sound of less than 8 s are shorter.
  func textures(of sound: [Float]) -> [SoundTexture] {
    let frames = min(sound.count / 2, 4 * sampleRate)
    return stride(from: 0, through: sound.count - frames, by: frames).map { start in
      let sound = sound[start..<start + frames]
      let levels = thirdSpectrum.powers(of: sound).map {
        Elementary.decibels(amplitude: $0.reduce(1e-12, +) / Double($0.count)) / 2
      }
      let mean = levels.reduce(0, +) / Double(levels.count)
      return [levels.map { $0 - mean }]
        + zip(spectra, Self.halvings).flatMap {
          Self.statistics(of: $0.powers(of: sound), halvings: $1)
        }
    }
  }

  /// The statistics of bands from their powers over time, by kind: variation and skewness of each envelope, how much it moves in
  /// each octave of time, and its correlation with others.
  private static func statistics(of bands: [[Double]], halvings: Int) -> [[Double]] {
    var kinds = [[Double]](repeating: [], count: 4)
    var envelopes: [[Double]] = []
    for powers in bands {
      let count = Double(powers.count)
      // About as loudness grows.
      var z = powers.map { ($0 + 1e-12).squareRoot().squareRoot().squareRoot() }
      let mean = z.reduce(0, +) / count
      let deviation = (z.reduce(1e-30) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
      for n in z.indices { z[n] = (z[n] - mean) / deviation }
      envelopes.append(z)
      kinds[0].append(Elementary.log(deviation / mean))
      kinds[1].append(z.reduce(0) { $0 + $1 * $1 * $1 } / count)
      // The differences of neighbours, and again of what is left at half of the rate (Haar 1910).
      for _ in 0..<halvings {
        let half = z.count / 2
        var power = 1e-6
        for n in 0..<half {
          let d = z[2 * n] - z[2 * n + 1]
          power += d * d / Double(4 * half)
          z[n] = (z[2 * n] + z[2 * n + 1]) / 2
        }
        z.removeLast(z.count - half)
        kinds[2].append(Elementary.log(power))
      }
    }
    for step in steps {
      for (a, b) in zip(envelopes, envelopes.dropFirst(step)) {
        let r = a.indices.reduce(0) { $0 + a[$1] * b[$1] } / Double(a.count)
        kinds[3].append(Elementary.log((1.02 + r) / (1.02 - r)) / 2)
      }
    }
    return kinds.filter { !$0.isEmpty }
  }
}

/// The bands of a sound over time, by Fourier transforms with Hann windows (Allen & Rabiner 1977).
struct ShortTimeSpectrum: Sendable {
  private let transform: FourierTransform
  private let step: Int
  private let hann: [Double]
  /// The bins of each band; one at least.
  private let bins: [Range<Int>]

  /// Frames of about a millisecond: a power of two, so that transforms last as long at a rate as at twice of it.
  static func size(_ sampleRate: Int) -> Int {
    var size = 8
    while size * 750 < sampleRate { size *= 2 }
    return size
  }

  init(count: Int, step: Int, sampleRate: Int, bands: [(low: Double, high: Double)]) {
    (transform, self.step) = (FourierTransform(count: count), step)
    // The power of noise is the same at all lengths.
    let scale = 1 / (0.375 * Double(count)).squareRoot()
    hann = (0..<count).map {
      scale * (0.5 - 0.5 * Elementary.cosine(turns: (Double($0) + 0.5) / Double(count)))
    }
    let bin = Double(sampleRate) / Double(count)
    bins = bands.map { low, high in
      let first = max(1, min(Int((low / bin).rounded()), count / 2 - 1))
      return first..<max(min(Int((high / bin).rounded()), count / 2), first + 1)
    }
  }

  /// The powers of each band in the windows of a sound.
  func powers(of sound: ArraySlice<Float>) -> [[Double]] {
    var powers = [[Double]](repeating: [], count: bins.count)
    pairs(of: sound, and: sound.dropFirst(step), every: 2 * step) { band, _, first, second in
      powers[band].append(first)
      powers[band].append(second)
    }
    return powers
  }

  /// The correlation of two channels in each band.
  func correlations(_ left: [Float], _ right: [Float]) -> [Double] {
    var sums = [SIMD3<Double>](repeating: [0, 1e-12, 1e-12], count: bins.count)
    pairs(of: left[...], and: right[...], every: step) { sums[$0] += [$1, $2, $3] }
    return sums.map { $0.x / ($0.y * $0.z).squareRoot() }
  }

  /// The product and the powers of two sounds in each band of windows that begin together.
  private func pairs(
    of a: ArraySlice<Float>, and b: ArraySlice<Float>, every frames: Int,
    _ body: (_ band: Int, _ product: Double, _ first: Double, _ second: Double) -> Void
  ) {
    let count = transform.count
    var x = [Double](repeating: 0, count: count)
    var y = x
    for start in stride(from: 0, through: min(a.count, b.count) - count, by: frames) {
      let (first, second) = (a.startIndex + start, b.startIndex + start)
      for n in 0..<count {
        x[n] = Double(a[first + n]) * hann[n]
        y[n] = Double(b[second + n]) * hann[n]
      }
      transform.transform(&x, &y)
      for (band, bins) in bins.enumerated() {
        var (product, one, two) = (0.0, 0.0, 0.0)
        for k in bins {
          // Of the transform of a + ib, each has a half.
          let m = count - k
          let (p, q, r, s) = (x[k] + x[m], y[k] - y[m], y[k] + y[m], x[m] - x[k])
          (product, one, two) = (product + p * r + q * s, one + p * p + q * q, two + r * r + s * s)
        }
        body(band, product / 2, one / 2, two / 2)
      }
    }
  }
}
