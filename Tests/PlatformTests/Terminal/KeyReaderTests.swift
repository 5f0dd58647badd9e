import Platform
import Testing

@Suite struct KeyReaderTests {
  private func keys(_ text: String) -> [Key] {
    var reader = KeyReader()
    return reader.keys(text.utf8) + reader.flush()
  }

  @Test("keys as terminals send them")
  func plain() {
    #expect(keys("aZ 0?") == ["a", "Z", " ", "0", "?"].map { .character($0) })
    #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(
      keys("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF") == [
        .up, .down, .right, .left, .home, .end,
      ])
    #expect(keys("\u{1B}[1;2C\u{1B}[1;5D") == [.farRight, .farLeft])
    #expect(
      keys("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[H\u{1B}[4~\u{1B}[Z") == [
        .pageUp, .pageDown, .delete, .home, .end, .backTab,
      ])
    #expect(keys("\u{12}\u{C}") == [.control("r"), .control("l")])
    #expect(keys("é漢😀") == [.character("é"), .character("漢"), .character("😀")])
  }

  @Test("a lone escape is a key once nothing follows it")
  func escape() {
    #expect(keys("\u{1B}") == [.escape])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    #expect(keys("\u{1B}q") == [.escape, .character("q")])
    var reader = KeyReader()
    #expect(reader.keys([0x1B]) == [] && reader.isWaiting)
    #expect(reader.keys([0x5B]) == [] && reader.isWaiting)
    #expect(reader.keys([0x41]) == [.up] && !reader.isWaiting)
    #expect(reader.keys([0xC3]) == [] && reader.isWaiting)
    #expect(reader.keys([0xA9]) == [.character("é")])
    #expect(reader.keys([0x1B, 0x5B, 0x31]) == [])
    #expect(reader.flush() == [.escape] && !reader.isWaiting)
  }

  @Test("the mouse, in the SGR form")
  func mouse() {
    func mouse(_ action: Key.Mouse.Action, _ column: Int, _ line: Int) -> Key {
      .mouse(Key.Mouse(action, column: column, line: line))
    }
    #expect(
      keys("\u{1B}[<0;12;3M\u{1B}[<32;13;3M\u{1B}[<0;13;3m") == [
        mouse(.press, 11, 2), mouse(.drag, 12, 2), mouse(.release, 12, 2),
      ])
    #expect(
      keys("\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [mouse(.wheelUp, 0, 0), mouse(.wheelDown, 0, 0)])
    // The right button, and numbers that no screen has.
    #expect(keys("\u{1B}[<2;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<0;99999999999999999999;1M") == [])
  }

  @Test("what is no key is left out, in any pieces")
  func unknown() {
    #expect(keys("\u{1B}[200~\u{1B}[99;99X\u{0}a") == [.character("a")])
    var reader = KeyReader()
    #expect(reader.keys([0xFF, 0x80, 0xC3, 0x41]) == [.character("A")])
    // A sequence without an end does not hold all that follows.
    #expect(reader.keys([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100)) == [])
    #expect(reader.keys("x".utf8) == [.character("x")])
    // Bytes one by one or all at once give the same keys.
    let bytes = Array("a\u{1B}[A\u{1B}[1;2Cé\u{1B}[<0;12;3M😀\t".utf8)
    var whole = KeyReader()
    var single = KeyReader()
    #expect(whole.keys(bytes) == bytes.flatMap { single.keys([$0]) })
  }
}
