internal import Text

extension PresetDocument.Scalar {
  /// The value as it stood in the text.
  package var json: String {
    switch self {
    case .number(_, let text): text
    case .string(let text): JSONText.string(text)
    case .bool(let isTrue): "\(isTrue)"
    case .null: "null"
    }
  }

  /// The value that ``RenderOption/json(of:)`` has written.
  package init(json: String) {
    switch json {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    case _ where json.hasPrefix("\""): self = .string(String(json.dropFirst().dropLast()))
    default: self = .number(Double(json) ?? 0, text: json)
    }
  }
}
