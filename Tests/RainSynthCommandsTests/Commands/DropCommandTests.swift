import RainTestSupport
import Testing

@Suite struct DropCommandTests {
  private let program = BuiltProgram()

  @Test("at two ears a drop peaks nearly as its list says, and has a picture of both")
  func ears() async throws {
    let words = "drop -q -p steady -c binaural -b f32 --count 40 -s 3 -O drops".words
    #expect(try await program.call(words).status == 0)
    var near = 0
    let entries = try program.list("drops/manifest.jsonl")
    for entry in entries {
      func number(_ key: String) throws -> Double { try #require(entry[key] as? Double) }
      let (left, right) = (try number("left_db"), try number("right_db"))
      let azimuth = try number("azimuth_deg")
      #expect((right > left) == (azimuth > 0 && azimuth < 180), "\(azimuth): \(left) \(right)")
      if abs(max(left, right) - (try number("peak"))) < 3 { near += 1 }
    }
    #expect(entries.count == 40 && near > 34, "\(near)")
    let picture = try await program.call("drop -p steady -c binaural --svg x.svg".words)
    #expect(picture.status == 0 && !picture.errors.contains("two channels"))
  }

  @Test("the WAV of a drop has the bytes of the mix when nothing else sounds")
  func wave() async throws {
    // One drop in ten seconds or so, without echo, bed, patter and the color of a spot.
    let settings = """
      -q -r 8000 --drops 6 --patter-rate 0 --pink 0 --echo-time 0 --bubble-probability 1 --spot 0
      """.words
    let run = try await program.call("drop -o drop.raw".words + settings)
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try program.contents(of: "drop.raw")
    let wave = try await program.call("drop -o -".words + settings).output
    #expect(try WaveChunks(wave).contents["data"] == bytes)
    let mix = try await program.call("stream -d 40".words + settings).output
    let onset = try #require(mix.firstRange(of: bytes)).lowerBound
    #expect(onset % 4 == 0)
  }

  @Test("chart, picture and WAV can be had at once, and dither does not enter the chart")
  func outputs() async throws {
    let run = try await program.call("drop -p puddles --svg d.svg -o d.wav -r 8000")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try program.files() == ["d.svg", "d.wav"])
    #expect(try program.contents(of: "d.svg").starts(with: Array("<svg".utf8)))
    let chart = try await program.call("drop -p puddles -r 8000").text
    let lines = chart.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(chart.hasPrefix("Drop 21 of puddles, seed 1"))
    #expect(chart.contains("ms"))
    #expect(
      try await program.call("drop -p puddles -r 8000 --no-dither").text == chart)
  }

  @Test(
    "the law of sizes stands below, with the drop marked in it",
    arguments: [(10.0, 1.6), (1.5, 1.2), (75, 3.3)])
  func law(rainfall: Double, diameter: Double) async throws {
    let words = "drop --rainfall \(rainfall) --diameter \(diameter)".words
    let text = try await program.call(words).text
    #expect(text.contains("at \(rainfall == 1.5 ? "1.5" : "\(Int(rainfall))") mm/h"))
    let size = try #require(text.firstMatch(of: /this drop (\d\.\d\d) mm/)?.1)
    #expect(abs((Double(size) ?? 0) / diameter - 1) < 0.01)
    let svg = try await program.call(words + ["--svg", "-"]).text
    let law = try #require(svg.split(separator: "<g transform=\"translate(0 ").last)
    // The marked stretch is the 0.05 mm that hold it, of 6 mm.
    let step = (Double(size) ?? 0) * 20 - 0.5
    let x = try #require(law.firstMatch(of: /<rect x="([\d.]+)" y="[\d.]+" width="7.03"/)?.1)
    #expect(abs((Double(x) ?? 0) - (92 + 844 * step / 120)) < 844 / 120 * 0.6)
    // A screen that is too low has the drop alone.
    let low = try await program.call(words, variables: ["LINES": "20"]).text
    #expect(!low.contains("this drop"))
  }

  @Test("the chart shows what was changed, keeps a fixed axis and fills its terminal")
  func chart() async throws {
    let words = "drop --variation 0 --size-spread 0 -r 8000 --scale".words
    for level in ["0.1", "0.4"] {
      let chart = try await program.call(words + ["50%", "--impact-amplitude", level]).text
      #expect(
        chart.contains("\nwith --variation 0 --size-spread 0 --impact-amplitude \(level)\n"))
      #expect(chart.contains("  0.5 ┤"))
    }
    #expect(try await program.call("drop --scale 0").errors.contains("--scale takes"))
    #expect(
      try await program.call("drop --scale 1e-6 -r 8000").text.contains(
        "beyond the scale"))
    let screen = try PseudoTerminal(columns: 50, lines: 14)
    let run = try program.run(["drop"], output: screen.terminal, environment: ["TERM": "dumb"])
    #expect(run.status == 0)
    let lines = screen.text().split(separator: "\r\n", omittingEmptySubsequences: false).dropLast()
    #expect(
      lines.count == 13 && lines.allSatisfy { $0.count <= 50 && $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(lines.contains { $0.count == 50 })
    let plain = try await program.call(["drop"], variables: ["LC_ALL": "C"]).text
    #expect(plain.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("silent parts are not named, and parts that sound within the delay are")
  func parts() async throws {
    let words = "drop --variation 0 --size-spread 0 --bubble-probability 1 --puddles 0".words
    #expect(try await program.call(words).text.contains("bubble 4000 → 5657 Hz"))
    for flags in [["--bubble-amplitude", "0"], "-r 8000 --bubble-frequency 5000".words] {
      let chart = try await program.call(words + flags).text
      #expect(!chart.contains("bubble 1") && !chart.contains("bubble 5"), "\(chart)")
      #expect(!chart.contains("delay 5"))
    }
    #expect(try await program.call(words).text.contains("splash "))
    #expect(try await program.call(words + ["--surface", "metal"]).text.contains("modes "))
    let svg = try await program.call(words + "--surface metal --svg -".words).text
    #expect(svg.contains("modes ") && svg.contains("--surface metal"))
  }

  @Test("a drop without a sound is drawn, too, and written as silence")
  func silent() async throws {
    let silent = "drop --impact-amplitude 0 --bubble-amplitude 0 --splash 0".words
    for words in [silent, "drop -p puddles --impact-amplitude 0".words] {
      for number in 1...8 {
        let run = try await program.call(words + ["--number", "\(number)"])
        #expect(run.status == 0 && run.text.hasPrefix("Drop \(number) of"), "\(words)")
        #expect(!run.text.contains("impact 0"))
      }
    }
    #expect(try await program.call(silent + ["--svg", "-"]).status == 0)
    #expect(try await program.call(silent + ["-o", "silence.wav"]).status == 0)
  }
}
