package import RainDSP
internal import Text

extension Setting {
  /// A number of the setting as JSON; a choice by its name.
  package func json(of number: Double) -> String {
    row.choice(number).map(JSONText.string) ?? NumberText.shortest(number)
  }
}
