/// Where the parts of the screen of `live` lie, in cells from 0 on.
///
///     title, meter
///     chart, above the sliders or right of them
///     sliders
///     what the setting does, keys
package struct LiveLayout {
  enum Entry: Equatable {
    case heading(String)
    case slider(row: Int)
  }

  /// The smallest window that has room for a slider and the chart.
  package static let leastColumns = 40
  package static let leastLines = 12
  /// From this width on, the chart stands right of the sliders.
  private static let wideColumns = 100

  private static let headLines = 2
  private static let footLines = 2
  static let nameColumns = 19
  static let valueColumns = 13
  private static let rangeColumns = 20

  static let entries: [Entry] = Setting.lists.indices.flatMap { list in
    [.heading(Setting.heading(ofList: list))]
      + Slider.all.indices.filter { Slider.all[$0].setting.list == list }.map(Entry.slider(row:))
  }

  let columns: Int
  let lines: Int
  let chart: (lines: Range<Int>, columns: Range<Int>)
  let list: (lines: Range<Int>, columns: Int)
  let bar: Range<Int>
  let hasRanges: Bool

  var fits: Bool { columns >= Self.leastColumns && lines >= Self.leastLines }

  package init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    let body = Self.headLines..<max(Self.headLines + 1, lines - Self.footLines)
    let isWide = columns >= Self.wideColumns
    let width = isWide ? min(columns * 3 / 5, columns - Self.leastColumns - 1) : columns
    let chartLines = lines < 16 ? 4 : min(14, max(5, body.count * 2 / 5))
    let split = isWide ? body.lowerBound : min(body.upperBound, body.lowerBound + chartLines)
    chart =
      isWide ? (body, min(width + 1, columns)..<columns) : (body.lowerBound..<split, 0..<columns)
    list = (split..<body.upperBound, width)
    hasRanges = width >= 70
    let others = Self.valueColumns + (hasRanges ? Self.rangeColumns : 0)
    bar = Self.nameColumns..<max(Self.nameColumns + 1, width - others)
  }

  /// The first line to show so that a setting is in sight; as near to `top` as that allows.
  func top(showing row: Int, from top: Int) -> Int {
    let line = Self.entries.firstIndex(of: .slider(row: row)) ?? 0
    let height = list.lines.count
    // With the heading above it, where it is the first of its group.
    let first = line > 0 && Self.entries[line - 1] != .slider(row: row - 1) ? line - 1 : line
    var top = min(top, max(0, height > 1 ? first : line))
    top = max(top, line - height + 1)
    return min(max(top, 0), max(0, Self.entries.count - height))
  }

  func row(atLine line: Int, column: Int, top: Int) -> Int? {
    guard fits, list.lines.contains(line), column < list.columns else { return nil }
    let index = top + line - list.lines.lowerBound
    guard Self.entries.indices.contains(index), case .slider(let row) = Self.entries[index] else {
      return nil
    }
    return row
  }

  func fraction(ofColumn column: Int) -> Double {
    let fraction = Double(column - bar.lowerBound) / Double(max(1, bar.count - 1))
    return min(max(fraction, 0), 1)
  }
}

/// The help of `live`, for a person who asks for it.
enum LiveHelp {
  /// The keys of the screen; no line is wider than the smallest window.
  static let keys = Page.lines(PackageResources.keys_txt)

  /// The lines that --plain takes.
  static let lines = [
    "NAME VALUE", "NAME VALUE over TIME", "NAME", "preset NAME|FILE", "preset NAME|FILE over TIME",
    "place NAME|FILE", "place NAME|FILE over TIME", "seed N|random", "stop", "start", "undo",
    "redo", "save FILE", "line", "time", "quit", "?",
  ]

  /// The words that begin them, besides the names of settings.
  static let words = lines.map { $0.prefix { $0 != " " } }.filter { $0 == $0.lowercased() }
    .map(String.init)
}
