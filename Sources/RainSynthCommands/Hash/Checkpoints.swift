internal import RainAudio
internal import RainFiles

/// The first digits of the SHA-256 of the first second of a job, of its first two seconds, and so on. A
/// comparison of two jobs shows from which second on they differ.
package struct Checkpoints: Equatable, Sendable {
  /// Digits of a checkpoint. A few are enough, since the whole hash has already shown a difference.
  private static let digits = 8
  /// The most checkpoints of a job; in longer jobs they lie further apart.
  private static let most = 32

  /// Seconds between two checkpoints.
  package let spacing: Int
  package private(set) var hashes: [String] = []

  /// No checkpoints yet, of a job of so many seconds.
  package init(seconds: Int) {
    spacing = max(1, (seconds + Checkpoints.most - 1) / Checkpoints.most)
  }

  /// Appends the hash after the next `spacing` seconds.
  mutating func append(_ hash: SHA256) {
    hashes.append(String(SHA256.hex(hash.finalize()).prefix(Checkpoints.digits)))
  }

  /// The number of seconds from the beginning in which both are the same; nil if the spacings differ.
  package func sameSeconds(as other: Checkpoints) -> Int? {
    guard spacing == other.spacing else { return nil }
    return spacing * zip(hashes, other.hashes).prefix { $0 == $1 }.count
  }

  private static let beginning = "# every "

  /// A line with its line break, a comment for `sha256sum`; empty without checkpoints.
  package var text: String {
    hashes.isEmpty
      ? "" : "\(Checkpoints.beginning)\(spacing)s: \(hashes.joined(separator: " "))\n"
  }

  /// Reads a line, without its line break; nil if it has another form.
  package init?(_ line: String) {
    let halves = line.split(separator: "s: ", maxSplits: 1)
    guard line.hasPrefix(Checkpoints.beginning), halves.count == 2,
      let spacing = Int(halves[0].dropFirst(Checkpoints.beginning.count)), spacing >= 1
    else { return nil }
    self.spacing = spacing
    hashes = halves[1].split(separator: " ").map(String.init)
  }
}
