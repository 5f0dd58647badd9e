internal import RainFiles
internal import Text

/// A list of checksums: a manifest, or lines of `sha256sum` whose names have flags behind them.
struct ChecksumFile {
  struct Entry {
    let line: ChecksumLine
    /// The sound revision with which it was printed; nil if that is not known.
    let revision: Int?
    /// The entry of a manifest; nil for a preset and its flags.
    let clip: ClipEntry?

    fileprivate init(_ line: ChecksumLine, revision: Int?) {
      (self.line, self.revision, clip) = (line, revision, nil)
    }

    /// An entry of a manifest; nil without a hash.
    fileprivate init?(_ clip: ClipEntry) {
      guard let hash = clip.hash else { return nil }
      line = ChecksumLine(hash: hash, name: clip.file)
      (revision, self.clip) = (clip.revision, clip)
    }

    /// The name as it stands in the list, safe to show.
    var fileName: String { PlainText.path(line.shownName) }

    /// What is rendered: the preset with its flags, as `hash` takes them, or the settings of a file.
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
      guard lineBytes.count <= (isEntry ? ClipEntry.longestLine : Self.longestLine) else {
        malformedLines += 1
        continue
      }
      if isEntry {
        if let entry = ClipEntry(json: Array(lineBytes)).flatMap(Entry.init) {
          entries.append(entry)
        } else {
          malformedLines += 1
        }
        continue
      }
      var text = PathString.string(Array(lineBytes))
      // Files from other systems may end lines with CR LF.
      if text.hasSuffix("\r") { text.removeLast() }
      if let line = ChecksumLine(text) {
        entries.append(Entry(line, revision: revision))
      } else if text.hasPrefix("#") {
        revision =
          text.firstRange(of: Self.revision).flatMap { Int(text[$0.upperBound...]) } ?? revision
      } else {
        malformedLines += 1
      }
    }
  }
}
