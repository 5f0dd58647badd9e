internal import CommandLineKit
internal import RainDSP

extension Rain {
  /// Every setting as a member of a JSON object, as presets have them.
  var members: [(key: String, json: String)] {
    Rain.parameters.compactMap { parameter in
      switch parameter.domain {
      case .number(_, _, let path): (parameter.name, Quantity.text(self[keyPath: path]))
      case .choice(_, let get, _): (parameter.name, JSONText.string(get(self)))
      // What it stands for is there.
      case .curve: nil
      }
    }
  }

  /// Those that differ from steady rain.
  var ownMembers: [(key: String, json: String)] {
    zip(members, Rain().members).filter { $0.json != $1.json }.map(\.0)
  }
}
