internal import Wording
package import RainDSP

extension Rain {
  /// Every setting as a member of a JSON object, as presets have them.
  package var members: [(key: String, json: String)] {
    Rain.parameters.compactMap { parameter in
      switch parameter.domain {
      case .number(_, _, let path): (parameter.name, NumberText.shortest(self[keyPath: path]))
      case .choice(_, let get, _): (parameter.name, JSONText.string(get(self)))
      // The settings that it sets are there.
      case .curve: nil
      }
    }
  }

  /// Those that differ from steady rain.
  package var ownMembers: [(key: String, json: String)] {
    zip(members, Rain().members).filter { $0.json != $1.json }.map(\.0)
  }
}
