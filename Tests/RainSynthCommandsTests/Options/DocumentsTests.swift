import Testing
import Text

@testable import RainSynthCommands

@Suite struct DocumentsTests {
  private static let rainTopic = HelpTopic(
    name: "rain", summary: "the settings of the rain", details: ["All of it."])

  private static let settings = OptionGroup(
    title: "Settings",
    options: [
      Option(
        "preset", short: "p", takes: "NAME|FILE", "start from a preset",
        completion: Completion(words: ["light", "heavy"], endings: ["", "/"])),
      Option(
        "bubble-frequency", takes: "HZ",
        "pitch of the bubble: what a drop [of 2 mm] that's heard rings at",
        range: "20 .. 18000 Hz", standard: "2200"),
    ], topic: rainTopic)

  private let program = ProgramSpecification(
    name: "shower", version: "1.2.3", summary: "Makes rain",
    details: ["It doesn't stop.", ".dotted ~ ^ \\ `x`"],
    examples: ["shower pour -o rain.wav"],
    groups: [
      (
        "Make rain",
        [
          CommandSpecification(
            name: "pour", summary: "one file of rain",
            page: Page(usage: ["[settings] -o FILE", "--list"]),
            options: [
              Option("output", short: "o", takes: "FILE", "where to write", completion: .file),
              Option(
                "force", short: "f", "overwrite", isEveryday: true, isNegatable: true),
              Option("folder", takes: "DIR", "where to", completion: .folder),
            ],
            shared: [settings],
            arguments: [Argument(Completion(words: ["light"], endings: ["", "/"]), repeats: true)]),
          CommandSpecification(
            name: "drip", summary: "one drop", page: Page(usage: ["[settings]"]),
            shared: [settings]),
        ], true
      ),
      (
        "More",
        [
          CommandSpecification(
            name: "help", summary: "this text", page: Page(usage: ["[COMMAND]"]),
            arguments: [Argument(Completion(words: ["pour", "drip"]))])
        ], false
      ),
    ],
    options: [Option("version", short: "V", "print the version")],
    sections: [("Exit status", ["0 if it rained."])])

  private func words(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  @Test("help of a command explains its own flags and names those of its topics")
  func help() throws {
    let pour = try #require(program.command("pour"))
    let text = Help(program, columns: 80).text(of: pour)
    #expect(text.hasPrefix("Usage: shower pour [settings] -o FILE\n       shower pour --list\n"))
    #expect(text.contains("  -o, --output FILE           where to write\n"))
    #expect(
      text.contains(
        "The settings of the rain ('shower help rain'):\n  --preset --bubble-frequency\n"))
    #expect(!text.contains("18000"))
  }

  @Test("a topic shows name, placeholder, range and default")
  func topic() throws {
    let text = Help(program, columns: 80).text(of: Self.rainTopic)
    #expect(text.hasPrefix("The settings of the rain.\n\nAll of it.\n\nFor pour and drip.\n"))
    #expect(text.contains("      --bubble-frequency HZ "))
    #expect(text.contains("\nSettings:\n"))
    #expect(words(text).contains("rings at (20 .. 18000 Hz; default 2200)"))
  }

  @Test("the short help has the most used flags and says where the others are")
  func brief() throws {
    let pour = try #require(program.command("pour"))
    let text = Help(program, columns: 80).brief(of: pour)
    #expect(text.contains("\n  -f, --[no-]force          overwrite\n"))
    #expect(!text.contains("--output") && !text.contains("Settings"))
    #expect(words(text).contains("'shower pour --help' explains every flag"))
    #expect(words(text).contains("'shower help rain' explains the settings of the rain"))
    let help = try #require(program.command("help"))
    #expect(!Help(program, columns: 80).brief(of: help).contains("every flag"))
  }

  @Test("every help text fits its screen, from 40 columns on, and has no line above 100")
  func columns() throws {
    for columns in [40, 50, 60, 80, 120, 300] {
      var texts = [Help(program, columns: columns).text]
      texts += program.topics.map { Help(program, columns: columns).text(of: $0) }
      for command in program.commands {
        texts.append(Help(program, columns: columns).text(of: command))
        texts.append(Help(program, columns: columns).brief(of: command))
      }
      for line in texts.joined().split(separator: "\n") {
        #expect(line.count <= min(columns, 100), "\(line)")
        #expect(line.last != " ")
      }
    }
  }

