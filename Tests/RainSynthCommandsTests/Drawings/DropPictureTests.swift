import RainSynthCommands
import Testing

@Suite
struct DropPictureTests {
  private struct Tag {
    var name: String
    var attributes: [String: String]
    var text: String
  }

  /// The opening tags, each with the text behind it; requires that tags nest, that attributes are
  /// quoted, and that no character stands for itself that may not.
  private func tags(_ svg: String) throws -> [Tag] {
    var tags: [Tag] = []
    var open: [String] = []
    for piece in svg.split(separator: "<") where piece != "\n" {
      let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2)
      let text = String(parts[1])
      #expect(!text.contains(">") && !text.contains("\""))
      for entity in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
        #expect(["amp;", "lt;", "gt;", "quot;"].contains { entity.hasPrefix($0) })
      }
      var inside = parts[0]
      if inside.hasPrefix("/") {
        #expect(open.popLast() == String(inside.dropFirst()))
        continue
      }
      let name = try String(#require(inside.split(separator: " ").first))
      if inside.hasSuffix("/") { inside.removeLast() } else { open.append(name) }
      var attributes: [String: String] = [:]
      let quoted = inside.dropFirst(name.count).split(
        separator: "\"", omittingEmptySubsequences: false)
      #expect(quoted.count % 2 == 1 && quoted.last == "")
      for index in stride(from: 0, to: quoted.count - 1, by: 2) {
        #expect(quoted[index].hasPrefix(" ") && quoted[index].hasSuffix("="))
        attributes[String(quoted[index].dropFirst().dropLast())] = String(quoted[index + 1])
      }
      tags.append(Tag(name: name, attributes: attributes, text: text))
    }
    #expect(open.isEmpty)
    return tags
  }

  /// The corners of a path of straight lines.
  private func points(_ path: String) throws -> [(x: Double, y: Double)] {
    try path.split { $0 == "M" || $0 == "L" }.map { point in
      let numbers = point.split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == 2)
      return (numbers[0], numbers[1])
    }
  }

  @Test("splash, modes and changed settings are in the picture")
  func besides() throws {
    let settings = (0..<20).map { "--setting-\($0) <\($0)>" }.joined(separator: " ")
    for modes in [0..<10, 0..<730] {
      let svg = DropPicture.svg(
        Chart(
          drop: [Float](repeating: 0, count: 730), channels: 1, sampleRate: 1000,
          impact: 0..<100, delay: 100..<400, bubble: 400..<730, splash: 0..<300, modes: modes,
          title: "", settings: settings, facts: []))
      let tags = try tags(svg)
      let texts = tags.filter { $0.name == "text" }.map(\.text)
      #expect(texts.contains("splash 300 ms") && texts.contains("modes \(modes.count) ms"))
      #expect(svg.contains("--setting-19 &lt;19&gt;"))
      #expect(svg.contains("with --setting-0 "))
    }
  }

  @Test(
    "every picture is well-formed, stands alone and stays within its frame",
    arguments: ExampleDrop.allCases)
  func frame(example: ExampleDrop) throws {
    let svg = DropPicture.svg(example.chart)
    let tags = try tags(svg)
    let root = try #require(tags.first)
    #expect(root.name == "svg" && root.attributes["viewBox"]?.hasPrefix("0 0 960 ") == true)
    let height = try #require(root.attributes["height"].flatMap { Double($0) })
    #expect(tags.contains { $0.name == "title" } && tags.contains { $0.name == "desc" })
    #expect(!svg.contains("href") && !svg.contains("script") && !svg.contains("url("))
    #expect(svg.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })

    for tag in tags {
      for (name, limit) in [("x", 960), ("cx", 960), ("y", height), ("cy", height)] {
        guard let written = tag.attributes[name] else { continue }
        let position = try #require(Double(written))
        let extent = tag.attributes[name == "x" ? "width" : "height"].flatMap { Double($0) } ?? 0
        #expect(position >= 0 && position + extent <= limit)
      }
      if let path = tag.attributes["d"] {
        let points = try points(path)
        #expect(points.allSatisfy { (0...960).contains($0.x) && (0...height).contains($0.y) })
        #expect(!points.isEmpty)
      }
    }
  }

  @Test("no two labels overlap, and none is cut off", arguments: ExampleDrop.allCases)
  func overlaps(example: ExampleDrop) throws {
    var ends: [String: Double] = [:]
    var labels: [(y: String, left: Double, right: Double)] = []
    for tag in try tags(DropPicture.svg(example.chart)) {
      guard tag.name == "text", let y = tag.attributes["y"], y != "36",
        let x = tag.attributes["x"].flatMap({ Double($0) })
      else { continue }
      // Digits and lower-case letters of DejaVu Sans take .62 em on average.
      let width = Double(TextWidth.columns(tag.text)) * 14 * 0.62
      let left =
        switch tag.attributes["text-anchor"] {
        case "middle": x - width / 2
        case "end": x - width
        default: x
        }
      labels.append((y, left, left + width))
    }
    for label in labels.sorted(by: { $0.left < $1.left }) {
      #expect(label.left >= 0 && label.right <= 960)
      #expect(label.left > ends[label.y] ?? -1)
      ends[label.y] = label.right
    }
  }

  @Test("a drop of few samples is drawn through each of them, and ends in silence")
  func samples() throws {
    let chart = Chart(
      drop: [0.5, -1, 0.25], channels: 1, sampleRate: 1000, impact: 0..<1, delay: 1..<2,
      bubble: 2..<3, title: "", facts: [])
    let tags = try tags(DropPicture.svg(chart))
    let wave = try points(
      #require(tags.first { $0.attributes["stroke-linejoin"] != nil }?.attributes["d"]))
    let frame = try #require(tags.first { $0.name == "rect" && $0.attributes["stroke"] != nil })
    let top = try #require(frame.attributes["y"].flatMap { Double($0) })
    #expect(wave.count == 4)
    for (index, amplitude) in [0.5, -1, 0.25, 0].enumerated() {
      #expect(abs(wave[index].x - (92 + 844 * Double(index) / 3)) < 0.01)
      #expect(abs(wave[index].y - (top + 170 * (1 - amplitude))) < 0.01)
    }
    #expect(tags.count { $0.name == "circle" } == 3)
  }

  @Test("one loud sample among 384,000 shows at its time")
  func impulse() throws {
    var samples = [Float](repeating: 0, count: 384_000)
    samples[96_000] = -1
    let svg = DropPicture.svg(
      Chart(
        drop: samples, channels: 1, sampleRate: 192_000, impact: 0..<1, delay: 1..<1,
        bubble: nil, title: "", facts: []))
    let wave = try #require(try tags(svg).first { $0.attributes["stroke-linejoin"] != nil })
    let points = try points(#require(wave.attributes["d"]))
    let low = try #require(points.max { $0.y < $1.y })
    #expect(low.x == 92 + (936 - 92) / 4)
    #expect(points.count { $0.y != points[0].y } == 1)
    #expect(points.first?.x == 92 && points.last?.x == 936)
    #expect(points.count < 2 * 2 * (936 - 92))
  }

  @Test("the parts are shaded in proportion, behind both channels")
  func parts() throws {
    let svg = DropPicture.svg(ExampleDrop.usual.chart)
    for (color, frames) in [("#fdeadb", 35.0), ("#eef0f3", 220), ("#e2f1fb", 1100)] {
      let shades = try tags(svg).filter { $0.attributes["fill"] == color }
      #expect(shades.count == 2)
      let width = try #require(shades.first?.attributes["width"].flatMap { Double($0) })
      #expect(abs(width - 844 * frames / 1355) < 0.02)
    }
    #expect(svg.contains(">left amplitude<") && svg.contains(">right amplitude<"))
    #expect(svg.contains(">time, ms<") && svg.contains(">impact 0.794 ms<"))
  }

  @Test("the words in the picture are escaped")
  func words() {
    let svg = DropPicture.svg(ExampleDrop.wordy.chart)
    #expect(svg.contains("<title>&lt;雨&gt; &amp; &quot;rain&quot;\\u{0A}\\u{1B}[31m"))
    #expect(svg.contains(">fact &lt;29&gt;</tspan> '雨'"))
  }
}
