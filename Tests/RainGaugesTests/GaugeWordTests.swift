import Testing

@testable import RainGauges

/// The table of words in words.txt.
@Suite struct GaugeWordTests {
  @Test("each meaning has a row of words, and each row a meaning")
  func rows() {
    let names = Meaning.allCases.map(\.rawValue) + Meaning.dateParts
    #expect(Set(Meaning.table.keys.map(String.init)) == Set(names))
  }

  @Test("words are told by their beginning, end, middle, or whole")
  func stars() {
    let rows: [(Meaning, String, Bool)] = [
      (.rain, "regenmenge", true), (.rain, "mmrainin", true), (.rain, "時間降水量", true),
      (.plain, "amount", true), (.rain, "amounts", false), (.flag, "*", true), (.flag, "x", false),
    ]
    for (meaning, word, has) in rows { #expect(meaning.has(word) == has, "\(word)") }
  }
}
