internal import RainDSP
internal import RainFiles
internal import Text

/// A list of checksums: a manifest, or lines of `sha256sum`, and between them comments with the sound
/// revision and the flags of the lines that follow, and the checkpoints of the line before.
struct ChecksumFile {
  struct Entry {
    let line: ChecksumLine
    /// The flags with which it was printed.
    let flags: [String]
    /// The sound revision with which it was printed; nil if that is not known.
    let revision: Int?
    fileprivate(set) var checkpoints: Checkpoints?
    /// The entry of a manifest, in place of flags.
    let clip: ClipEntry?

    fileprivate init(_ line: ChecksumLine, flags: [String], revision: Int?) {
      (self.line, self.flags, self.revision, clip) = (line, flags, revision, nil)
    }

    /// An entry of a manifest; nil without a hash.
    fileprivate init?(_ clip: ClipEntry) {
      guard let hash = clip.hash else { return nil }
      line = ChecksumLine(hash: hash, name: clip.file)
      (flags, revision, self.clip) = ([], clip.revision, clip)
    }

    /// The name as it stands in the list, safe to show.
    var fileName: String { PlainText.path(line.shownName) }

    /// What is rendered: the preset with its flags, as `hash` takes them, or the settings of a file.
    var name: String {
      guard clip == nil else { return "settings of \(fileName)" }
      let flags = flags.map { " \($0)" }.joined()
      return fileName + (flags.isEmpty ? "" : PlainText.line(flags, limit: 200))
    }
  }

  private static let signature = "# by \(Program.name) "
  private static let revision = ", sound revision "
  private static let settings = "# \(Program.name) hash"

  /// A longer line was not printed by `hash`: no path and no word of a command line has so many bytes.
  private static let longestLine = 1 << 18

  private(set) var entries: [Entry] = []
  private(set) var malformedLines = 0

  init(_ bytes: [UInt8]) {
    // Some programs begin a text with the mark of UTF-8.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var flags: [String] = []
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
        entries.append(Entry(line, flags: flags, revision: revision))
      } else if text == ChecksumFile.settings || text.hasPrefix("\(ChecksumFile.settings) ") {
        flags = text.dropFirst(ChecksumFile.settings.count).split(separator: " ").map(String.init)
      } else if text.hasPrefix(ChecksumFile.signature) {
        revision = text.firstRange(of: ChecksumFile.revision)
          .flatMap { Int(text[$0.upperBound...]) }
      } else if let checkpoints = Checkpoints(text), !entries.isEmpty {
        entries[entries.count - 1].checkpoints = checkpoints
      } else if !text.hasPrefix("#") {
        malformedLines += 1
      }
    }
  }

  /// The comments before the lines: version, sound revision, and flags, which have no spaces.
  static func comments(ofFlags flags: [String]) -> String {
    "\(signature)\(Program.version)\(revision)\(Rain.soundRevision)\n"
      + ([settings] + flags).joined(separator: " ") + "\n"
  }
}
