internal import RainDSP
internal import Text

extension WrittenAutomation {
  package static let curvesKey = "curves"

  /// The curves as members of a JSON object.
  package var curveMembers: [(key: String, json: String)] {
    curves.map { ($0.setting.name, $0.json) }
  }

  /// The settings that are constant and wanted as members of a JSON object, as presets have them.
  package func restingMembers(
    where isWanted: (Setting, Double) -> Bool
  ) -> [(key: String, json: String)] {
    Setting.stored.filter { !moves($0) && isWanted($0, rain[$0]) }
      .map { ($0.name, $0.json(of: rain[$0])) }
  }
}
