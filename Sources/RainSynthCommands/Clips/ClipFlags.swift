internal import CommandLineKit

/// The flags of commands that fill a folder with clips.
enum ClipFlags {
  /// The flag -O, of all commands that write to a folder.
  static func folder(isEveryday: Bool) -> Option {
    Option(
      "output-folder", short: "O", takes: "DIR", "the folder to write to; made if missing",
      completion: .folder, isEveryday: isEveryday)
  }

  /// The flag --count, of vary and drop.
  static func count(_ range: ClosedRange<Int>, isEveryday: Bool) -> Option {
    Option(
      "count", short: "n", takes: "N", "how many clips, or drops",
      range: "\(range.lowerBound) .. \(range.upperBound)", isEveryday: isEveryday)
  }
}
