/// Draws the state of `live` into cells.
package struct LiveScreen {
  private let state: LiveState
  private let rain: Rain
  private let layout: LiveLayout
  private let isUnicode: Bool
  private var grid: CellGrid

  /// The screen of a state; `drop` is the drop at its settings, nil if there is none to be seen.
  package static func grid(
    _ state: LiveState, drop: Chart?, commandLine: String = "", isUnicode: Bool
  ) -> CellGrid {
    var screen = LiveScreen(state, isUnicode: isUnicode)
    guard screen.layout.fits else {
      screen.put("\(LiveLayout.leastColumns) x \(LiveLayout.leastLines) cells are needed", 0, 0)
      return screen.grid
    }
    screen.drawTitle()
    screen.drawMeter()
    screen.drawChart(drop)
    switch state.mode {
    case .typing(.preset(let chosen), let text): screen.drawPresets(text, chosen)
    case .help(let top): screen.drawLines(LiveHelp.keys, top: top)
    case .commandLine: screen.drawLines(screen.wrapped(commandLine), top: 0)
    default: screen.drawSliders()
    }
    screen.drawFoot()
    return screen.grid
  }

  private init(_ state: LiveState, isUnicode: Bool) {
    (self.state, rain, self.isUnicode) = (state, state.rain, isUnicode)
    layout = LiveLayout(columns: state.columns, lines: state.lines)
    grid = CellGrid(columns: state.columns, lines: state.lines)
  }

  private mutating func put(
    _ text: String, _ line: Int, _ column: Int, _ style: CellStyle = .plain, end: Int = .max
  ) {
    let cut = TextWidth.cut(text, columns: max(1, min(end, grid.columns) - column))
    let shown = isUnicode ? cut : ChartGlyphs.ascii.shown(cut)
    grid.put(shown, line: line, column: column, style, end: end)
  }

  private func glyph(_ unicode: String, _ ascii: String) -> String { isUnicode ? unicode : ascii }

  private mutating func drawTitle() {
    let sign = state.isPlaying ? glyph("▶ ", "> ") : glyph("■ ", "# ")
    var right = sign + Duration.seconds(state.seconds).clockText
    var style = CellStyle.good
    if let load = state.load, state.isPlaying {
      // A narrow window has room for the number.
      right += "  \(layout.columns < 60 ? "" : "load ")\(Playback.loadText(load))"
      if load > 1 {
        right += glyph(" – too slow", " - too slow")
        style = .warning
      }
    }
    let start = max(0, layout.columns - right.count)
    put("rainsynth", 0, 0, .bold, end: start - 1)
    let moves = state.standsStill ? ", as it begins" : ""
    let name = PlainText.line(state.title, limit: 60) + moves
    // A changed file has such a sign in the titles of editors.
    put("\(name)\(state.isChanged ? "*" : "")  seed \(state.seed)", 0, 11, .accent, end: start - 1)
    put(right, 0, start, style)
  }

  private mutating func drawMeter() {
    let width = (layout.columns + 1) / state.meters.count - 1
    for (meter, (name, peak)) in zip(state.meters, state.peaks).enumerated() {
      let left = meter * (width + 1)
      // From -60 dB to full scale.
      let level = peak > 0 ? Elementary.decibels(amplitude: Double(peak)) : -.infinity
      let text = level > -100 ? "\(FixedPoint.text(level, decimals: 0)) dB" : "silent"
      let bar = left + name.count + 1..<left + width - 7
      let filled = Int(Double(bar.count) * min(max(1 + level / 60, 0), 1) + 0.5)
      put(name, 1, left)
      for column in bar {
        let isLit = column - bar.lowerBound < filled
        let style: CellStyle = !isLit ? .dim : level > -3 ? .warning : .good
        put(isLit ? glyph("█", "#") : glyph("·", "."), 1, column, style)
      }
      put(String(repeating: " ", count: max(0, 7 - text.count)) + text, 1, left + width - 7)
    }
  }

  private mutating func drawChart(_ drop: Chart?) {
    let (lines, columns) = layout.chart
    guard let drop, columns.count >= LiveLayout.leastColumns else { return }
    let panel = TerminalChart.panel(
      drop, columns: columns.count, lines: lines.count, isUnicode: isUnicode)
    for (index, text) in panel.lines.enumerated() {
      let line = lines.lowerBound + index
      put(text, line, columns.lowerBound, end: columns.upperBound)
      guard panel.coloredLines.contains(index) else { continue }
      for part in panel.parts {
        let style = Self.style(of: part.color)
        for column in part.columns {
          let cell = columns.lowerBound + column
          if cell < columns.upperBound { grid[line, cell].style = style }
        }
      }
    }
    // What the colors are, where the drop has died away.
    var end = columns.upperBound
    for part in drop.parts.reversed() where part.name != "delay" {
      end -= part.name.count + 1
      put(part.name, lines.lowerBound, end, Self.style(of: part.color))
    }
  }

  private static func style(of color: Chart.Color) -> CellStyle {
    switch color {
    case .orange: .warm
    case .gray: .dim
    case .blue: .accent
    case .ink, .ochre, .violet: .plain
    }
  }

  private mutating func drawSliders() {
    for line in layout.list.lines {
      let index = state.top + line - layout.list.lines.lowerBound
      guard LiveLayout.entries.indices.contains(index) else { continue }
      switch LiveLayout.entries[index] {
      case .heading(let title): put(title, line, 0, .bold, end: layout.list.columns)
      case .slider(let row): drawSlider(row, line)
      }
    }
  }

  private mutating func drawSlider(_ row: Int, _ line: Int) {
    let slider = Slider.all[row]
    let number = rain[slider.setting]
    let isSelected = row == state.row
    let isMoved = state.isMoved(row)
    let isUsed = state.lack(row) == nil
    let name = (isSelected ? glyph("▸", ">") : " ") + slider.title
    put(
      name + String(repeating: " ", count: max(0, LiveLayout.nameColumns - 1 - name.count)), line,
      0, isSelected ? .reversed : .plain)
    let bar = layout.bar
    let knob = bar.lowerBound + Int(slider.fraction(of: number) * Double(bar.count - 1) + 0.5)
    let style: CellStyle = !isUsed ? .dim : isSelected ? .accent : .plain
    for column in bar {
      if column == knob {
        let knob = isUsed ? glyph("●", "O") : glyph("○", "o")
        put(knob, line, column, isMoved ? .warm : style)
      } else {
        put(
          column < knob ? glyph("━", "=") : glyph("─", "-"), line, column,
          column < knob ? style : .dim)
      }
    }
    let end = layout.list.columns
    let valueStyle: CellStyle = isSelected ? .bold : isUsed ? .plain : .dim
    put(" \(slider.text(number))", line, bar.upperBound, valueStyle, end: end)
    if layout.hasRanges {
      put(slider.briefRange, line, bar.upperBound + LiveLayout.valueColumns, .dim, end: end)
    }
  }

  private mutating func drawFoot() {
    let slider = Slider.all[state.row]
    let (first, second) = (layout.lines - 2, layout.lines - 1)
    var line = ""
    var keys =
      "? help  space \(state.isPlaying ? "stop" : "start")  / find  p weather, place  s save  q quit"
    switch state.mode {
    case .sliders, .help, .commandLine:
      line =
        !state.message.isEmpty
        ? state.message
        : state.warning(state.row)
          ?? "\(slider.rangeText): \(slider.setting.row.summary)\(state.hint(state.row))"
      if case .help = state.mode { keys = "up and down scroll  any of q ? Enter Escape closes" }
      if state.mode == .commandLine { keys = "any key closes" }
    case .typing(let question, let text):
      let label: String
      switch question {
      case .value:
        (label, keys) = (slider.title, "\(slider.rangeText)  Enter sets  Escape leaves it")
      case .find: (label, keys) = ("find", "Enter stays here  Escape goes back")
      case .preset:
        label = "weather or place"
        keys = "up and down choose  Enter glides there  a path with / is a file  Escape"
      case .save(let saved):
        label = "save as"
        let content = saved == .take ? "all that was played" : "a preset of these settings"
        keys = "\(content), as rain.json  Enter saves  Escape"
      }
      // The end of what is typed stays in sight.
      let room = max(1, layout.columns - label.count - 3)
      line = "\(label): \(text.suffix(room))" + glyph("▏", "_")
    case .leave:
      line = "what you played is not kept"
      keys = "s saves it  q quits  any other key plays on"
    case .replace(_, let path):
      line = "\(path.quoted) exists; replace it?"
      keys = "y replaces it  any other key does not"
    }
    let isRefusal = state.isRefusal && line == state.message && !line.isEmpty
    let text = PlainText.line(line, limit: 1000)
    put(text, first, 0, isRefusal ? .warm : .plain)
    put(keys, second, 0, .dim)
  }

  private mutating func drawPresets(_ text: String, _ chosen: Int) {
    let names = LiveState.presets(matching: text)
    let height = layout.list.lines.count
    let top = max(0, min(chosen - height / 2, names.count - height))
    for (offset, line) in layout.list.lines.enumerated() where top + offset < names.count {
      let name = names[top + offset]
      let isChosen = top + offset == chosen
      put((isChosen ? glyph("▸", ">") : " ") + name, line, 0, isChosen ? .reversed : .plain)
      let summary = (try? Preset(named: name))?.summary ?? ""
      put(summary, line, 18, .dim, end: layout.list.columns)
    }
    let more = names.count - top - height
    if more > 0 {
      let text = glyph(" ↓ ", " v ") + "\(more) more"
      let line = layout.list.lines.upperBound - 1
      put(text, line, layout.list.columns - text.count, .dim, end: layout.list.columns)
    }
    if names.isEmpty { put("no preset matches", layout.list.lines.lowerBound, 0, .dim) }
  }

  private mutating func drawLines(_ lines: [String], top: Int) {
    let top = min(top, max(0, lines.count - layout.list.lines.count))
    for (offset, line) in layout.list.lines.enumerated() where top + offset < lines.count {
      put(lines[top + offset], line, 0, end: layout.list.columns)
    }
  }

  /// The text in lines as wide as the list.
  private func wrapped(_ text: String) -> [String] {
    let width = layout.list.columns
    return TextLayout.wrap(text, width: width).flatMap { line in
      // A longer word goes on in the next line.
      stride(from: 0, to: line.count, by: width).map { start in
        String(line.dropFirst(start).prefix(width))
      }
    }
  }
}
