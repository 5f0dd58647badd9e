internal import RainAudio

/// A search for the rain whose texture is nearest to that of a recording.
struct MatchSearch {
  /// A rain that was compared.
  struct Candidate {
    var rain: Rain
    let place: String
    /// With the tone that suits it.
    var distance = Double.infinity
    var tone: [Double] = []
    fileprivate var textures: [SoundTexture] = []
    fileprivate var toned: SoundTexture = []
  }

  private let recording: Recording
  /// The rate of our rains: that of the recording, or half, or a quarter of a high one.
  let sampleRate: Int
  let analysis: TextureAnalysis
  /// Of windows of the recording, and their mean.
  private let textures: [SoundTexture]
  let target: SoundTexture
  /// How far a statistic of rain spreads; an error of the third octaves of 6 dB counts as much.
  private var spread: SoundTexture = []

  init(_ recording: Recording) {
    self.recording = recording
    let rate = recording.sampleRate
    let highest = min(15_000, 0.45 * Double(rate))
    var factor = 1
    while rate > 48_000 * factor { factor *= 2 }
    sampleRate = rate / factor
    analysis = TextureAnalysis(sampleRate: sampleRate, highest: highest)
    textures = TextureAnalysis(sampleRate: rate, highest: highest).textures(of: recording.mono)
    target = SoundTexture(meanOf: textures)
  }

  // MARK: Distance

