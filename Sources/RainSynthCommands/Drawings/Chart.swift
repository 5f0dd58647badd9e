/// A drawing over time: panels one above the other, and perhaps a field, over one axis of time. ``TerminalChart`` and ``SVGChart``
/// print it.
package struct Chart: Sendable {
  /// The colors, by the names of their hues; a printer decides which shade is seen on its ground.
  package enum Color: String, Sendable, CaseIterable { case ink, orange, gray, blue, ochre, violet }

  /// One curve over time.
  package struct Panel: Sendable {
    /// The name above the panel; may be empty.
    let heading: String
    /// The word beside the panel where there is room for it; may be empty.
    let side: String
    package let axis: ValueAxis
    /// At even times from the beginning to the end; two at least.
    package let values: [Double]
    let color: Color
    /// Whether the area below the curve is filled.
    let isFilled: Bool
    /// Curves over the same axes, each with its heading at the right; an SVG alone has them.
    var others: [Panel] = []

    package init(
      heading: String = "", side: String = "", axis: ValueAxis, values: [Double], color: Color,
      isFilled: Bool
    ) {
      precondition(values.count >= 2, "a curve has two ends")
      self.heading = PlainText.line(heading, limit: 60)
      self.side = side
      self.axis = axis
      self.values = values
      self.color = color
      self.isFilled = isFilled
    }

    /// The steps between the values.
    var span: Int { values.count - 1 }

    /// The lowest and the highest value of each of `count` columns of equal time. Straight lines join the values,
    /// so that a wide column shows every value, and a narrow one has a value.
    package func envelope(columns count: Int) -> [ClosedRange<Double>] {
      (0..<count).map { column in
        let start = joined(Double(column * span) / Double(count))
        let end = joined(Double((column + 1) * span) / Double(count))
        var (low, high) = (min(start, end), max(start, end))
        let first = (column * span + count - 1) / count
        for index in first..<((column + 1) * span + count - 1) / count {
          low = min(low, values[index])
          high = max(high, values[index])
        }
        return low...high
      }
    }

    private func joined(_ position: Double) -> Double {
      let index = min(Int(position), span - 1)
      let fraction = position - Double(index)
      return values[index] * (1 - fraction) + values[index + 1] * fraction
    }

    /// The points of a line that has so many columns, each with its step: every value, or the lowest and the highest
    /// one of each column in their order, and the last one.
    func points(columns: Int) -> [(step: Int, value: Double)] {
      let end = (step: span, value: values[span])
      if span <= columns { return (0..<span).map { ($0, values[$0]) } + [end] }
      var points: [(step: Int, value: Double)] = []
      for column in 0..<columns {
        let start = column * span / columns
        var low = (step: start, value: values[start])
        var high = low
        for step in start..<(column + 1) * span / columns {
          if values[step] < low.value { low = (step, values[step]) }
          if values[step] > high.value { high = (step, values[step]) }
        }
        points.append(low.step < high.step ? low : high)
        if low.step != high.step { points.append(low.step < high.step ? high : low) }
      }
      return points + [end]
    }
  }

  /// A stretch of time with a name.
  package struct Part: Sendable {
    package let name: String
    /// Its length, with its unit.
    let length: String
    /// The steps between the values of the panels that it spans.
    let steps: Range<Int>
    let color: Color

    var label: String { "\(name) \(length)" }
  }

  /// Levels over time and frequency, below the panels.
  package struct Field: Sendable {
    let heading: String
    /// The axis of the rows, from the lowest to the highest.
    let axis: ValueAxis
    /// The meaning of the least and the greatest share.
    let scale: (low: String, high: String)
    /// The rows of each column of even time, from the lowest, 0 ... 1.
    let shares: [[Double]]

    /// The shade of a point, one of so many from none to the darkest; rows count from the top.
    func shade(of shades: Int, column: Int, of columns: Int, row: Int, of rows: Int) -> Int {
      let cells = shares[column * shares.count / columns]
      return min(Int(cells[(rows - 1 - row) * cells.count / rows] * Double(shades)), shades - 1)
    }
  }

  package let title: String
  /// The settings that were changed, as flags; may be empty.
  let settings: String
  let facts: [(name: String, reading: String)]
  /// The chart in words.
  let summary: String
  let time: TimeAxis
  /// All have equally many values.
  package let panels: [Panel]
  let field: Field?
  /// The parts that follow one another, in order.
  package let parts: [Part]
  /// The parts that sound at the same time as these.
  let besides: [Part]
  /// Drawings with axes of their own, below it; a terminal that is too low leaves them out.
  let below: [Chart]

  /// The texts may hold anything.
  package init(
    title: String, settings: String = "", facts: [(name: String, reading: String)] = [],
    summary: String, time: TimeAxis, panels: [Panel], field: Field? = nil, parts: [Part] = [],
    besides: [Part] = [], below: [Chart] = []
  ) {
    precondition(!panels.isEmpty, "a chart shows a curve")
    precondition(
      parts.isEmpty && besides.isEmpty || panels.allSatisfy { $0.span == panels[0].span },
      "parts belong to the steps of all panels")
    self.title = PlainText.line(title, limit: 200)
    self.settings = PlainText.line(settings, limit: 1000)
    // One fact fits into a line of the narrowest drawing.
    self.facts = facts.map {
      (
        TextWidth.cut(PlainText.line($0, limit: 100), columns: 25),
        TextWidth.cut(PlainText.line($1, limit: 100), columns: 50)
      )
    }
    self.summary = PlainText.line(summary, limit: 4000)
    self.time = time
    self.panels = panels
    self.field = field
    self.parts = parts
    self.besides = besides
    self.below = below
  }

  /// The steps between the values of its parts.
  var span: Int { panels[0].span }
}
