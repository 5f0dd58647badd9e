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

extension ClipRun {
  /// The clips that are planned at a time.
  static let clipsAtOnce = 4096

  /// Renders the clips that are not there yet, or with `rendersAll` all of them. A failure does not stop the others.
  nonisolated(nonsending) mutating func render(
    _ series: consuming some ClipSeries, rendersAll: Bool = false
  ) async throws {
    let numbers = series.numbers
    var failed: [Int] = []
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.clipsAtOnce) {
      let end = min(first + Self.clipsAtOnce, numbers.upperBound)
      var missing: [(number: Int, clip: RenderedClip)] = []
      for number in first..<end {
        do {
          let clip = try planned(await series.clip(number), rendersAll: rendersAll)
          if let clip { missing.append((number, clip)) }
        } catch  where series.goesOnAfterMistakes {
          StandardError.note(Failure(error).sentence)
          failed.append(number)
        }
      }
      if end == numbers.upperBound, unchanged > 0, !settings.isQuiet {
        StandardError.note(series.sentence(unchanged: unchanged))
      }
      failed += try await render(missing.map(\.clip)).map { missing[$0].number }
    }
    if failed.isEmpty || failed.count < numbers.count { try finish() }
    guard failed.isEmpty else {
      throw Failure(.couldNot, series.sentence(failed: failed.sorted()))
    }
  }
}
