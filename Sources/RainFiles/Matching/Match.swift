/// The rain that sounds most like a recording.
///
/// ```swift
/// let match = Match(try Recording([left, right], sampleRate: 48_000))
/// print(match.preset.summary)    // "like 'forest' at 9 mm/h, nearest drop 0.6 m"
/// ```
///
/// The texture is compared; <doc:RainLikeARecording> says how. The same recording has the same match on every machine.
public struct Match: Sendable {
  /// The rain, whose tone is that of the recording, and whose gain gives it its loudness; endless, in any layout.
  public let preset: Preset
  /// The place of the rain.
  public let place: String
  /// How far the rain is from the recording: 0 for the same texture.
  public let distance: Double
  /// How far the halves of the recording are from each other.
  public let ownDistance: Double
  /// The sounds in the recording that are not in the rain, a clause each.
  public let flaws: [String]
  /// The third octaves of the recording and of the rain, in Hz and dB.
  package let thirds: [(frequency: Double, recording: Double, rain: Double)]

  /// Finds it; quickly, only among rains that lie far apart. `progress` is called now and then, with the share
  /// that is done.
  public init(
    _ recording: Recording, name: String = "match", isQuick: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) {
    var search = MatchSearch(recording)
    let best = search.nearest(isQuick: isQuick, progress: progress)
    // Another seed than that by which it was chosen.
    let sound = search.sound(best.rain, seconds: 16, gain: -12, seed: 2)
    let own = SoundTexture(meanOf: search.analysis.textures(of: sound))
    (place, distance) = (best.place, search.distance(own, search.target))
    ownDistance = search.ownDistance
    thirds = zip(search.analysis.thirds, zip(search.target[0], own[0])).map { ($0, $1.0, $1.1) }
    let noise = (0..<8 * search.sampleRate).map { Float(RandomKey(seed: 1).child($0).normal / 10) }
    var plain = SoundTexture(meanOf: search.analysis.textures(of: noise))
    plain[0] = search.target[0]
    var flaws = recording.flaws(beside: sound, sampleRate: search.sampleRate)
    if search.distance(plain, search.target) < distance {
      flaws.append("it is no nearer to rain than to plain noise")
    } else if distance > max(2, 2 * ownDistance) {
      flaws.append("no rain is near")
    }
    self.flaws = flaws
    var preset = Preset(
      name: name,
      summary: "like '\(place)' at \(NumberText.shortest(best.rain[.rainfall])) mm/h, nearest drop "
        + "\(NumberText.shortest(best.rain[.distance])) m",
      rain: best.rain, revision: Rain.soundRevision)
    preset.automation.place = place
    self.preset = preset
  }
}
