import Testing
import Text

@Suite struct SuggestionTests {
  private let names = ["rainfall", "gain", "gust"]

  @Test("the nearest name begins with the word or differs by few letters")
  func nearest() {
    let names = ["bubble-frequency", "bubble-decay", "drops", "gust"]
    #expect(Suggestion.nearest(to: "bubble", in: names) == "bubble-decay")
    #expect(Suggestion.nearest(to: "buble-frequency", in: names) == "bubble-frequency")
    #expect(Suggestion.nearest(to: "dorps", in: names) == "drops")
    #expect(Suggestion.nearest(to: "wind", in: names) == nil)
    #expect(Suggestion.nearest(to: "", in: names) == nil)
    #expect(Suggestion.nearest(to: "x", in: []) == nil)
    let long = String(repeating: "drops", count: 1_000_000)
    #expect(Suggestion.nearest(to: long, in: names) == nil)
  }

  @Test("a word near to a name gets a question, another one none")
  func question() {
    #expect(Suggestion.question(for: "gian", in: names) == "did you mean gain?")
    #expect(Suggestion.question(for: "gian", in: names) { "--\($0)" } == "did you mean --gain?")
    #expect(Suggestion.question(for: "thunder", in: names) == nil)
  }

  @Test("the question ends a sentence, or something else does")
  func hint() {
    #expect(Suggestion.hint(for: "rain", in: names) == "; did you mean rainfall?")
    #expect(Suggestion.hint(for: "thunder", in: names) == "")
    #expect(
      Suggestion.hint(for: "thunder", in: names, otherwise: "; ? lists all") == "; ? lists all")
  }
}
