import Foundation
import Platform
import RainTestSupport
import Testing

/// `live` without a screen. Tests/scripts/live has it in a terminal.
@Suite(.enabled(if: Build.isOptimised)) struct LiveCommandTests {
  private let program = BuiltProgram()
  private let settings = "-r 8000 -q".words

  /// What a shell writes that runs the script.
  private func lines(of script: String) throws -> Pipe {
    let (pipe, writer) = (Pipe(), Process())
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", script]
    writer.currentDirectoryURL = URL(fileURLWithPath: program.path("."))
    writer.standardOutput = pipe
    try writer.run()
    return pipe
  }

  /// Lets a shell write the lines, with pauses, and returns the answers; the player keeps what it gets.
  private func answers(_ script: String, _ words: String...) throws -> [String] {
    try program.makePlayer("cat > got")
    let pipe = try lines(of: script)
    let run = try program.run(
      "live --plain --player ./player".words + settings + words,
      inputHandle: pipe.fileHandleForReading)
    #expect(run.status == 0)
    #expect(run.errors == "", "\(run.errors)")
    return run.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .dropLast()
  }

  @Test("lines are answered, wrong ones too, and the take hashes as what was sent")
  func plain() async throws {
    let answers = try answers(
      """
      echo 'bubbleFrequency 900'; echo '--gain -3 dB'; sleep .1; echo 'lowpass 4kHz over 300ms'
      echo 'surface'; echo 'surface metal'; echo stop; echo 'rainfall 30'; echo start; sleep .1
      echo 'seed 77'; echo 'preset tin-roof over 1s'; sleep .2; echo undo; echo redo; echo redo
      echo; echo '# a comment'; echo 'bubblefrequency 1'; echo 'gain 99'; echo 'gain 1 after 2'
      echo 'gain 1 over'; echo 'preset nosuch'; echo 'preset storm'
      echo 'place car'; sleep .1; echo place; echo 'place tent over 2s'; echo 'place nowhere'; echo 'seed x'; printf '\\377\\n'
      head -c 70000 /dev/zero | tr '\\0' x; echo; echo 'save a.json'; echo 'save a.json'
      echo 'save /nowhere/a.json'; echo 'save b.wav'; echo 'save ./c'; echo line; echo '?'; printf quit
      """, "-o", "take.json", "-s", "5")
    let expected = [
      "bubbleFrequency 900 Hz", "gain -3 dB", "lowpass 4000 Hz within 0.3 s",
      "surface open, open, water, ground, concrete, leaves, wood, metal, glass, fabric, roof",
      "surface metal", "stopped at", "rainfall 30 mm/h", "started at", "? a take has one seed",
      "preset tin-roof: it takes 1 s to get there", "undone", "done again", "? nothing to redo", "",
      "",
      "? nothing is called 'bubblefrequency'; did you mean bubbleFrequency?",
      "? gain takes -60 .. 24 dB, not '99'", "? gain takes -60 .. 24 dB, not '1 after 2'",
      "? 'over' is not 'over TIME', such as over 10s", "? no preset is called 'nosuch'",
      "preset storm: it takes 2 s to get there, to its first values, which stay",
      "place car: it takes 0.8 s to get there", "place car",
      "place tent: it takes 2 s to get there",
      "? no place is called 'nowhere'; ",
      "? seed takes 0 ..", "? this line is no UTF-8 text",
      "? this line is too long", "saved 'a.json'", "? 'a.json' exists; save another name",
      "? /nowhere/a.json: ", "? save writes a preset, as JSON, and 'b.wav' is the name",
      "saved './c.json'",
      "rainsynth render -o rain.wav --seed=5 --rate=8000 ", "NAME VALUE ",
      "over at",
    ]
    #expect(answers.count == expected.count)
    for (answer, start) in zip(answers, expected) {
      #expect(answer.hasPrefix(start), "\(answer) instead of \(start)")
    }
    // The WAV that the player gets, without its header, is the rendering of the take.
    let got = try program.contents(of: "got").dropFirst(44)
    #expect(got.count > 8000)
    #expect(try await program.call("stream -p take.json -q").output == Array(got))
    let hash = try await program.call("hash take.json -q").text
    try program.write(got, to: "got.pcm")
    let sum = try await program.call("render -p take.json -q -o take.wav")
    #expect(sum.status == 0)
    let info = try await program.call("info --json take.wav").text
    #expect(info.contains(String(hash.prefix(64))))
    // So does a command line that info prints.
    let like = try await program.call("stream --like take.wav")
    #expect(like.status == 2)
    #expect(try await program.call("preset check take.json a.json").status == 0)
    let render = try await program.call("render --like take.wav -q -o again.wav")
    #expect(render.status == 0)
    #expect(try program.contents(of: "again.wav") == program.contents(of: "take.wav"))
    // A flag wins over the take.
    let other = try await program.call("stream -p take.json -q -s 5 -d 1")
      .output
    #expect(other.count == 32_000)
  }

  @Test("every end keeps the take", arguments: ["", "-s9"])
  func ends(word: String) async throws {
    try program.makePlayer("head -c 90000 > got; sleep 3; exit 3")
    let pipe = Pipe()
    let words = "live --plain --player ./player -o take.json -f".words + settings
    let dead = try program.run(
      words + (word.isEmpty ? [] : [word]), inputHandle: pipe.fileHandleForReading)
    #expect(dead.status == 1)
    #expect(dead.errors == "rainsynth: the player player failed with exit status 3\n")
    let got = try program.contents(of: "got").dropFirst(44)
    let take = try await program.call("stream -p take.json -q").output
    #expect(take.count >= got.count && take.prefix(got.count) == Array(got)[...])
  }

  @Test("the next player begins the take anew where one fails at once")
  func nextPlayer() async throws {
    let path = try program.makePlayers([
      "aplay": "/usr/bin/head -c 20000 > /dev/null; echo 'no card'; exit 1",
      "play": "echo > played; exec /bin/cat > got",
    ])
    let pipe = try lines(
      of: "echo gain -3; while [ ! -e played ]; do sleep .01; done; sleep .5")
    // Samples go to a player only where standard output is a terminal, or a player is chosen.
    let terminal = try PseudoTerminal()
    let run = try program.run(
      "live --plain -o take.json -r 8000".words,
      inputHandle: pipe.fileHandleForReading, output: terminal.terminal,
      environment: ["PATH": path])
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(
      lines.first
        == "rainsynth: the player aplay failed with exit status 1: no card; next comes play")
    #expect(lines.last?.hasPrefix("rainsynth: take.json: a take of 0:0") == true)
    #expect(lines.count == 2)
    let take = try await program.call("stream -p take.json -q").output
    #expect(take.count > 8000)
    #expect(try program.contents(of: "got") == take)
  }

  @Test("a signal ends it with a fade and the take", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) async throws {
    try program.makePlayer("cat > got")
    let pipe = Pipe()
    let child = try program.start(
      "live --plain --player ./player -o take.json".words + settings,
      inputHandle: pipe.fileHandleForReading)
    for _ in 0..<2000 {
      if let got = try? program.contents(of: "got"), got.count > 20_000 { break }
      usleep(1000)
    }
    #expect(kill(child.processIdentifier, signal) == 0)
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal && child.terminationStatus == signal)
    let got = try program.contents(of: "got").dropFirst(44)
    #expect(try await program.call("stream -p take.json -q").output == Array(got))
  }

  @Test("one that is killed has saved its take while it played, but over nobody else's file")
  func killed() async throws {
    func start(take: String, _ pipe: Pipe, sent: String) throws -> Process {
      try program.write("", to: sent)
      return try program.start(
        ["live", "--plain", "-o", take] + settings, inputHandle: pipe.fileHandleForReading,
        output: try FileHandle(forWritingTo: URL(fileURLWithPath: program.path(sent))))
    }
    /// One is killed, and the other lives: either may be in the midst of a save.
    func isBeingWritten(_ name: String) -> Bool {
      name.hasPrefix(".take.json.rainsynth-") || name.hasPrefix(".mine-2.json.rainsynth-")
    }
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("gain -3\nlowpass 900 over 20s\n".utf8))
    let child = try start(take: "take.json", pipe, sent: "sent")
    let otherPipe = Pipe()
    otherPipe.fileHandleForWriting.write(Data("gain -7\n".utf8))
    let other = try start(take: "mine.json", otherPipe, sent: "other")
    // It has looked whether the name is free before it plays.
    for _ in 0..<6000 where try program.contents(of: "other").isEmpty { usleep(10_000) }
    try program.write("mine", to: "mine.json")
    for _ in 0..<6000 where try !program.files().contains("take.json") { usleep(10_000) }
    #expect(kill(child.processIdentifier, SIGKILL) == 0)
    child.waitUntilExit()
    #expect(
      try program.files().filter { $0 != "mine-2.json" && !isBeingWritten($0) } == [
        "mine.json", "other", "sent", "take.json",
      ])
    let take = try await program.call("stream -p take.json -q").output
    #expect(take.count > 4 * 32_000)
    #expect(try program.contents(of: "sent").prefix(take.count) == take[...])
    #expect(kill(other.processIdentifier, SIGTERM) == 0)
    other.waitUntilExit()
    #expect(other.terminationReason == .exit && other.terminationStatus == 1)
    #expect(try program.contents(of: "mine.json") == Array("mine".utf8))
    // Its own take is not lost.
    #expect(
      try await program.call("stream -p mine-2.json -q").output
        == program.contents(of: "other"))
  }

  @Test("samples go to standard output where nothing plays them, and answers to standard error")
  func standardOutput() async throws {
    try program.write("gain -3\n", to: "lines")
    let run = try program.run(
      "live --plain -o take.json".words + settings, input: Array("gain -3\nquit\n".utf8))
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("gain -3 dB\nover at 0:0"))
    #expect(!run.output.isEmpty)
    #expect(try await program.call("stream -p take.json -q").output == run.output)
  }

  @Test("what cannot be is refused at once")
  func wrong() async throws {
    try program.write("{}", to: "take.json")
    let exists = try await program.call("live --plain -o take.json --player cat")
    #expect(exists.status == 1 && exists.errors.contains("exists"))
    #expect(try await program.call("live --plain --curve gain=0=0").status == 2)
    #expect(
      try await program.call("live --plain -d 5").errors.contains("until you end it"))
    // None leaves a take, which the next try would be refused for.
    try program.makePlayer("head -c 20000 > /dev/null; exit 1")
    for _ in 1...2 {
      let failed = try program.run(
        "live --plain --player ./player -o new.json".words + settings,
        inputHandle: try lines(of: "sleep 1").fileHandleForReading)
      #expect(failed.status == 1 && failed.errors.contains("the player player"))
      let none = try program.run("live --player cat -o new.json".words + settings)
      #expect(none.status == 2 && none.errors.contains("no terminal"), "\(none.errors)")
    }
    #expect(try program.files() == ["player", "take.json"])
    let dumb = try await program.call("live --player cat".words, variables: ["TERM": "dumb"])
    #expect(dumb.status == 2 && dumb.errors.contains("--plain reads lines"))
  }
}
