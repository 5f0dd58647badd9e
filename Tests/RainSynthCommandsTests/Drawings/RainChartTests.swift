import Platform
import RainDSP
import RainSynthCommands
import RainTestSupport
import Testing

@Suite("Rain that changes, as it is drawn") struct RainChartTests {
  /// Metal under lowpass, at last.
  private func automation() throws -> RainAutomation {
    var rain = Rain()
    rain[.drops] = 0
    let surfaces = Surface.allCases
    let metal = try #require(surfaces.firstIndex(of: .metal))
    return try RainAutomation(
      rain,
      curves: [
        .init(.lowpass, [.init(at: 0, 20_000), .init(at: 60, 900)]),
        .init(.gain, [.init(at: 0, -12), .init(at: 60, 0)]),
        .init(.surface, [.init(at: 0, 0), .init(at: 30, Double(metal), .step)]),
      ])
  }

  @Test(
    "every curve has a panel, with its name above it and its unit",
    .enabled(if: Build.isOptimised))
  func curves() throws {
    let chart = Chart(try automation(), title: "mine, 1:00", seconds: 60)
    let text = TerminalChart.text(chart, Screen(columns: 80, lines: 40))
    let lines = text.split(separator: "\n")
    for name in ["level, dBFS", "lowpass, Hz", "gain, dB", "surface"] {
      #expect(lines.contains { $0.trimmed == name }, "\(name)")
    }
    // What stands still is left out.
    #expect(!text.contains("rainfall") && !text.contains("near drops"))
    #expect(
      lines.contains { $0.hasPrefix("metal ┤") } && lines.contains { $0.hasPrefix(" open ┤") })
    #expect(lines.count == 39)
    let svg = SVGChart.svg(chart)
    for word in ["lowpass, Hz", "gain, dB", "surface", "metal", "open"] {
      #expect(svg.contains(">\(word)</text>"), "\(word)")
    }
    #expect(svg.contains("surface open and metal") && svg.contains("gain -12 to 0 dB"))
  }

  @Test("rain of constant settings shows how hard it rains")
  func constant() throws {
    let chart = Chart(RainAutomation(Rain()), title: "steady, 0:01", seconds: 1)
    let text = TerminalChart.text(chart)
    for name in ["rainfall, mm/h", "level, dBFS", "near drops, /min"] {
      #expect(text.contains(name))
    }
  }

  @Test("the level has no steps that do not sound", .enabled(if: Build.isOptimised))
  func level() {
    let levels = stride(from: 2.0, through: 3.6, by: 0.2).map { rainfall in
      var rain = Rain()
      rain[.rainfall] = rainfall
      return Chart.level(of: rain)
    }
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(abs(next - level) < 1, "\(levels)")
    }
  }

  @Test("the picture is dark on a dark page, and its labels lie within it")
  func picture() throws {
    for seconds in [1, 59, 28_800, 86_400] {
      let svg = SVGChart.svg(
        Chart(RainAutomation(Rain()), title: "night", seconds: Double(seconds)))
      #expect(svg.contains("@media (prefers-color-scheme:dark){[fill='#fff']{fill:#0d1117}"))
      for part in svg.split(separator: "<text ").dropFirst()
      where part.contains("text-anchor=\"middle\"") {
        let x = try #require(part.split(separator: "\"").dropFirst().first.flatMap { Double($0) })
        let label = try #require(part.split(separator: ">").dropFirst().first)
        let width = Double(label.prefix { $0 != "<" }.count) * 14 * 0.62
        #expect(x + width / 2 <= 960, "\(label)")
      }
    }
  }

  @Test("an axis of numbers holds 0, one of levels does not, and both hold all values")
  func axes() {
    for values in [
      [0.0, 0], [5, 5], [0.3, 60], [-12, 0], [-7, 9], [900, 20_000], [1e-7, 3e-7],
      [0, .leastNormalMagnitude], [.leastNonzeroMagnitude, .leastNonzeroMagnitude],
      [-1e-160, 1e-160],
    ] {
      let axis = ValueAxis.numbers(values)
      let level = ValueAxis.numbers(values, isLevel: true)
      for axis in [axis, level] {
        let ends = [axis.ticks[0].value, axis.ticks[axis.ticks.count - 1].value]
        // Rounding is not seen.
        let least = 1e-5 * (ends[1] - ends[0])
        #expect(
          ends[0] <= values[0] + least && ends[1] >= values[1] - least, "\(values): \(ends)")
        #expect((2...7).contains(axis.ticks.count), "\(values): \(axis.ticks)")
      }
      #expect(axis.ticks.contains { $0.value == 0 })
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
