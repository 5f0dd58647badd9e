import Platform
import RainTestSupport
import Testing

@Suite struct CellGridTests {
  @Test("nothing is drawn that did not change")
  func nothing() {
    var grid = CellGrid(columns: 10, lines: 3)
    grid.put("rain", line: 1, column: 2, .accent)
    #expect(grid.changes(from: grid, isColored: true).isEmpty)
    var next = grid
    next.put("X", line: 1, column: 3, .accent)
    #expect(
      next.changes(from: grid, isColored: true)
        == "\u{1B}[?2026h\u{1B}[2;4H\u{1B}[0;36mX\u{1B}[0m\u{1B}[?2026l")
  }

  @Test("changes on the old screen give the new one", arguments: [true, false])
  func changes(isColored: Bool) {
    let styles: [CellStyle] = [.plain, .dim, .bold, .reversed, .accent, .good, .warm, .warning]
    var seed: UInt64 = 9
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    var old: CellGrid?
    var terminal = TerminalReader(columns: 17, lines: 5)
    for step in 0..<300 {
      var grid =
        step % 7 == 0 ? CellGrid(columns: 17, lines: 5) : old ?? CellGrid(columns: 17, lines: 5)
      for _ in 0..<random(6) {
        grid.put(
          String("rain ●━Ü".dropFirst(random(8))), line: random(6), column: random(19) - 1,
          styles[random(styles.count)])
      }
      terminal.read(grid.changes(from: old, isColored: isColored))
      #expect(terminal.unknown.isEmpty)
      var whole = TerminalReader(columns: 17, lines: 5)
      whole.read(grid.changes(from: nil, isColored: isColored))
      #expect(terminal == whole)
      for line in 0..<5 { #expect(terminal.text(line: line) == grid.text(line: line)) }
      old = grid
    }
  }

  @Test("a screen of another size is cleared, and text keeps within it")
  func sizes() {
    let small = CellGrid(columns: 5, lines: 2)
    var grid = CellGrid(columns: 6, lines: 2)
    grid.put("abcdefgh", line: 0, column: 3)
    grid.put("漢e\u{301}\u{7}", line: 1, column: 0)
    grid.put("x", line: 9, column: 0)
    #expect(grid.text(line: 0) == "   abc")
    #expect(grid.text(line: 1) == "???   ")
    #expect(grid.changes(from: small, isColored: false).contains("\u{1B}[2J"))
    #expect(!grid.changes(from: small, isColored: false).contains("\u{1B}[0;3"))
  }
}
