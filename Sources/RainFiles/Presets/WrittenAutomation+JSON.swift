internal import RainDSP
internal import Text

extension WrittenAutomation {
  package static let curvesKey = "curves"

  /// The curves as members of a JSON object, that of the seeds last.
  package func curveMembers(_ seeds: SeedTrack?) -> [(key: String, json: String)] {
    curves.map { ($0.setting.name, $0.json) }
      + (seeds?.json.map { [(SeedTrack.curveName, $0)] } ?? [])
  }

  /// The settings that are constant and wanted as members of a JSON object, as presets have them, and the curves with
  /// that of the seeds.
  package func members(
    _ seeds: SeedTrack?, where isWanted: (Setting, Double) -> Bool = { _, _ in true }
  ) -> [(key: String, json: String)] {
    let resting = Setting.stored.filter { !moves($0) && isWanted($0, rain[$0]) }
      .map { (key: $0.name, json: $0.json(of: rain[$0])) }
    let curves = curveMembers(seeds)
    guard !curves.isEmpty else { return resting }
    return resting + [(key: WrittenAutomation.curvesKey, json: JSONText.line(curves))]
  }
}
