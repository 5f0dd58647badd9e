package import RainDSP
internal import Text

extension Rain {
  /// Every setting as a member of a JSON object, as presets have them.
  package var members: [(key: String, json: String)] {
    // Rainfall is no member: the settings that it sets are.
    Setting.stored.map { ($0.name, $0.json(of: self[$0])) }
  }
}

extension Setting {
  /// A number of the setting as JSON; a choice by its name.
  package func json(of number: Double) -> String {
    row.choice(number).map(JSONText.string) ?? NumberText.shortest(number)
  }
}
