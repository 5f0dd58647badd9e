import RainAudio
import Testing

@Suite struct DropCommandTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  @Test("the WAV of a drop is, byte for byte, what the mix holds when nothing else sounds")
  func wave() throws {
    // One drop in ten seconds or so, without echo, bed and patter.
    let settings = [
      "-q", "-r", "8000", "--drops", "6", "--patter-rate", "0", "--pink", "0",
      "--space-time", "0", "--bubble-probability", "1",
    ]
    let run = try program.run(["drop", "--no-metadata", "-o", "-"] + settings)
    #expect(run.status == 0, "\(run.errors)")
    let bytes = Array(run.output.dropFirst(44))
    let table = try program.run(["drop", "--csv", "-"] + settings).text
    #expect(bytes.count == (table.split(separator: "\n").count - 1) * 4)
    let mix = try program.run(["stream", "-d", "40"] + settings).output
    let onset = try #require(mix.firstRange(of: bytes)).lowerBound
    #expect(onset % 4 == 0)
  }

  @Test("chart, picture, table and WAV can be had at once, and dither does not enter the chart")
  func outputs() throws {
    let run = try program.run(
      "drop", "-p", "puddles", "--svg", "d.svg", "--csv", "d.csv", "-o", "d.wav", "-r", "8000")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try program.files() == ["d.csv", "d.svg", "d.wav"])
    #expect(try program.contents(of: "d.svg").starts(with: Array("<svg".utf8)))
    let chart = try program.run("drop", "-p", "puddles", "-r", "8000").text
    let lines = chart.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(chart.hasPrefix("Drop 1 of puddles, seed 1"))
    #expect(chart.contains("ms"))
    #expect(try program.run("drop", "-p", "puddles", "-r", "8000", "--no-dither").text == chart)
    #expect(
      try program.run("drop", "-p", "puddles", "-r", "8000", "--pink", "1").text == chart)
  }

  @Test("drops are counted in the order in which they fall")
  func numbers() throws {
    var onsets: [Double] = []
    for number in 1...5 {
      let chart = try program.run("drop", "--number", "\(number)").text
      let words = chart.split { $0 == " " || $0 == "\n" }
      let place = try #require(words.firstIndex(of: "at"))
      onsets.append(try #require(Double(words[place + 1])))
    }
    #expect(onsets == onsets.sorted())
    #expect(Set(onsets).count > 1)
  }
}
