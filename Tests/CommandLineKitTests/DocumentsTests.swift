import CommandLineKit
import Testing

@Suite struct DocumentsTests {
  private static let settings = OptionGroup(
    "Settings",
    [
      Option(
        "preset", short: "p", takes: "NAME|FILE", "start from a preset",
        completion: Completion(words: ["light", "heavy"], paths: .files)),
      Option(
        "bubble-frequency", takes: "HZ",
        "pitch of the bubble: what a drop [of 2 mm] that's heard rings at",
        range: "20 .. 18000 Hz", standard: "2200"),
    ])

  private let program = ProgramSpecification(
    "shower", version: "1.2.3", "Makes rain", details: ["It doesn't stop.", ".dotted ~ ^ \\ `x`"],
    examples: ["shower pour -o rain.wav"],
    commands: [
      CommandSpecification(
        "pour", "one file of rain",
        usage: ["[settings] -o FILE", "--list"],
        options: [
          Option("output", short: "o", takes: "FILE", "where to write", completion: .file),
          Option("force", short: "f", "overwrite"),
          Option("folder", takes: "DIR", "where to", completion: .folder),
        ],
        shared: [settings],
        arguments: [Argument("PRESET", Completion(words: ["light"], paths: .files), repeats: true)]),
      CommandSpecification("drip", "one drop", usage: ["[settings]"], shared: [settings]),
      CommandSpecification(
        "help", "this text", usage: ["[COMMAND]"],
        arguments: [Argument("COMMAND", Completion(words: ["pour", "drip"]))]),
    ],
    options: [Option("version", short: "V", "print the version")],
    sections: [ProgramSpecification.Section("Exit status", ["0 if it rained."])])

  @Test("help shows name, placeholder, range and default within 80 columns")
  func help() throws {
    let pour = try #require(program.command("pour"))
    let text = Help.text(of: pour, in: program)
    #expect(text.hasPrefix("Usage: shower pour [settings] -o FILE\n       shower pour --list\n"))
    #expect(text.contains("  -o, --output FILE           where to write\n"))
    #expect(text.contains("      --bubble-frequency HZ "))
    #expect(text.contains("\nSettings:\n"))
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("rings at (20 .. 18000 Hz; default 2200)"))
    for line in (text + Help.text(of: program)).split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
  }

  @Test("the help of the program lists all its commands")
  func programHelp() {
    let text = Help.text(of: program)
    #expect(text.contains("\n  pour          one file of rain\n  drip          one drop\n"))
    #expect(text.contains("\n  -V, --version"))
  }

  @Test("a line that begins with a point is text in the manual page, and every flag is in it")
  func manualPage() {
    let page = ManualPage.text(of: program)
    #expect(page.hasPrefix(".TH SHOWER 1 \"\" \"shower 1.2.3\" \"User Commands\"\n"))
    #expect(page.contains("\n\\&.dotted \\(ti \\(ha \\e \\(gax\\(ga\n"))
    #expect(page.contains("\n.B \\-p, \\-\\-preset NAME|FILE\n"))
    #expect(page.contains("\n.SH EXIT STATUS\n0 if it rained.\n"))
    #expect(page.contains("\nFor pour and drip.\n"))
    // A group that two commands share is told once.
    #expect(page.split(separator: "\\-\\-bubble\\-frequency").count == 2)
  }

  @Test("each completion script offers all commands, flags and words")
  func completions() {
    let scripts = [
      BashCompletion.script(for: program), ZshCompletion.script(for: program),
      FishCompletion.script(for: program),
    ]
    for script in scripts {
      for word in ["pour", "drip", "help", "light heavy", "bubble-frequency", "output", "version"] {
        #expect(script.contains(word), "\(word)")
      }
      #expect(script.hasSuffix("\n"))
    }
  }
}
