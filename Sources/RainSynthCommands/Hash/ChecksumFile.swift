internal import RainDSP
internal import RainFiles
internal import Text

/// A file of checksums: manifest.jsonl, or lines of `sha256sum`, and between them comments with the sound
/// revision and the flags of the lines that follow, and the checkpoints of the line before.
struct ChecksumFile {
  struct Entry {
    let line: ChecksumLine
    /// The flags with which it was printed.
    let flags: [String]
    /// The sound revision with which it was printed; nil if that is not known.
    let revision: Int?
    fileprivate(set) var checkpoints: Checkpoints?
    /// The settings of a line of manifest.jsonl, in place of flags, as JSON.
    let settings: String?

    fileprivate init(
      _ line: ChecksumLine, flags: [String] = [], revision: Int?, settings: String? = nil
    ) {
      self.line = line
      self.flags = flags
      self.revision = revision
      self.settings = settings
    }

    /// The preset with its flags, as `hash` takes them, safe to show.
    var name: String {
      let flags = flags.map { " \($0)" }.joined()
      return PlainText.path(line.shownName)
        + (flags.isEmpty ? "" : PlainText.line(flags, limit: 200))
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
    var flags: [String] = []
    var revision: Int?
    for lineBytes in bytes.split(separator: UInt8(ascii: "\n")) {
      guard lineBytes.count <= Self.longestLine else {
        malformedLines += 1
        continue
      }
      var text = PathString.string(Array(lineBytes))
      // Files from other systems may end lines with CR LF.
      if text.hasSuffix("\r") { text.removeLast() }
      if let line = ChecksumLine(text) {
        entries.append(Entry(line, flags: flags, revision: revision))
      } else if let entry = Entry(manifestLine: lineBytes) {
        entries.append(entry)
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

extension ChecksumFile.Entry {
  /// A line of manifest.jsonl; nil for any other.
  fileprivate init?(manifestLine bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.first == UInt8(ascii: "{"), let entry = ClipEntry(json: bytes) else { return nil }
    self.init(entry)
  }

  fileprivate init?(_ entry: ClipEntry) {
    guard let hash = entry.hash, let settings = entry.settings else { return nil }
    self.init(
      ChecksumLine(hash: hash, name: entry.file), revision: entry.revision, settings: settings)
  }
}