  /// The root of the mean square of the differences, each in its spread, all kinds alike.
  func distance(_ a: SoundTexture, _ b: SoundTexture) -> Double {
    let squares = spread.indices.map { kind in
      spread[kind].indices.reduce(0) { sum, index in
        let z = (a[kind][index] - b[kind][index]) / spread[kind][index]
        return sum + min(36, z * z)
      } / Double(spread[kind].count)
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// How far the halves of the recording are from each other.
  var ownDistance: Double {
    let half = textures.count / 2
    return distance(
      SoundTexture(meanOf: textures[..<half]), SoundTexture(meanOf: textures[half...]))
  }

  /// Listens to a rain, and gives it the tone that brings it nearest.
  private func measure(_ candidate: inout Candidate, seconds: Int = 12) {
    candidate.textures = analysis.textures(of: sound(candidate.rain, seconds: seconds, gain: -12))
    compare(&candidate)
  }

  private func compare(_ candidate: inout Candidate) {
    candidate.toned = SoundTexture(meanOf: candidate.textures)
    candidate.tone = tone(for: zip(target[0], candidate.toned[0]).map { $0 - $1 })
    for third in target[0].indices {
      candidate.toned[0][third] += Self.level(candidate.tone, third)
    }
    candidate.distance = spread.isEmpty ? .infinity : distance(candidate.toned, target)
  }

  /// Some seconds of a rain, from the third on.
  func sound(
    _ rain: Rain, seconds: Int, channels: Int = 1, gain: Double? = nil, seed: UInt64 = 1
  ) -> [Float] {
    var rain = rain
    rain[.gain] = gain ?? rain[.gain]
    var sound = [Float](repeating: 0, count: seconds * sampleRate * channels)
    guard
      var renderer = try? RainRenderer(
        rain, sampleRate: sampleRate, channels: channels, seed: seed, startingAt: 2 * sampleRate)
    else { preconditionFailure("a search stays within the ranges") }
    var span = sound.mutableSpan
    renderer.render(into: &span)
    return sound
  }

  // MARK: Tone

  /// The levels of the bands of the tone that move third octaves by what is wanted: least squares by coordinates, with
  /// a little force towards 0 where few third octaves are heard.
  private func tone(for want: [Double]) -> [Double] {
    var tone = [Double](repeating: 0, count: 9)
    for _ in 0..<30 {
      for band in tone.indices {
        var (sum, weights) = (0.0, 0.01)
        for third in want.indices {
          let weight = max(0, 1 - (Double(third + 1) / 3 - Double(band)).magnitude)
          sum += weight * (want[third] - Self.level(tone, third))
          weights += weight * weight
        }
        tone[band] = max(-24, min(24, tone[band] + sum / weights))
      }
    }
    return tone
  }

  /// The level that a tone gives a third octave: that between two bands, the first of which is a third lower.
  private static func level(_ tone: [Double], _ third: Int) -> Double {
    let (band, step) = (third + 1).quotientAndRemainder(dividingBy: 3)
    return tone[band] + (tone[min(8, band + 1)] - tone[band]) * Double(step) / 3
  }

  /// Adds the tone that suits a rain to that which it has.
  private func setTone(_ candidate: inout Candidate) {
    for (band, level) in candidate.tone.enumerated() {
      Self.move(&candidate.rain, Setting.tones[band], sum: level)
    }
  }

  // MARK: Search

  /// The nearest rain, with the tone, the width and the loudness of the recording.
  mutating func nearest(isQuick: Bool, progress: (Double) -> Void) -> Candidate {
    var grid: [Candidate] = []
    let (rainfalls, distances) = (isQuick ? [2.0, 12] : [1, 3, 10, 30], [0.6, 1, 1.8])
    let count = Place.names.count * rainfalls.count * distances.count
    for place in Place.names.compactMap({ try? Place(named: $0) }) {
      for rainfall in rainfalls {
        for factor in distances {
          var candidate = Candidate(rain: Rain(), place: place.name)
          candidate.rain.take(place.given, from: place.automation.rain)
          candidate.rain[.rainfall] = rainfall
          Self.move(&candidate.rain, .distance, factor: factor)
          measure(&candidate, seconds: 8)
          grid.append(candidate)
          progress((isQuick ? 0.9 : 0.6) * Double(grid.count) / Double(count))
        }
      }
    }
    spread = Self.spread(of: grid.map(\.textures))
    for index in grid.indices { compare(&grid[index]) }
    grid.sort { $0.distance < $1.distance }
    var best = grid[0]
    if !isQuick {
      var starts = Array(grid.prefix(3))
      for index in starts.indices {
        settle(&starts[index])
        progress(0.7 + 0.1 * Double(index))
      }
      best = starts.min { $0.distance < $1.distance } ?? best
      for size in [1, 0.5] { step(&best, size) }
    }
    finish(&best)
    return best
  }

  /// How far each statistic spreads: the geometric mean of how far among our rains, and in windows of one. The first alone
  /// would let what hardly tells rains from each other count as much as what does.
  private static func spread(of rains: [[SoundTexture]]) -> SoundTexture {
    func variance(of all: [SoundTexture], around middle: SoundTexture) -> SoundTexture {
      SoundTexture(
        meanOf: all.map { zip($0, middle).map { zip($0, $1).map { ($0 - $1) * ($0 - $1) } } })
    }
    let means = rains.map { SoundTexture(meanOf: $0) }
    let among = variance(of: means, around: SoundTexture(meanOf: means))
    let within = SoundTexture(meanOf: zip(rains, means).map { variance(of: $0, around: $1) })
    var spread = zip(among, within).map {
      zip($0, $1).map { ($0 * $1).squareRoot().squareRoot() + 1e-6 }
    }
    spread[0] = spread[0].map { _ in 6 }
    return spread
  }

  /// Moves rainfall and distance to where the texture is nearest. Between the rains around, it is a polynomial of the second
  /// degree by least squares, which has less noise than any of them.
  private func settle(_ candidate: inout Candidate) {
    // Orthogonal over the points below.
    func polynomials(_ x: Double, _ y: Double) -> [Double] {
      [1, x, y, x * y, x * x - 0.5, y * y - 2.0 / 3]
    }
    func moved(_ x: Double, _ y: Double) -> Candidate {
      var other = candidate
      Self.move(&other.rain, .rainfall, factor: Elementary.power(3, x))
      Self.move(&other.rain, .distance, factor: Elementary.power(1.6, y))
      measure(&other)
      return other
    }
    var points: [(Double, Double)] = []
    for x in [-1, -0.5, 0, 0.5, 1] { for y in [-1.0, 0, 1] { points.append((x, y)) } }
    let around = points.map { moved($0, $1).toned }
    let basis = points.map { polynomials($0, $1) }
    let norms = (0..<6).map { n in basis.reduce(0) { $0 + $1[n] * $1[n] } }
    var nearest = (distance: Double.infinity, x: 0.0, y: 0.0)
    for x in stride(from: -1, through: 1, by: 0.1) {
      for y in stride(from: -1, through: 1, by: 0.2) {
        let here = zip(polynomials(x, y), norms).map { $0 / $1 }
        let weights = basis.map { zip($0, here).reduce(0) { $0 + $1.0 * $1.1 } }
        let distance = distance(SoundTexture(meanOf: around, weights: weights), target)
        if distance < nearest.distance { nearest = (distance, x, y) }
      }
    }
    candidate = moved(nearest.x, nearest.y)
  }

  /// The settings that a step moves together, to either side, by a factor or by a sum.
  private static let steps: [(settings: [Setting], factor: Double, sum: Double)] = [
    ([.patterLevel], 1.6, 0), ([.white, .pink, .brown], 1.6, 0), ([.dropLevel], 1, 5),
    ([.gust], 1, 0.2), ([.patterCluster], 1, 0.25), ([.impactJitter], 1, 0.2),
    ([.echoLevel], 1, 5), ([.drops], 2, 0),
  ]

  /// Takes each step of a size that is worth it: that brings a rain nearer by 1 %.
  private func step(_ candidate: inout Candidate, _ size: Double) {
    for (settings, factor, sum) in Self.steps {
      for side in [size, -size] {
        var other = candidate
        for setting in settings {
          Self.move(&other.rain, setting, factor: Elementary.power(factor, side), sum: sum * side)
        }
        measure(&other)
        if other.distance < 0.99 * candidate.distance {
          candidate = other
          break
        }
      }
    }
  }

  /// Moves a number within its range, to three digits.
  private static func move(
    _ rain: inout Rain, _ setting: Setting, factor: Double = 1, sum: Double = 0
  ) {
    let (range, moved) = (setting.row.range, rain[setting] * factor + sum)
    var unit = 1.0
    while moved.magnitude > 1e-6, moved.magnitude * unit < 100 { unit *= 10 }
    rain[setting] = max(range.lowerBound, min(range.upperBound, (moved * unit).rounded() / unit))
  }

  // MARK: Width, tone, loudness

  private func finish(_ best: inout Candidate) {
    let channels = recording.channels.count
    if channels > 1 { setStereo(&best.rain) }
    // Bands lean into each other: what the first tone leaves is added.
    for _ in 0..<2 {
      measure(&best)
      setTone(&best)
    }
    func loudness(_ sounds: some Sequence<[Float]>, _ sampleRate: Int) -> Double {
      var meter = Loudness(sampleRate: sampleRate, layout: channels == 1 ? .mono : .stereo)
      for sound in sounds { meter.update(sound.span) }
      return meter.integrated ?? -70
    }
    let wanted = loudness([recording.interleaved], recording.sampleRate)
    // Gusts come and go, and the limiter may take some of it.
    for _ in 0..<2 {
      let rain = best.rain
      let own = loudness(
        (1...6).lazy.map { sound(rain, seconds: 30, channels: channels, seed: $0) }, sampleRate)
      Self.move(&best.rain, .gain, sum: wanted - own)
    }
  }

  /// The width and the spacing whose correlations by octave are nearest to those of the recording.
  private func setStereo(_ rain: inout Rain) {
    func correlations(_ channels: [[Float]], _ rate: Int) -> [Double] {
      let count = 16 * ShortTimeSpectrum.size(rate)
      let octaves = [250.0, 500, 1000, 2000, 4000, 8000].filter { $0 < 0.3 * Double(rate) }
      return ShortTimeSpectrum(
        count: count, step: count, sampleRate: rate, bands: octaves.map { ($0 / 1.41, $0 * 1.41) }
      ).correlations(channels[0], channels[1])
    }
    let wanted = correlations(recording.channels, recording.sampleRate)
    var nearest = (error: Double.infinity, rain: rain)
    for width in [0.0, 0.25, 0.42, 0.6, 0.78, 1] {
      for spacing in width == 0 ? [0.025] : [0.0, 0.0125, 0.025, 0.05, 0.1, 0.2] {
        var other = rain
        (other[.width], other[.spacing]) = (width, spacing)
        let frames = sound(other, seconds: 4, channels: 2, gain: -12)
        let own = correlations(Recording.planes(frames, 2), sampleRate)
        let error = zip(own, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        if error < nearest.error { nearest = (error, other) }
      }
    }
    rain = nearest.rain
  }
}
