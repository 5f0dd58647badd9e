package import RainDSP
internal import Text

extension Rain {
  /// Every setting as a member of a JSON object, as presets have them.
  package var members: [(key: String, json: String)] {
    Rain.parameters.compactMap { parameter in
      switch parameter.domain {
      case .number(_, _, let path): (parameter.name, NumberText.shortest(self[keyPath: path]))
      case .choice(_, let get, _): (parameter.name, JSONText.string(get(self)))
      // A curve is no member: the settings that it sets are.
      case .several: nil
      }
    }
  }
}
