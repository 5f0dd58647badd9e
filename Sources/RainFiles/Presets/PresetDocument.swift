package import Text

/// The keys and values of a JSON object, in the order of the text, with their positions. The object is flat
/// but for the curves.
///
/// The caller decides which keys and values are right.
package struct PresetDocument: Sendable {
  package internal(set) var entries: [Entry] = []
  /// The members of the object `curves`.
  package internal(set) var curves: [Curve] = []

  /// A key and its value, which is no array and no object.
  package struct Entry: Sendable, Equatable {
    package let key: String
    package let keyPosition: TextPosition
    package let scalar: JSONNode
    package let scalarPosition: TextPosition

    package init(
      key: String, keyPosition: TextPosition, scalar: JSONNode, scalarPosition: TextPosition
    ) {
      self.key = key
      self.keyPosition = keyPosition
      self.scalar = scalar
      self.scalarPosition = scalarPosition
    }
  }

  /// The curve of a setting: an array of keys, each an array of scalars. A gauge has millions of keys, so they are
  /// read from the text when they are asked for, one at a time.
  package struct Curve: Sendable {
    package let name: String
    package let namePosition: TextPosition
    /// How many keys it has.
    package let count: Int
    /// Before the bracket of the keys.
    private let text: JSONReader

    package struct Key: Sendable {
      package let position: TextPosition
      package let elements: [Element]
    }

    package struct Element: Sendable {
      package let scalar: JSONNode
      package let position: TextPosition
    }

    /// Reads past the keys, which are next.
    init(
      name: String, namePosition: TextPosition, from reader: inout JSONReader
    ) throws(Flaw) {
      (self.name, self.namePosition, text) = (name, namePosition, reader)
      var count = 0
      try reader.readKeys(
        of: name,
        { _, _ in
          count += 1; return true
        }
      ) { _ throws(Flaw) in count += 1 }
      self.count = count
    }

    /// Hands the keys over in their order: pairs of plain numbers to `pair`, which may refuse one.
    package func forEachKey(
      pair: (Double, Double) -> Bool = { _, _ in false }, _ body: (Key) throws(Flaw) -> Void
    ) throws(Flaw) {
      var reader = text
      try reader.readKeys(of: name, pair, body)
    }

    /// Where a key stands, counted from 0.
    func position(ofKey number: Int) -> TextPosition? {
      var (left, position) = (number, TextPosition?.none)
      try? forEachKey { (key) throws(Flaw) in
        if left == 0 { position = key.position }
        left -= 1
      }
      return position
    }
  }
}

/// A preset that could not be loaded. Its description is a sentence for people.
public enum PresetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No shipped preset has that name; `nearest` is the one that was probably meant.
  case unknownName(String, nearest: String?)
  /// The file could not be read; the reason names the file.
  case unreadable(path: String, reason: String)
  /// The file has more than `limit` bytes and cannot be a preset.
  case tooLong(path: String, limit: Int)
  /// The text is not a preset; lines and columns count from 1.
  case invalid(file: String, line: Int, column: Int, reason: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .unknownName(let name, let nearest):
      "no preset is called \(name.quoted)" + (nearest.map { "; \(Suggestion.question($0))" } ?? "")
    case .unreadable(_, let reason): reason
    case .tooLong(let path, let limit):
      "\(PlainText.path(path)): has more than \(limit) bytes, the most that are read"
    case .invalid(let file, let line, let column, let reason):
      "\(PlainText.path(file)):\(line):\(column): \(reason)"
    }
  }
}

extension PresetError {
  /// A flaw in the text of a preset.
  init(_ flaw: Flaw, in file: String) {
    let position = flaw.position ?? .start
    self = .invalid(
      file: file, line: position.line, column: position.column, reason: flaw.sentence)
  }
}
