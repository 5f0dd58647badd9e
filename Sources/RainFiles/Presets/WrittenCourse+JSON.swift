internal import RainDSP
internal import Wording

extension WrittenCourse {
  package static let curvesKey = "curves"

  /// Every setting that rests as a member of a JSON object, as presets have them, and the curves.
  package var members: [(key: String, json: String)] {
    let resting = rain.members.filter { !moves($0.key) }
    guard !curves.isEmpty else { return resting }
    let curves = JSONText.line(curves.map { ($0.name, $0.json) })
    return resting + [(WrittenCourse.curvesKey, curves)]
  }
}
