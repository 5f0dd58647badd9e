internal import RainAudio

/// A stretch of recorded sound, to be matched: one channel, or left and right.
public struct Recording: Sendable {
  /// The samples of each channel; 1 is full scale.
  public let channels: [[Float]]
  /// In Hz.
  public let sampleRate: Int

  /// The shortest stretch that can be matched, and the longest, in s.
  public static let seconds = 3.0...60.0

  /// Takes the first two channels; both count as one where they are alike.
  ///
  /// - Throws: the reason why no rain can be found in it, as the end of a sentence that begins with its name.
  public init(_ channels: [[Float]], sampleRate: Int) throws {
    guard RainRenderer.sampleRates.contains(sampleRate) else {
      throw Flaw("has \(sampleRate) Hz; 8000 to 192000 Hz are matched")
    }
    let heard = channels.prefix(2)
    let frames = heard.map(\.count).min() ?? 0
    let seconds = Double(frames) / Double(sampleRate)
    guard Self.seconds.contains(seconds) else {
      throw Flaw("lasts \(FixedPoint.brief(seconds)) s; 3 to 60 s are matched")
    }
    guard heard.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw Flaw("holds samples that are no numbers")
    }
    // Tenths of a second below -80 dBFS are silent.
    let tenth = sampleRate / 10
    let silent = stride(from: 0, through: frames - tenth, by: tenth).count { start in
      heard.allSatisfy { $0[start..<start + tenth].allSatisfy { $0.magnitude < 1e-4 } }
    }
    if 2 * silent * tenth > frames { throw Flaw("is silent for most of its time") }
    self.sampleRate = sampleRate
    self.channels = heard.count == 2 && heard[0] == heard[1] ? [heard[0]] : Array(heard)
    if let line, line.share > 0.7 {
      throw Flaw("is a tone of \(FixedPoint.brief(line.frequency)) Hz, and no rain")
    }
  }

  /// The mean of the channels.
  var mono: [Float] {
    channels.count == 1 ? channels[0] : zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
  }

  /// The samples of all channels, frame by frame.
  package var interleaved: [Float] {
    channels.count == 1 ? channels[0] : zip(channels[0], channels[1]).flatMap { [$0, $1] }
  }

  /// The samples of each channel of frames.
  package static func planes(_ frames: [Float], _ channels: Int) -> [[Float]] {
    (0..<channels).map { stride(from: $0, to: frames.count, by: channels).map { frames[$0] } }
  }

  // MARK: Sounds that are not rain

  /// The frequency in Hz of the highest line that stands 15 dB over its surroundings, and its share of the power.
  private var line: (frequency: Double, share: Double)? {
    let count = 128 * ShortTimeSpectrum.size(sampleRate)
    let width = Double(sampleRate) / Double(count)
    let first = Int(40 / width)
    let powers = ShortTimeSpectrum(
      count: count, step: count / 2, sampleRate: sampleRate,
      bands: (first..<count / 2).map { (Double($0) * width, Double($0 + 1) * width) }
    ).powers(of: mono[...]).map { $0.reduce(1e-15, +) }
    let total = powers.reduce(0, +)
    var highest: (frequency: Double, share: Double)?
    for n in 2..<powers.count - 12 where powers[n] > 0.01 * total {
      // A line in a Hann window is three bins wide.
      let beside = (powers[max(0, n - 12)..<max(0, n - 4)] + powers[n + 5...n + 12]).sorted()
      let share = powers[n - 2...n + 2].reduce(0, +) / total
      if powers[n] < 30 * beside[beside.count / 2] || share <= highest?.share ?? 0 { continue }
      let moment = (n - 2...n + 2).reduce(0) { $0 + Double($1) * powers[$1] }
      highest = ((moment / (share * total) + Double(first)) * width, share)
    }
    return highest
  }

  /// The sounds that are not in a rain, a clause each.
  func flaws(beside rain: [Float], sampleRate rate: Int) -> [String] {
    let loud = channels.reduce(0) { $0 + $1.count { $0.magnitude > 0.999 } }
    let clipped = 100 * Double(loud) / Double(channels.count * channels[0].count)
    var flaws = clipped > 0.01 ? ["\(FixedPoint.brief(clipped)) % of the samples are clipped"] : []
    if let line { flaws.append("a tone at \(FixedPoint.brief(line.frequency)) Hz") }
    /// How far the loudest tenths of a second stand over the median in dB: low, in the middle, and high.
    func swings(_ sound: [Float], _ rate: Int) -> [Double] {
      let count = 64 * ShortTimeSpectrum.size(rate)
      return ShortTimeSpectrum(
        count: count, step: count, sampleRate: rate,
        bands: [(60, 250), (300, 2500), (2500, 12_000)]
      ).powers(of: sound[...]).map {
        let powers = $0.sorted().map { $0 + 1e-12 }
        let ratio = powers[powers.count * 19 / 20] / powers[powers.count / 2]
        return Elementary.decibels(amplitude: ratio) / 2
      }
    }
    let names = [("low", "thunder or wind"), ("in the middle", "a voice"), ("high", "birds")]
    for (name, swing) in zip(names, zip(swings(mono, sampleRate), swings(rain, rate))) {
      if swing.0 < swing.1 + 6 { continue }
      flaws.append(
        "something \(name.0) that comes and goes by \(FixedPoint.brief(swing.0)) dB, as \(name.1)")
    }
    return flaws
  }
}
