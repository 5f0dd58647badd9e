/// The flags of commands that fill a folder with clips.
enum ClipFlags {
  /// The flag -O, of all commands that write to a folder.
  static func folder(isEveryday: Bool) -> Option {
    Option(
      "output-folder", short: "O", takes: "DIR", "the folder to write to; made if missing",
      completion: .folder, isEveryday: isEveryday)
  }

  /// The flag --no-sync, of all commands that fill a folder.
  static let sync = Option(
    "sync", "wait until clips are on the disk before they are listed", standard: "on",
    isNegatable: true)

  /// The flag --text, of vary.
  static let text = Option(
    "text", "describe each clip in words, as a caption: \"text\" in its line", isNegatable: true)

  /// The flag --count, of vary and drop.
  static func count(_ range: ClosedRange<Int>, isEveryday: Bool) -> Option {
    Option(
      "count", short: "n", takes: "N", "how many clips, or drops",
      range: "\(range.lowerBound) .. \(range.upperBound)", isEveryday: isEveryday)
  }
}
