internal import RainAudio

/// A search for the rain whose texture is nearest to that of a recording.
struct MatchSearch {
  struct Candidate {
    var rain: Rain
    let place: String
    /// With the tone that suits it.
    var distance = Double.infinity
    var tone: [Double] = []
    fileprivate var textures: [SoundTexture] = []
    fileprivate var toned: SoundTexture = []
    /// Where rainfall and distance lie within the range of a search, in its logarithm: 0 to 1.
    fileprivate var shares: [Double]
    /// No two have the same gusts, which would count as rainfall.
    fileprivate let seed: UInt64

    fileprivate init(_ place: Place, _ shares: [Double], seed: Int = 1) {
      (self.place, self.shares, self.seed) = (place.name, shares, UInt64(seed))
      rain = Rain()
      rain.take(place.given, from: place.automation.rain)
      // Its color is in the tone.
      rain[.spot] = 0
      rain[.rainfall] = 1
      MatchSearch.move(&rain, .rainfall, factor: 0.6 * Elementary.power(80, shares[0]))
      MatchSearch.move(&rain, .distance, factor: 0.55 * Elementary.power(3.5, shares[1]))
    }
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
  /// How far rains of one place are from each other, in the mean.
  private(set) var kindDistance = 0.0

  init(_ recording: Recording) {
    self.recording = recording
    let rate = recording.sampleRate
    let highest = min(15_000, 0.45 * Double(rate))
    var factor = 1
    while rate > 48_000 * factor { factor *= 2 }
    sampleRate = rate / factor
    analysis = TextureAnalysis(sampleRate: sampleRate, highest: highest)
    // Of each channel: in their mean, what differs between them is fainter than what does not.
    let heard = TextureAnalysis(sampleRate: rate, highest: highest)
    let channels = recording.channels.map { heard.textures(of: $0) }
    var textures = channels[0].indices.map { n in SoundTexture(meanOf: channels.map { $0[n] }) }
    // But the color is that of the mean, as one channel of a rain has it.
    if channels.count > 1 {
      for (n, window) in heard.textures(of: recording.mono).enumerated() {
        textures[n][0] = window[0]
      }
    }
    self.textures = textures
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
  var ownDistance: Double { distance(halves[0], halves[1]) }

  /// The textures of the halves of the recording, of as many windows.
  private var halves: [SoundTexture] {
    let half = textures.count / 2
    return [SoundTexture(meanOf: textures[..<half]), SoundTexture(meanOf: textures.suffix(half))]
  }

  /// How far a rain is from the recording, measured as ``ownDistance``: the halves of as long a
  /// stretch against the halves of the recording. The root of the mean square over four seeds that
  /// the search has not heard.
  func distance(of rain: Rain) -> Double {
    let seconds = Double(recording.channels[0].count) / Double(recording.sampleRate)
    let squares = (101...104).map { seed in
      let sound = sound(rain, seconds: seconds, gain: -12, seed: UInt64(seed))
      let windows = analysis.textures(of: sound).prefix(textures.count)
      let half = SoundTexture(meanOf: windows.prefix(textures.count / 2))
      let distance = distance(half, halves[seed % 2])
      return distance * distance
    }
    return (squares.reduce(0, +) / 4).squareRoot()
  }

  /// Listens to a rain, and gives it the tone that brings it nearest.
  private func measure(_ candidate: inout Candidate, seconds: Double = 12) {
    candidate.textures = analysis.textures(
      of: sound(candidate.rain, seconds: seconds, gain: -12, seed: candidate.seed))
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
    _ rain: Rain, seconds: Double, channels: Int = 1, gain: Double? = nil, seed: UInt64 = 1
  ) -> [Float] {
    var rain = rain
    rain[.gain] = gain ?? rain[.gain]
    var sound = [Float](repeating: 0, count: Int(seconds * Double(sampleRate)) * channels)
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

  // MARK: Search

  /// The nearest rain, with the tone, the width and the loudness of the recording; the nearest of
  /// another place; and the rainfalls that sound about as near.
  mutating func nearest(
    isQuick: Bool, progress: (Double) -> Void
  ) -> (best: Candidate, second: Candidate, rainfalls: ClosedRange<Double>) {
    let (places, count) = (Place.names.compactMap { try? Place(named: $0) }, isQuick ? 6 : 12)
    // They fill the range evenly, however many they are (by multiples of irrational numbers, Kronecker).
    func rains(_ index: Int, _ numbers: Range<Int>) -> [Candidate] {
      numbers.map { n in
        let shares = [0.754_877_666, 0.569_840_291].map { $0 * Double(n + 1) }
        return Candidate(
          places[index], shares.map { $0 - $0.rounded(.down) }, seed: 64 * (index + 1) + n)
      }
    }
    var grid = places.indices.flatMap { rains($0, 0..<count) }
    for index in grid.indices {
      measure(&grid[index], seconds: 8)
      progress((isQuick ? 0.9 : 0.3) * Double(index) / Double(grid.count))
    }
    spread = Self.spread(of: grid.map(\.textures))
    for index in grid.indices { compare(&grid[index]) }
    kindDistance = Self.mean(
      zip(grid, grid.dropFirst()).filter { $0.place == $1.place }.map {
        distance($0.toned, $1.toned)
      })
    grid.sort { $0.distance < $1.distance }
    let names = [grid[0].place, grid.first { $0.place != grid[0].place }?.place]
    var found = names.compactMap { name in grid.first { $0.place == name } }
    if !isQuick {
      let near = names.compactMap { name in places.firstIndex { $0.name == name } }
      for var rain in near.flatMap({ rains($0, count..<64) }) {
        measure(&rain)
        grid.append(rain)
        progress(0.3 + 0.4 * Double(grid.count - 108) / 104)
      }
      found = near.map { index in
        let place = places[index]
        let settled = settled(place, among: grid)
        // A recording unlike our rains is not among those that the regression knows.
        let own = grid.filter { $0.place == place.name }
        guard var nearest = own.min(by: { $0.distance < $1.distance }) else { return settled }
        measure(&nearest, seconds: 24)
        return nearest.distance < 0.9 * settled.distance ? nearest : settled
      }
      for index in found.indices {
        blend(&found[index])
        progress(0.8 + 0.1 * Double(index))
      }
    }
    let limit = 1.1 * (grid.map(\.distance).min() ?? 0)
    let rainfalls =
      grid.filter { $0.distance <= limit && names.contains($0.place) }.map { $0.rain[.rainfall] }
    for index in found.indices {
      setTone(&found[index])
      found[index].distance = distance(of: found[index].rain)
    }
    found.sort { $0.distance < $1.distance }
    let told = rainfalls + [found[0].rain[.rainfall]]
    finish(&found[0])
    return (found[0], found[1], (told.min() ?? 0)...(told.max() ?? 0))
  }

  private static func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(max(1, numbers.count))
  }

  /// The levels of drops, patter, bed and echo beside each other, and how far they swell: steps
  /// that bring a rain nearer, each half as wide as the one before.
  private func blend(_ rain: inout Candidate) {
    let moves: [(Setting, step: Double)] = [
      (.dropLevel, 4), (.pink, 1.6), (.patterLevel, 1.6), (.echoLevel, 5), (.gust, 1.6),
      (.patterCluster, 1.6),
    ]
    measure(&rain, seconds: 24)
    for round in 0..<3 {
      for (setting, step) in moves {
        for sign in [1.0, -1] {
          var other = rain
          let share = sign / Double(1 << round)
          if step > 2 {
            MatchSearch.move(&other.rain, setting, sum: share * step)
          } else {
            MatchSearch.move(&other.rain, setting, factor: Elementary.power(step, share))
          }
          measure(&other, seconds: 24)
          // What is nearer by less may be so by chance.
          if other.distance < 0.985 * rain.distance {
            rain = other
            break
          }
        }
      }
    }
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

  /// The rain of a place with the rainfall and the distance that belong to the texture of the recording: a ridge regression
  /// (Hoerl & Kennard 1970) on all statistics but the third octaves. The nearest rain alone would be a worse guess: a
  /// farther, harder rain sounds much like a nearer, softer one.
  private func settled(_ place: Place, among rains: [Candidate]) -> Candidate {
    func numbers(_ texture: SoundTexture, _ shares: [Double]) -> [Double] {
      texture.dropFirst().flatMap { $0 } + shares
    }
    // Each beside the mean; the recording is the last.
    var rows = rains.filter { $0.place == place.name }.map { numbers($0.toned, $0.shares) }
    let middle = SoundTexture(meanOf: rows.map { [$0] })[0]
    rows.append(numbers(target, [0, 0]))
    for row in rows.indices { rows[row] = zip(rows[row], middle).map { $0 - $1 } }
    let statistics = 0..<middle.count - 2
    let weights = statistics.map { n in
      Double(rows.count) / rows.reduce(1e-9) { $0 + $1[n] * $1[n] }
    }
    var matrix = rows.map { a in
      rows.map { b in statistics.reduce(0) { $0 + weights[$1] * a[$1] * b[$1] } }
        + a[statistics.endIndex...]
    }
    // What elimination leaves of the shares of the recording is what they are, negative.
    let last = rows.count - 1
    for k in 0..<last {
      matrix[k][k] += 0.3 * Double(statistics.count)
      for i in k + 1...last {
        let factor = matrix[i][k] / matrix[k][k]
        for j in k..<last + 3 { matrix[i][j] -= factor * matrix[k][j] }
      }
    }
    var found = Candidate(place, matrix[last].suffix(2).map { max(-0.2, min(1.2, -$0)) })
    measure(&found, seconds: 24)
    return found
  }

  /// Moves a number within its range, to three digits.
  fileprivate static func move(
    _ rain: inout Rain, _ setting: Setting, factor: Double = 1, sum: Double = 0
  ) {
    let (range, moved) = (setting.row.range, rain[setting] * factor + sum)
    var unit = 1.0
    while moved.magnitude > 1e-6, moved.magnitude * unit < 100 { unit *= 10 }
    rain[setting] = max(range.lowerBound, min(range.upperBound, (moved * unit).rounded() / unit))
  }

  // MARK: Width, tone, loudness

  private func setTone(_ candidate: inout Candidate) {
    // Bands lean into each other: what the first tone leaves is added.
    for _ in 0..<3 {
      measure(&candidate, seconds: 40)
      for band in candidate.tone.indices {
        MatchSearch.move(&candidate.rain, Setting.tones[band], sum: candidate.tone[band])
      }
    }
  }

  private func finish(_ best: inout Candidate) {
    let channels = recording.channels.count
    if channels > 1 { setStereo(&best.rain) }
    func loudness(_ sound: [Float], _ sampleRate: Int) -> Double {
      var meter = Loudness(sampleRate: sampleRate, layout: channels == 1 ? .mono : .stereo)
      meter.update(sound.span)
      return meter.integrated ?? -70
    }
    let wanted = loudness(recording.interleaved, recording.sampleRate)
    // The power of gusts and drift has the mean 1. The limiter may take some of it.
    for _ in 0..<2 {
      var even = best.rain
      for setting in [Setting.gust, .patterGust, .drift] { even[setting] = 0 }
      let own = loudness(sound(even, seconds: 60, channels: channels), sampleRate)
      MatchSearch.move(&best.rain, .gain, sum: wanted - own)
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
