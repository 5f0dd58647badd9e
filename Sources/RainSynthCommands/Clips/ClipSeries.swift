internal import RainFiles

/// The clips that a command asks for, by their numbers: `batch` enumerates their values, `vary` draws them.
protocol ClipSeries {
  var numbers: Range<Int> { get }
  /// Whether the others are rendered where the values of a clip contradict each other.
  var goesOnAfterMistakes: Bool { get }
  nonisolated(nonsending) mutating func clip(_ number: Int) async throws -> WantedClip
  /// What is said of clips that are there already.
  func sentence(unchanged: Int) -> String
  /// What is said at the end of clips that failed, in order.
  func sentence(failed: [Int]) -> String
}

/// A clip as a command wants it: its rendering, and what it is called.
struct WantedClip {
  let job: Rendering
  var file: String
  /// nil for the rain of a preset.
  let number: Int?
  let preset: String
  /// What it is called where another file has its name.
  let name: String
  let stems: StemFolder?
  /// What differs from clip to clip, as keys and JSON.
  let varied: [(key: String, json: String)]
  /// Whether its entry describes it in words.
  let hasText: Bool
}
