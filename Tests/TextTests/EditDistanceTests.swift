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
}
