package import Text

/// The keys and values of a JSON object, in the order of the text, with their positions. The object is flat
/// but for the curves and the variations.
///
/// The caller decides which keys and values are right.
package struct PresetDocument: Sendable, Equatable {
  package let entries: [Entry]
  /// The members of the object `curves`.
  package let curves: [Curve]
  /// The members of the object `vary`.
  package let variations: [Entry]
  static let variationsKey = "vary"

  package init(entries: [Entry], curves: [Curve] = [], variations: [Entry] = []) {
    self.entries = entries
    self.curves = curves
    self.variations = variations
  }

  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    package let key: String
    package let keyPosition: TextPosition
    package let scalar: Scalar
    package let scalarPosition: TextPosition

    package init(
      key: String, keyPosition: TextPosition, scalar: Scalar, scalarPosition: TextPosition
    ) {
      self.key = key
      self.keyPosition = keyPosition
      self.scalar = scalar
      self.scalarPosition = scalarPosition
    }
  }

  /// The curve of a setting: an array of keys, each an array of scalars.
  package struct Curve: Sendable, Equatable {
    package let name: String
    package let namePosition: TextPosition
    package let keys: [Key]

    package struct Key: Sendable, Equatable {
      package let position: TextPosition
      package let elements: [Element]
    }

    package struct Element: Sendable, Equatable {
      package let scalar: Scalar
      package let position: TextPosition
    }
  }

  /// A value.
  package enum Scalar: Sendable, Hashable {
    /// The Double nearest to the number in the text, and its text.
    case number(Double, text: String)
    case string(String)
    case bool(Bool)
    case null
  }

}
