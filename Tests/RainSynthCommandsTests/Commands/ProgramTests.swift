import CommandLineKit
import RainDSP
import RainSynthCommands
import Testing

@Suite struct ProgramTests {
  private let commands = RainSynth.program.commands

  @Test("no command has two flags of one name or letter, and each says what it does")
  func options() {
    for command in commands {
      let options = command.allOptions
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
      for option in options {
        #expect(!option.help.isEmpty && !option.help.hasSuffix("."), "\(option.name)")
        let isPlain = option.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
        #expect(isPlain, "\(option.name)")
      }
    }
  }

  @Test("a flag means the same in every command that has it")
  func sharedOptions() {
    var known: [String: Option] = [:]
    for option in commands.flatMap(\.allOptions) where option.name != "output" {
      if let other = known.updateValue(option, forKey: option.name) {
        #expect(option.short == other.short)
        #expect(option.placeholder == other.placeholder)
        #expect(option.help == other.help)
      }
    }
  }

  @Test("every help fits 80 columns, and is printed by help and by --help alike")
  func help() throws {
    let program = try BuiltProgram()
    for command in commands {
      let text = Help.text(of: command, in: RainSynth.program)
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(try program.run("help", command.name).text == text)
      #expect(try program.run(command.name, "--help").text == text)
    }
    let text = Help.text(of: RainSynth.program)
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for words in [["help"], ["--help"], ["-h"]] {
      let run = try program.run(words)
      #expect(run.text == text)
      #expect(run.status == 0)
    }
  }

  @Test(
    "every setting stands in help, manual page and completions, with unit, range and default",
    arguments: Rain.parameters.map(\.name))
  func parameters(_ name: String) throws {
    let parameter = try #require(Rain.parameter(name))
    let flag = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    let range =
      switch parameter.domain {
      case .number(let unit, let range, let path):
        "(\(Quantity.text(range.lowerBound)) .. \(Quantity.text(range.upperBound))"
          + "\(unit == .none ? "" : " \(unit.rawValue)"); "
          + "default \(Quantity.text(Rain()[keyPath: path])))"
      case .choice(let names, let get, _):
        "(\(names.joined(separator: ", ")); default \(get(Rain())))"
      case .curve(let unit, let range, let steps, _):
        "(\(Quantity.text(range.lowerBound)) .. \(Quantity.text(range.upperBound)) "
          + "\(unit.rawValue), \(steps.map(\.name).joined(separator: ", ")))"
      }
    for command in ["render", "stream", "batch", "hash", "drop"] {
      let specification = try #require(RainSynth.program.command(command))
      let help = Help.text(of: specification, in: RainSynth.program)
      let words = help.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("--\(flag) "), "\(command)")
      #expect(words.contains("\(parameter.summary) \(range)"), "\(command)")
    }
    let page = ManualPage.text(of: RainSynth.program)
      .split(separator: "\\-", omittingEmptySubsequences: false).joined(separator: "-")
    #expect(page.contains("--\(flag) "))
    #expect(page.contains(range))
    #expect(BashCompletion.script(for: RainSynth.program).contains("--\(flag) "))
    #expect(ZshCompletion.script(for: RainSynth.program).contains("--\(flag)="))
    #expect(FishCompletion.script(for: RainSynth.program).contains(" -l \(flag) "))
  }

  @Test("manual page and completions are printed as they are made")
  func documents() throws {
    let program = try BuiltProgram()
    #expect(try program.run("man").text == ManualPage.text(of: RainSynth.program))
    #expect(
      try program.run("completions", "bash").text == BashCompletion.script(for: RainSynth.program))
    #expect(
      try program.run("completions", "zsh").text == ZshCompletion.script(for: RainSynth.program))
    #expect(
      try program.run("completions", "fish").text == FishCompletion.script(for: RainSynth.program))
  }

  @Test("the version is one line")
  func version() throws {
    for flag in ["--version", "-V"] {
      #expect(try BuiltProgram().run(flag).text == "rainsynth \(Program.version)\n")
    }
  }
}
