import Foundation
import RainAudio
import RainDSP
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing
import Text

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
        #expect(!option.help().isEmpty && !option.help().hasSuffix("."), "\(option.name)")
        let isPlain = option.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
        #expect(isPlain, "\(option.name)")
      }
    }
  }

  @Test("a flag means the same in every command that has it")
  func sharedOptions() {
    var known: [String: Option] = [:]
    // --format is that of the list in drops and flashes, and of the samples elsewhere.
    for command in commands {
      for option in command.allOptions
      where option.name != "output"
        && !(["drops", "flashes"].contains(command.name) && option.name == "format")
      {
        if let other = known.updateValue(option, forKey: option.name) {
          #expect(option.short == other.short)
          #expect(option.placeholder == other.placeholder)
          #expect(option.help() == other.help())
        }
      }
    }
  }

  @Test("help and --help print all flags, -h the most used ones, in the columns of the screen")
  func help() async throws {
    let program = BuiltProgram()
    for command in commands {
      let text = Help(RainSynth.program, columns: 80).text(of: command)
      #expect(try await program.call("help \(command.name)").text == text)
      #expect(try await program.call("\(command.name) --help").text == text)
      let brief = Help(RainSynth.program, columns: 80).brief(of: command)
      #expect(try await program.call("\(command.name) -h").text == brief)
      #expect(brief.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
      for columns in [40, 80, 120] {
        let texts = [
          Help(RainSynth.program, columns: columns).text(of: command),
          Help(RainSynth.program, columns: columns).brief(of: command),
        ]
        // A path is never broken.
        for line in texts.joined().split(separator: "\n") where line.split(separator: " ").count > 1
        {
          #expect(line.count <= columns, "\(line)")
        }
      }
    }
    let general = Help(RainSynth.program, columns: 80).text
    #expect(general.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
    let render = try #require(RainSynth.program.command("render"))
    let rendering = Help(RainSynth.program, columns: 80).text(of: render)
    #expect(rendering.split(separator: "\n", omittingEmptySubsequences: false).count <= 110)
    for words in [["help"], ["--help"], ["-h"]] {
      for (variables, columns) in [([:], 80), (["COLUMNS": "50"], 50)] {
        let run = try await program.call(words, variables: variables)
        #expect(run.text == Help(RainSynth.program, columns: columns).text)
        #expect(run.status == 0)
      }
    }
    let screen = try PseudoTerminal(columns: 60, lines: 20)
    #expect(try program.run(["help"], output: screen.terminal).status == 0)
    #expect(
      screen.text().filter { $0 != "\r" }.replacing("\r\n", with: "\n")
        == Help(RainSynth.program, columns: 60).text)
  }

  @Test("each command says its own default length")
  func lengths() throws {
    for (command, length) in [
      ("render", "60s"), ("stream", "endless"), ("batch", "60s"), ("hash", "10s"),
      ("vary", "10s"), ("drops", "endless"), ("flashes", "endless"),
    ] {
      let specification = try #require(RainSynth.program.command(command))
      let texts = [
        Help(RainSynth.program, columns: 80).text(of: specification),
        Help(RainSynth.program, columns: 80).brief(of: specification),
      ]
      for text in texts { #expect(text.contains("default \(length))"), "\(command)") }
    }
  }

  @Test(
    "every setting is in help, manual page and completions, with unit, range and default",
    .enabled(if: Build.isOptimised),
    arguments: Setting.allCases)
  func settings(_ setting: Setting) throws {
    let row = setting.row
    let kebab = row.name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    let flag = kebab.hasPrefix("tone") ? "tone-\(kebab.dropFirst(4))" : kebab
    let words = row.words.map(\.name).joined(separator: ", ")
    let numbers =
      "\(NumberText.shortest(row.range.lowerBound)) .. \(NumberText.shortest(row.range.upperBound))"
      + "\(row.unit == .none ? "" : " \(row.unit.rawValue)")"
    let range =
      if let standard = row.choice(row.standard) {
        "(\(words); default \(standard))"
      } else {
        "(\(numbers)\(words.isEmpty ? "" : ", \(words)"); default \(NumberText.shortest(row.standard)))"
      }
    let topic = try #require(RainSynth.program.topics.first)
    let help = Help(RainSynth.program, columns: 80).text(of: topic).split { $0.isWhitespace }
      .joined(separator: " ")
    #expect(help.contains("--\(flag) "))
    #expect(help.contains(" \(range)"))
    // Settings are named as flags are.
    #expect(!help.contains("pitchSpread") && help.contains("pitch-spread and bubble-spread; 0"))
    for command in ["render", "stream", "batch", "hash", "drop"] {
      let specification = try #require(RainSynth.program.command(command))
      let help = Help(RainSynth.program, columns: 80).text(of: specification)
      #expect(help.split { $0.isWhitespace }.contains("--\(flag)"), "\(command)")
    }
    let page = ManualPage.text(of: RainSynth.program)
      .split(separator: "\\-", omittingEmptySubsequences: false).joined(separator: "-")
    #expect(page.contains("--\(flag) "))
    #expect(page.contains(range))
    #expect(Offers(for: ["render", "-"], of: RainSynth.program).text.contains("\n--\(flag)\t"))
  }

  @Test(
    "every rendering option is in help, manual page, completions and the settings of a WAV",
    .enabled(if: Build.isOptimised),
    arguments: RenderJob.options.map(\.name))
  func options(_ name: String) async throws {
    let option = try #require(RenderJob.option(name))
    let flag = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    let shown = option.placeholder == nil ? "--[no-]\(flag) " : "--\(flag) "
    for command in ["render", "stream", "batch", "hash"] {
      let specification = try #require(RainSynth.program.command(command))
      let help = Help(RainSynth.program, columns: 80).text(of: specification)
      let words = help.split { $0.isWhitespace }.joined(separator: " ")
      // A label of files is of no use to samples.
      let isTaken = option.kind != .label || ["render", "batch"].contains(command)
      #expect(words.contains(shown) == isTaken, "\(command)")
      #expect(words.contains(option.summary) == isTaken, "\(command)")
    }
    let page = ManualPage.text(of: RainSynth.program)
      .split(separator: "\\-", omittingEmptySubsequences: false).joined(separator: "-")
    #expect(page.contains(shown.dropLast()))
    let spellings = option.placeholder == nil ? [flag, "no-\(flag)"] : [flag]
    for spelling in spellings {
      #expect(
        Offers(for: ["render", "-"], of: RainSynth.program).text.contains("\n--\(spelling)\t"))
    }
    // A label is stored where it is given.
    let label = option.kind == .label ? " --\(flag) 1s" : ""
    let wave = try await BuiltProgram().call("render -d 0 -o -\(label)").output
    #expect(wave.firstRange(of: Array("\"\(name)\":".utf8)) != nil)
  }

  @Test("manual page and completions are printed as they are made")
  func documents() async throws {
    let program = BuiltProgram()
    #expect(try await program.call("man").text == ManualPage.text(of: RainSynth.program))
    for script in CompletionScript.allCases {
      #expect(
        try await program.call("completions \(script.rawValue)").text
          == script.text(for: "rainsynth")
      )
    }
    let words = ["render", "--surface=me"]
    #expect(
      try await program.call("completions bash --".words + words).text
        == Offers(for: words, of: RainSynth.program).text)
  }

  @Test("the version is one line")
  func version() async throws {
    for flag in ["--version", "-V"] {
      #expect(try await BuiltProgram().call(flag).text == "rainsynth \(ThisProgram.version)\n")
    }
  }

  @Test("--version --json says version, sound revision, commit, compiler, engine and features")
  func versionAsJSON() async throws {
    let program = BuiltProgram()
    let run = try await program.call("--version --json")
    #expect(try await program.call("--json -V").text == run.text)
    let object = try json(run.output)
    #expect(
      Set(object.keys) == ["version", "revision", "commit", "compiler", "engine", "features"])
    #expect(object["engine"] as? String == "plain")
    #expect(object["version"] as? String == ThisProgram.version)
    #expect(object["revision"] as? Int == Rain.soundRevision)
    let commit = try #require(object["commit"] as? String)
    #expect(commit == "unknown" || commit.wholeMatch(of: /[0-9a-f]{40}(-dirty)?/) != nil)
    #expect((object["compiler"] as? String)?.hasPrefix("Swift 6.") == true)
    let features = try #require(object["features"] as? [String])
    #expect(features.contains("sha256-instructions") == SHA256.hasInstructions)
    #expect(try await program.call("--json").status == 2)
  }

  @Test("another word for the engine than plain is refused in one line")
  func engine() throws {
    let program = BuiltProgram()
    for line in ["--version", "hash -d 0"] {
      for word in ["", "plain", "v3", "Plain", "plain "] {
        let run = try program.run(line.words, environment: ["RAINSYNTH_ENGINE": word])
        let isEngine = ["", "plain"].contains(word)
        #expect(run.status == (isEngine ? 0 : 2) && run.output.isEmpty != isEngine, "\(word)")
        #expect(run.errors.contains("RAINSYNTH_ENGINE") != isEngine, "\(run.errors)")
        #expect(run.errors.filter(\.isNewline).count == (isEngine ? 0 : 1), "\(run.errors)")
      }
    }
  }
}
