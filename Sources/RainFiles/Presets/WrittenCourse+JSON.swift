internal import RainDSP
internal import Text

extension WrittenCourse {
  package static let curvesKey = "curves"

  /// The curves as members of a JSON object.
  package var curveMembers: [(key: String, json: String)] {
    curves.map { ($0.name, $0.json) }
      + (seeds.isEmpty ? [] : [(SeedKey.curveName, SeedKey.json(seeds))])
  }

  /// Every setting that rests as a member of a JSON object, as presets have them, and the curves.
  package var members: [(key: String, json: String)] {
    let resting = rain.members.filter { !moves($0.key) }
    guard !curveMembers.isEmpty else { return resting }
    return resting + [(WrittenCourse.curvesKey, JSONText.line(curveMembers))]
  }
}
