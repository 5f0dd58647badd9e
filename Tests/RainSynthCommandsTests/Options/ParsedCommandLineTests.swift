import Testing
import Text

@testable import RainSynthCommands

@Suite struct ParsedCommandLineTests {
  private let options = [
    Option("preset", short: "p", takes: "NAME|FILE", "start from a preset"),
    Option("gain", takes: "DB", "level"),
    Option("output", short: "o", takes: "FILE", "where to"),
    Option("force", short: "f", "overwrite"),
    Option("quiet", short: "q", "say nothing"),
    Option("loop", short: "l", "repeat", isNegatable: true),
    Option("bubble-frequency", takes: "HZ", "pitch"),
    Option("bubble-decay", takes: "N", "decay"),
  ]

  private func parse(_ words: String...) throws(Flaw) -> ParsedCommandLine {
    try ParsedCommandLine(words, options: options)
  }

  private func sentence(_ words: String...) -> String? {
    do throws(Flaw) {
      _ = try ParsedCommandLine(words, options: options)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("of a switch and its negation, the last one counts")
  func negations() throws {
    #expect(try parse().isOn("loop") == nil)
    #expect(try parse("--loop").isOn("loop") == true)
    #expect(try parse("--no-loop").isOn("loop") == false)
    #expect(try parse("--no-loop", "-l").isOn("loop") == true)
    #expect(try parse("--loop", "--no-loop")["loop"] == nil)
    #expect(try parse("--no-loop").flags.flatMap(\.words) == ["--no-loop"])
    #expect(sentence("--no-loop=1")?.contains("--no-loop takes no value") == true)
    #expect(sentence("--no-lop")?.contains("did you mean --no-loop?") == true)
    #expect(sentence("--no-force")?.contains("unknown flag") == true)
    #expect(sentence("--gain", "--no-loop")?.contains("lacks its value") == true)
  }

  @Test("a value may follow its flag in the same word or in the next")
  func values() throws {
    for words in [
      ["--preset", "rain"], ["--preset=rain"], ["-p", "rain"], ["-prain"], ["-qp", "rain"],
      ["-qfprain"],
    ] {
      #expect(try ParsedCommandLine(words, options: options)["preset"] == "rain", "\(words)")
    }
    #expect(try parse("--preset=a=b")["preset"] == "a=b")
    #expect(try parse("--preset=")["preset"] == "")
    #expect(try parse("--preset", "")["preset"] == "")
  }

  @Test("a negative number and a lone dash are values, a flag of the command is not")
  func dashes() throws {
    #expect(try parse("--gain", "-6dB")["gain"] == "-6dB")
    #expect(try parse("-o", "-")["output"] == "-")
    #expect(try parse("-o-")["output"] == "-")
    #expect(sentence("--preset", "--force") == "--preset lacks its value, NAME|FILE")
    #expect(sentence("-p", "-f") == "-p lacks its value, NAME|FILE")
    #expect(sentence("--preset", "--gain=3") == "--preset lacks its value, NAME|FILE")
    #expect(sentence("--preset", "--") == "--preset lacks its value, NAME|FILE")
    #expect(sentence("-qo") == "-o lacks its value, FILE")
  }

  @Test("switches can be bundled, and flags may stand behind arguments until --")
  func order() throws {
    let parsed = try parse("one", "-fq", "-", "--gain=1", "two", "--", "-f", "--gain", "--")
    #expect(parsed.arguments == ["one", "-", "two", "-f", "--gain", "--"])
    #expect(parsed.flags.map(\.name) == ["force", "quiet", "gain"])
    #expect(parsed["force"] != nil)
    #expect(parsed["output"] == nil)
  }

  @Test("of a repeated flag the last counts, and the written order is kept")
  func repetition() throws {
    let parsed = try parse("--gain", "1", "-p", "a", "--gain", "2")
    #expect(parsed["gain"] == "2")
    #expect(parsed.flags.map(\.value) == ["1", "a", "2"])
  }

  @Test("an unknown flag is refused with the one that was probably meant")
  func unknown() {
    #expect(sentence("--prest", "x") == "unknown flag '--prest'; did you mean --preset?")
    #expect(sentence("--bubble-freqency=1")?.hasSuffix("did you mean --bubble-frequency?") == true)
    #expect(sentence("--out")?.hasSuffix("did you mean --output?") == true)
    #expect(sentence("--zzz") == "unknown flag '--zzz'")
    #expect(sentence("-x") == "unknown flag '-x'")
    #expect(sentence("-qxf") == "unknown flag '-x' in '-qxf'")
    #expect(sentence("-6") == "unknown flag '-6'")
    #expect(sentence("--=") == "unknown flag '--'")
  }

  @Test("a switch takes no value")
  func switchValue() {
    #expect(sentence("--force=yes") == "--force takes no value, but 'yes' follows it")
  }

  @Test("for any words, a message is one short line")
  func oneLine() throws {
    let long = "--" + String(repeating: "x", count: 99999)
    for word in ["--a\nb", "--\u{1B}[2J", "--\u{202E}x", long] {
      let line = try #require(self.sentence(word))
      #expect(line.count < 200)
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\u{202E}" })
    }
  }
}
