import Testing
import Text

@Suite struct SuggestionTests {
  private let names = ["rainfall", "gain", "gust"]

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
