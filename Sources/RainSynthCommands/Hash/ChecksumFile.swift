/// A list of checksums: a manifest, or lines of `sha256sum` whose names have flags behind them.
struct ChecksumFile {
  struct Entry {
    let line: ChecksumLine
    /// The sound revision with which it was printed; nil if that is not known.
    let revision: Int?
    /// The entry of a manifest; nil for a preset and its flags.
    var clip: ClipEntry?

    /// The name as it stands in the list, safe to show.
    var fileName: String { PlainText.path(line.shownName) }

    /// The name of the rendering: the preset with its flags, as `hash` takes them, or the settings of a file.
    var name: String { clip == nil ? fileName : "settings of \(fileName)" }
  }

  /// A comment with the sound revision of the lines that follow, as presets/SHA256SUMS has it.
  private static let revision = ", sound revision "

  /// A longer line was not printed by `hash`: no path and no word of a command line has so many bytes.
  private static let longestLine = 1 << 18

  private(set) var entries: [Entry] = []
  private(set) var malformedLines = 0

  init(_ bytes: [UInt8]) {
    // Some programs begin a text with the mark of UTF-8.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var revision: Int?
    for lineBytes in bytes.split(separator: UInt8(ascii: "\n")) {
      let isEntry = lineBytes.first == UInt8(ascii: "{")
      let isShort = lineBytes.count <= (isEntry ? ClipEntry.longestLine : Self.longestLine)
      let bytes = isShort ? Array(lineBytes) : []
      var text = isEntry ? "" : PathString.string(bytes)
      // Files from other systems may end lines with CR LF.
      if text.hasSuffix("\r") { text.removeLast() }
      if isEntry, let clip = ClipEntry(json: bytes), let hash = clip.hash {
        let line = ChecksumLine(hash: hash, name: clip.file)
        entries.append(Entry(line: line, revision: clip.revision, clip: clip))
      } else if let line = ChecksumLine(text) {
        entries.append(Entry(line: line, revision: revision))
      } else if text.hasPrefix("#") {
        revision =
          text.firstRange(of: Self.revision).flatMap { Int(text[$0.upperBound...]) } ?? revision
      } else {
        malformedLines += 1
      }
    }
  }
}

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
  package var text: String { "\(isEscaped ? "\\" : "")\(hash)  \(escapedName)\n" }

  /// The name as `sha256sum --check` prints it.
  package var shownName: String { (isEscaped ? "\\" : "") + escapedName }

  private var isEscaped: Bool { escapedName != name }

  /// The letter behind the backslash of an escape, for each scalar that has one.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["\\": "\\", "\n": "n", "\r": "r"]

  private var escapedName: String { name.replacing(Self.escapes.mapValues { "\\\($0)" }) }

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
