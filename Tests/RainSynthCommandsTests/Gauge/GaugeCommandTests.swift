import Foundation
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

/// From the table of a gauge to a preset.
@Suite struct GaugeCommandTests {
  private let program: BuiltProgram

  init() throws {
    program = BuiltProgram()
    let rows = (0..<20).map { "\($0 * 60),\($0 % 7 == 0 ? 0.4 : $0 % 7 == 1 ? 0.2 : 0)" }
    try program.write(rows.joined(separator: "\n"), to: "g.csv")
  }

  @Test("a gauge becomes a preset that lasts as long as the record, and says where it is from")
  func preset() throws {
    let run = try program.run("gauge", "g.csv", "--speed", "600", "-o", "g.json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.text.contains("g.csv: 1.8 mm in 20:00") && run.text.contains("rainfall, mm/h"))
    let preset = try Preset(json: program.contents(of: "g.json"), file: "g.json")
    #expect(
      preset.name == "g" && preset.summary.contains("1.8 mm") && preset.duration == .seconds(2))
    #expect(preset.summary.contains("g.csv"))
    #expect(preset.automation.curves.map(\.setting) == [.rainfall, .gain])
    #expect(try program.run("render", "-p", "./g.json", "-r", "8000", "-o", "a.wav").status == 0)
    let info = try program.run("info", "--json", "a.wav").text
    #expect(info.contains("\"frames\": 16000,"))
    #expect(try program.run("render", "--like", "a.wav", "-q", "-o", "b.wav").status == 0)
    #expect(try program.contents(of: "a.wav") == program.contents(of: "b.wav"))
  }

  @Test("the rain of a preset falls as the gauge says, as loud as the preset is")
  func place() throws {
    let words = ["gauge", "g.csv", "-q", "-p", "tent", "-o", "-"]
    let run = try program.run(words)
    #expect(run.status == 0 && run.errors.isEmpty)
    let tent = try Preset(named: "tent")
    let preset = try Preset(json: run.output, file: "x.json")
    #expect(preset.rain.surface == tent.rain.surface)
    let gains = Set(
      preset.automation.curves.filter { $0.setting == .gain }.flatMap { $0.keys.map(\.value) })
    #expect(gains == [tent.rain[.gain], -60])
  }

  @Test("the text stays away from a preset and a picture on standard output, and -q says nothing")
  func streams() throws {
    let svg = try program.run("gauge", "g.csv", "--svg", "-")
    #expect(svg.text.hasPrefix("<svg") && svg.errors.contains("1.8 mm in 20:00"))
    let quiet = try program.run("gauge", "g.csv", "-q", "-o", "q.json")
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    #expect(try program.run("gauge", "g.csv", "-o", "q.json").status == 1)
    let long = try program.run("gauge", "g.csv", "--speed", "0.001", "-q", "-fo", "q.json")
    #expect(long.status == 0 && long.errors.isEmpty)
  }

  @Test(
    "a dry beginning is told with how to get all of the rain, and a file that stays silent is told")
  func fit() throws {
    let rows = (0..<120).map { "\($0 * 60),\($0 > 60 && $0 % 2 == 0 ? 0.4 : 0)" }
    try program.write(rows.joined(separator: "\n"), to: "dry.csv")
    #expect(try program.run("gauge", "dry.csv", "--tip", "0", "-q", "-o", "dry.json").status == 0)
    let dry = try program.run(
      "render", "-p", "./dry.json", "-d", "2s", "-r", "8000", "-o", "dry.wav")
    #expect(dry.status == 0 && dry.errors.contains("takes 2:00:00, and its first 0:02 are dry"))
    #expect(dry.errors.contains("--fit 2s") && dry.errors.contains("nothing is heard"))
    for words in [
      ["stream", "-p", "./dry.json", "-d", "2s"], ["hash", "./dry.json", "-d", "2s"],
      ["batch", "./dry.json", "-d", "2s", "-O", "dry"],
      ["vary", "-p", "./dry.json", "-d", "2s", "-n", "2", "-O", "varied"],
      ["render", "-p", "./dry.json", "--from", "10m", "--to", "10m1s", "-o", "part.wav"],
      ["hash", "--gain", "-60", "-d", "1s"],
      [
        "hash", "--drops", "0", "--patter-rate", "0", "--white", "0", "--pink", "0", "--brown", "0",
        "--gutter", "0", "-d", "1s",
      ],
    ] {
      let run = try program.run(words + ["-r", "8000"])
      #expect(run.status == 0, "\(words) \(run.errors)")
      #expect(
        run.errors.contains("dry") || run.errors.contains("nothing is heard"),
        "\(words) \(run.errors)")
    }
    let all = try program.run(
      "render", "-p", "./dry.json", "--fit", "2s", "-r", "8000", "-o", "all.wav")
    #expect(all.status == 0 && !all.errors.contains("silent") && !all.errors.contains("dry"))
    #expect(try program.run("info", "--json", "all.wav").text.contains("\"frames\": 16000,"))
    for words in [["--fit", "2s", "-d", "1s"], ["--fit", "soon"], ["--fit", "0"]] {
      #expect(try program.run(["render", "-p", "./dry.json", "-o", "no.wav"] + words).status == 2)
    }
    #expect(try program.run("render", "--fit", "2s", "-o", "no.wav").status == 2)
  }

  @Test("the picture has the times of the clock, the hardest five minutes and a gap")
  func picture() throws {
    let rows = (0..<60).filter { !(20..<30).contains($0) }
      .map { "\(1_717_268_400 + 60 * $0),\(12 + ($0 > 40 ? 0.4 * Double($0 - 40) : 0))" }
    try program.write("time,rain total (mm)\n" + rows.joined(separator: "\n"), to: "p.csv")
    let run = try program.run("gauge", "p.csv", "--rows", "counter")
    #expect(run.text.contains("p.csv: 7.6 mm in 1:00:00, a counter in mm, a row in 1 min"))
    for word in ["19:10", "hardest five minutes 2 mm", "5 min 2 mm"] {
      #expect(run.text.contains(word), "\(run.text)")
    }
    #expect(try program.run("gauge", "p.csv", "--rows", "some").errors.contains("sum:60m"))
  }
}
