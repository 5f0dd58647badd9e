internal import RainAudio
internal import Wording

/// What a file of checksums says: the lines of `sha256sum`, and between them comments that hold the
/// settings of the lines which follow, and the marks of the line before.
struct ChecksumFile {
  struct Entry {
    let line: ChecksumLine
    /// The flags with which it was printed.
    let flags: [String]
    fileprivate(set) var marks: Checkpoints?

    /// The preset with its flags, as `hash` takes them.
    var name: String { ([line.shownName] + flags).joined(separator: " ") }
  }

  private static let settings = "# \(Program.name) hash"

  private(set) var entries: [Entry] = []
  private(set) var malformedLines = 0

  init(_ bytes: [UInt8]) {
    var flags: [String] = []
    for lineBytes in bytes.split(separator: UInt8(ascii: "\n")) {
      var text = PathString.string(Array(lineBytes))
      // Lines that come from elsewhere may end with CR LF.
      if text.hasSuffix("\r") { text.removeLast() }
      if let line = ChecksumLine(text) {
        entries.append(Entry(line: line, flags: flags))
      } else if text == ChecksumFile.settings || text.hasPrefix("\(ChecksumFile.settings) ") {
        flags = text.dropFirst(ChecksumFile.settings.count).split(separator: " ").map(String.init)
      } else if let marks = Checkpoints(text), !entries.isEmpty {
        entries[entries.count - 1].marks = marks
      } else if !text.hasPrefix("#") {
        malformedLines += 1
      }
    }
  }

  /// The comment that gives the lines which follow these flags; no value of a flag has a space.
  static func text(ofFlags flags: [String]) -> String {
    ([settings] + flags).joined(separator: " ") + "\n"
  }
}
