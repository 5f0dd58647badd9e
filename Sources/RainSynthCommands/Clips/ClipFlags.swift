/// The flags of commands that fill a folder with clips.
enum ClipFlags {
  static func folder(isEveryday: Bool) -> Option {
    Option(
      "output-folder", short: "O", takes: "DIR", "the folder to write to; made if missing",
      completion: .folder, isEveryday: isEveryday)
  }

  static let sync = Option(
    "sync", "wait until clips are on the disk before they are listed", standard: "on",
    isNegatable: true)

  static let text = Option(
    "text", "describe each clip in words, as a caption: \"text\" in its line", isNegatable: true)

  static func count(_ range: ClosedRange<Int>, isEveryday: Bool) -> Option {
    Option(
      "count", short: "n", takes: "N", "how many clips, or drops",
      range: "\(range.lowerBound) .. \(range.upperBound)", isEveryday: isEveryday)
  }
}
