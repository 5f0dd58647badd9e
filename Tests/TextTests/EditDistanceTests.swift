import Testing
import Text

@Suite struct EditDistanceTests {
  @Test("a letter more, less, other or swapped is one step")
  func steps() {
    #expect(EditDistance.between("drops", "drops") == 0)
    #expect(EditDistance.between("drop", "drops") == 1)
    #expect(EditDistance.between("drops", "rops") == 1)
    #expect(EditDistance.between("drips", "drops") == 1)
    #expect(EditDistance.between("dorps", "drops") == 1)
    #expect(EditDistance.between("", "abc") == 3)
    #expect(EditDistance.between("abc", "") == 3)
    #expect(EditDistance.between("kitten", "sitting") == 3)
    #expect(EditDistance.between("ca", "abc") == 3)
  }

  @Test("the nearest name begins with the word or differs by few letters")
  func nearest() {
    let names = ["bubble-frequency", "bubble-decay", "drops", "gust"]
    #expect(EditDistance.nearest(to: "bubble", in: names) == "bubble-decay")
    #expect(EditDistance.nearest(to: "buble-frequency", in: names) == "bubble-frequency")
    #expect(EditDistance.nearest(to: "dorps", in: names) == "drops")
    #expect(EditDistance.nearest(to: "wind", in: names) == nil)
    #expect(EditDistance.nearest(to: "", in: names) == nil)
    #expect(EditDistance.nearest(to: "x", in: []) == nil)
    let long = String(repeating: "drops", count: 1_000_000)
    #expect(EditDistance.nearest(to: long, in: names) == nil)
  }
}