  @Test("a flag of another command is refused with the reason")
  func absence() throws {
    let help = try #require(program.command("help"))
    #expect(
      program.absence(of: "-p", in: help)
        == "help does not take --preset: it is a flag of pour and drip")
    #expect(program.absence(of: "--color", in: help) == nil)
    let reason = "--preset: no"
    #expect(throws: Flaw(reason)) {
      try ParsedCommandLine(["--preset", "x"], options: []) { $0 == "--preset" ? reason : nil }
    }
    #expect(throws: Flaw(reason)) {
      try ParsedCommandLine(["-px"], options: []) { $0 == "-p" ? reason : nil }
    }
  }

  @Test("the help of the program lists its commands under their headings")
  func programHelp() {
    let text = Help(program, columns: 80).text
    #expect(
      text.contains(
        """

        Make rain:
          pour         one file of rain
          drip         one drop
        More: help, --version

        """))
    #expect(words(text).contains("'shower help rain' explains the settings of the rain."))
  }

  @Test("a line that begins with a point is text in the manual page, and every flag is in it")
  func manualPage() {
    let page = ManualPage.text(of: program)
    #expect(page.hasPrefix(".TH SHOWER 1 \"\" \"shower 1.2.3\" \"User Commands\"\n"))
    #expect(page.contains("\n\\&.dotted \\(ti \\(ha \\e \\(gax\\(ga\n"))
    #expect(page.contains("\n.B \\-p, \\-\\-preset NAME|FILE\n"))
    #expect(page.contains("\n.SH EXIT STATUS\n0 if it rained.\n"))
    #expect(page.contains("\nFor pour and drip.\n"))
    // A group that two commands share is printed once.
    #expect(page.split(separator: "\\-\\-bubble\\-frequency").count == 2)
  }

  /// What is offered for the last of the words, line by line.
  private func offers(_ words: String...) -> [Substring] {
    Offers(for: words, of: program).text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
  }

  @Test("all commands, flags and words are offered, and paths by their endings")
  func offers() {
    #expect(
      offers("") == ["", "pour\tone file of rain", "drip\tone drop", "help\tthis text"])
    #expect(offers("-") == ["", "--version\tprint the version"])
    #expect(
      offers("pour", "-").map { $0.prefix { $0 != "\t" } }
        == ["", "--output", "--force", "--no-force", "--folder", "--preset", "--bubble-frequency"])
    #expect(offers("pour", "light", "") == ["", "light", "\t", "\t/"])
    #expect(offers("help", "") == ["", "pour", "drip"])
    #expect(offers("help", "pour", "") == [""])
    #expect(offers("snow", "") == [""])
  }

  @Test("the value of a flag is offered behind its flag, in one word or in two")
  func offersOfValues() {
    #expect(offers("pour", "--preset", "") == ["", "light", "heavy", "\t", "\t/"])
    #expect(offers("pour", "-fp", "x") == ["", "light", "heavy", "\t", "\t/"])
    // Where a word fits, no folder is meant.
    #expect(offers("pour", "--preset=l") == ["--preset=", "light", "heavy", "\t"])
    #expect(offers("pour", "-pl") == ["-p", "light", "heavy", "\t"])
    #expect(offers("pour", "--folder", "l") == ["", "\t/"])
    #expect(offers("pour", "--bubble-frequency", "") == [""])
    #expect(offers("drip", "--preset", "light", "--preset=", "") == [""])
  }

  @Test("each completion script asks the program", arguments: CompletionScript.allCases)
  func completions(_ script: CompletionScript) {
    let text = script.text(for: "shower")
    #expect(text.contains(" completions \(script.rawValue) -- "))
    #expect(text.contains("_shower") && !text.contains("PROGRAM"))
    #expect(text.hasSuffix("\n"))
  }
}
