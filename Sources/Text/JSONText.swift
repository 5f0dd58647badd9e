/// Pieces of JSON.
package enum JSONText {
  /// A string with its quotation marks. Invisible characters are written as escapes, so that a terminal
  /// shows them; a JSON reader gets every scalar back.
  package static func string(_ text: String) -> String {
    // Nearly all keys and names.
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      return "\"" + text + "\""
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where PlainText.isVisible(scalar): result.unicodeScalars.append(scalar)
      default:
        for unit in scalar.utf16 { result += "\\u" + PlainText.hexadecimal(unit, digits: 4) }
      }
    }
    return result + "\""
  }

  /// An object on one line, without a space that it does not need.
  package static func line(_ members: [(key: String, json: String)]) -> String {
    var line = "{"
    // The curves of a gauge are long: they are copied once.
    line.reserveCapacity(members.reduce(2) { $0 + $1.key.utf8.count + $1.json.utf8.count + 4 })
    for member in members {
      if line.utf8.count > 1 { line += "," }
      line += string(member.key)
      line += ":"
      line += member.json
    }
    // To return the sum of both would be to copy it.
    line += "}"
    return line
  }

  /// An object over several lines, its members indented by `indentation` spaces.
  package static func object(_ members: [(key: String, json: String)], indentation: Int = 2)
    -> String
  {
    guard !members.isEmpty else { return "{}" }
    let margin = String(repeating: " ", count: indentation)
    var object = "{\n"
    object.reserveCapacity(members.reduce(100) { $0 + $1.key.utf8.count + $1.json.utf8.count + 20 })
    for (index, member) in members.enumerated() {
      object += "\(index == 0 ? "" : ",\n")\(margin)\(string(member.key)): "
      object += member.json
    }
    object += "\n\(margin.dropLast(2))}"
    return object
  }
}
