/// The values that one of several clips has of its own; nil: those of the command line.
struct ClipValues {
  var settings: [(setting: Setting, number: Double)] = []
  var preset: Preset?
  var place: Place?
  var seed: UInt64?
  /// The duration in s.
  var seconds: Double?
  /// The moment of the rain with which it begins, in s.
  var from: Double?

  /// The values that differ from clip to clip, but the seed, as keys and JSON.
  var varied: [(key: String, json: String)] {
    let others = [
      ("preset", preset.map { JSONText.string($0.name) }),
      (Place.key, place.map { JSONText.string($0.name) }),
      ("duration", seconds.map(NumberText.shortest)), ("from", from.map(NumberText.shortest)),
    ]
    return settings.map { ($0.name, $0.json(of: $1)) }
      + others.compactMap { key, json in json.map { (key, $0) } }
  }
}
