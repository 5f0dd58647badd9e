/// The rain that sounds most like a recording.
///
/// ```swift
/// let match = Match(try Recording([left, right], sampleRate: 48_000))
/// print(match.preset.summary)    // "like 'forest' at 6 to 13 mm/h, nearest drop 0.6 m"
/// ```
///
/// The texture is compared; <doc:RainLikeARecording> says how. The same recording has the same match on every machine.
public struct Match: Sendable {
  /// The rain, whose tone is that of the recording, and whose gain gives it its loudness; endless, in any layout.
  public let preset: Preset
  /// The places that it sounds like, the nearest first, and how far the rain is from the recording
  /// there: 0 for the same texture. The second is named where it is nearly as near.
  public let places: [(name: String, distance: Double)]
  /// The rainfalls in mm/h that sound as near; nil where the sound does not tell them.
  public let rainfall: ClosedRange<Double>?
  /// How far the halves of the recording are from each other, measured as the distances.
  public let ownDistance: Double
  /// A word on the distance.
  public let nearness: Nearness
  /// The sounds in the recording that are not in the rain, a clause each.
  public let flaws: [String]
  /// The third octaves of the recording and of the rain, in Hz and dB.
  package let thirds: [(frequency: Double, recording: Double, rain: Double)]

  /// The meaning of a distance.
  public enum Nearness: String, Sendable {
    /// At most a quarter farther than the halves of the recording from each other.
    case itself = "as near as its own halves"
    /// As far as rains of one place from each other.
    case kind = "like another rain of the kind"
    case none = "nothing like it"
  }

  /// Finds it; quickly, only among rains that lie far apart. `progress` is called now and then, with the share
  /// that is done.
  public init(
    _ recording: Recording, name: String = "match", isQuick: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) {
    var search = MatchSearch(recording)
    let (best, second, rainfalls) = search.nearest(isQuick: isQuick, progress: progress)
    let distance = best.distance
    places = [best, second].map { ($0.place, $0.distance) }.filter { $0.1 < 1.15 * distance }
    ownDistance = search.ownDistance
    nearness =
      distance <= 1.25 * ownDistance
      ? .itself : distance <= max(search.kindDistance, 1.5 * ownDistance) ? .kind : .none
    let isTold = nearness != .none && rainfalls.upperBound <= 12 * rainfalls.lowerBound
    rainfall = isTold ? rainfalls : nil
    // Another seed than that by which it was chosen.
    let sound = search.sound(best.rain, seconds: 24, gain: -12, seed: 2)
    let own = SoundTexture(meanOf: search.analysis.textures(of: sound))
    thirds = zip(search.analysis.thirds, zip(search.target[0], own[0])).map { ($0, $1.0, $1.1) }
    let noise = (0..<8 * search.sampleRate).map { Float(RandomKey(seed: 1).child($0).normal / 10) }
    var plain = SoundTexture(meanOf: search.analysis.textures(of: noise))
    plain[0] = search.target[0]
    var flaws = recording.flaws(beside: sound, sampleRate: search.sampleRate)
    if search.distance(plain, search.target) < search.distance(own, search.target) {
      flaws.append("it is no nearer to rain than to plain noise")
    }
    self.flaws = flaws
    let names = places.map { "'\($0.name)'" }.joined(separator: " or ")
    let hardness = rainfall.map {
      let (low, high) = (Self.text($0.lowerBound), Self.text($0.upperBound))
      return " at \(low == high ? low : "\(low) to \(high)") mm/h"
    }
    var preset = Preset(
      name: name,
      summary: "like \(names)\(hardness ?? ""), nearest drop "
        + "\(NumberText.shortest(best.rain[.distance])) m",
      rain: best.rain, revision: Rain.soundRevision)
    // Where it is unsure, no title and no name of a file says a place.
    if places.count == 1 { preset.layer.placeName = best.place }
    self.preset = preset
  }

  /// A number to two digits.
  private static func text(_ number: Double) -> String {
    FixedPoint.text(number, decimals: number < 1 ? 2 : number < 10 ? 1 : 0)
  }
}
