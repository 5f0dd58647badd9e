internal import RainFiles
internal import Text

/// A line of `sha256sum`: 64 hexadecimal digits, two characters and a name.
///
/// A name with a backslash or a line break has escapes, and its line begins with a backslash, as in GNU
/// coreutils.
package struct ChecksumLine: Equatable {
  package let hash: String
  package let name: String

  package init(hash: String, name: String) {
    self.hash = hash
    self.name = name
  }

  /// The line of a rendering: its name is that of the preset, and the flags that one types behind it.
  package init(hash: String, preset: String, flags: [String]) {
    // A name that is not quoted ends where flags begin.
    let isPlain = preset.unicodeScalars.first != "'" && Self.flags(in: preset) == nil
    self.init(
      hash: hash,
      name: ([isPlain ? preset : ShellWord.quoted(preset)] + flags.map(ShellWord.written))
        .joined(separator: " "))
  }

  /// The preset and the flags that the name consists of; nil where a quotation mark is not closed.
  package var rendering: (preset: String, flags: [String])? {
    let isQuoted = name.unicodeScalars.first == "'"
    guard let end = isQuoted ? name.startIndex : Self.flags(in: name) else { return (name, []) }
    guard let words = ShellWord.words(of: name[end...]) else { return nil }
    return isQuoted ? (words[0], Array(words.dropFirst())) : (String(name[..<end]), words)
  }

  /// Where flags begin. Scalars: what combines with a blank does not hide it.
  private static func flags(in name: String) -> String.Index? {
    name.unicodeScalars.firstRange(of: " --".unicodeScalars)?.lowerBound
  }

  /// Reads a line, without its line break; nil if it has another form.
  package init?(_ line: String) {
    let isEscaped = line.hasPrefix("\\")
    let line = line.dropFirst(isEscaped ? 1 : 0)
    let hash = line.prefix(64)
    let remaining = line.dropFirst(64)
    guard hash.utf8.count == 64, hash.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      remaining.hasPrefix("  ") || remaining.hasPrefix(" *")
    else { return nil }
    let written = remaining.dropFirst(2)
    guard !written.isEmpty else { return nil }
    guard let name = isEscaped ? ChecksumLine.unescaped(written) : String(written),
      // A file name cannot contain NUL.
      !name.unicodeScalars.contains("\0")
    else { return nil }
    self.init(hash: hash.lowercased(), name: name)
  }

  /// The line with its line break.
  package var text: String {
    "\(isEscaped ? "\\" : "")\(hash)  \(escapedName)\n"
  }

  /// The name as `sha256sum --check` prints it.
  package var shownName: String { (isEscaped ? "\\" : "") + escapedName }

  private var isEscaped: Bool { escapedName != name }

  /// What stands behind the backslash of an escape, for each scalar that has one.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["\\": "\\", "\n": "n", "\r": "r"]

  private var escapedName: String {
    name.unicodeScalars.map { scalar in
      Self.escapes[scalar].map { "\\\($0)" } ?? String(scalar)
    }.joined()
  }

  private static func unescaped(_ text: Substring) -> String? {
    var result = ""
    var remaining = text.unicodeScalars[...]
    while let scalar = remaining.popFirst() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let letter = remaining.popFirst()
      guard let (meant, _) = escapes.first(where: { $0.value == letter }) else { return nil }
      result.unicodeScalars.append(meant)
    }
    return result
  }
}

/// What a line of `hash` without flags was rendered with.
enum HashStandard {
  static let duration = Duration.seconds(10)

  /// As flags.
  static let flags = RenderJob(duration: duration).words().filter {
    ["--duration", "--rate", "--channels", "--format"].contains($0.prefix { $0 != "=" })
  }.joined(separator: " ")
}
