import Foundation
import Platform
import RainTestSupport
import Testing

@Suite(.enabled(if: Build.isOptimised)) struct PlayCommandTests {
  private let program = BuiltProgram()

  /// Writes a player: a shell script, with the number of its process in a file.
  private func makePlayer(_ script: String) throws {
    try program.makePlayer("echo $$ > number\n\(script)")
  }

  /// The player's process; nil once there is none.
  private func playerIsGone() throws -> Bool {
    let text = String(decoding: try program.contents(of: "number"), as: UTF8.self)
    let number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    return kill(number, 0) == -1
  }

  /// Waits until a file has so many bytes.
  private func wait(for file: String, bytes: Int = 1) throws {
    for _ in 0..<5000 {
      if let contents = try? program.contents(of: file), contents.count >= bytes { return }
      usleep(1000)
    }
    Issue.record("\(file) has fewer than \(bytes) bytes")
  }

  @Test("a player of our own gets the WAV that render writes", arguments: ["s16", "f32"])
  func wave(format: String) async throws {
    try makePlayer("echo chatter; echo chatter >&2; cat > got")
    let words = ["-d", "1.3", "-p", "drizzle", "-b", format, "-r", "8000"]
    let run = try program.run(["play"] + words + ["--player", "./player"])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors == "rainsynth: plays with 'player'; Ctrl-C lets it fade away\n")
    let got = try WaveChunks(program.contents(of: "got")).contents
    let wave = try await WaveChunks(program.call("render -o - -q".words + words).output)
      .contents
    #expect(got["data"] == wave["data"] && got["fmt "] == wave["fmt "])
  }

  @Test("a preset may be named without a flag, and until when it plays")
  func preset() async throws {
    try makePlayer("cat > got")
    let words = "-r 8000 -q --player ./player".words
    #expect(try program.run("play tent -d 1".words + words).status == 0)
    let wave = try await program.call("render -p tent -d 1 -r 8000 -q -o -")
    let got = try WaveChunks(program.contents(of: "got")).contents["data"]
    #expect(try got == WaveChunks(wave.output).contents["data"])
  }

  @Test("the WAV of a loop, or with an odd byte, ends where its header says")
  func ends() throws {
    try makePlayer("cat > got")
    for words in ["--loop -d 1".words, "-d 0.126 -b s24 -c 1".words, ["-d", "0"]] {
      #expect(
        try program.run("play -q -r 8001 --player ./player".words + words).status == 0)
      let got = try program.contents(of: "got")
      let size = got[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(got.count == size + 8, "\(words)")
    }
  }

  @Test("a known player gets raw samples and what it needs to know of them")
  func raw() async throws {
    let script =
      "case $* in *--help*) echo '  -a, --raw   RAW mode'; exit;; esac; echo \"$@\" > words; exec cat > got"
    let names = ["aplay", "paplay", "pw-play", "play"]
    let path = try program.makePlayers(
      Dictionary(uniqueKeysWithValues: names.map { ($0, script) }))
    let environment = ["PATH": "\(path):/usr/bin:/bin"]
    func words() throws -> String {
      String(decoding: try program.contents(of: "words"), as: UTF8.self)
    }
    let settings = "-d 1 -r 8000 -c 1 -b s24 -q".words
    let samples = try await program.call(["stream"] + settings).output
    for (name, expected) in [
      ("aplay", "-q -t raw -f S24_3LE -r 8000 -c 1"),
      ("paplay", "--raw --rate=8000 --channels=1 --format=s24le"),
      ("pw-play", "--raw --rate 8000 --channels 1 --format s24 -"),
      ("play", "-q -t raw -e signed-integer -b 24 -r 8000 -c 1 -"),
    ] {
      let run = try program.run(["play", "--player", name] + settings, environment: environment)
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(try words() == expected + "\n")
      #expect(try program.contents(of: "got") == samples, "\(name)")
    }
    // An older pw-play knows raw samples only.
    try program.write(
      "#!/bin/sh\necho \"$@\" >> words; exec cat > /dev/null\n", to: "players/pw-play")
    _ = try program.run("play -d 0 --player pw-play".words, environment: environment)
    #expect(try words().hasSuffix("--rate 44100 --channels 2 --format s16 -\n"))
  }

  /// What a player gets of a layout: words that name its speakers, or fewer channels and a sentence.
  private static let layouts: [(player: String, layout: String, words: String, channels: Int)] = [
    ("paplay", "quad", "--channel-map=front-left,front-right,rear-left,rear-right", 4),
    (
      "paplay", "5.1",
      "--channel-map=front-left,front-right,front-center,lfe,rear-left,rear-right", 6
    ),
    (
      "paplay", "7.1.4",
      "--channel-map=front-left,front-right,front-center,lfe,rear-left,rear-right,side-left,"
        + "side-right,top-front-left,top-front-right,top-rear-left,top-rear-right", 12
    ),
    (
      "paplay", "5.1.4",
      "--channel-map=front-left,front-right,front-center,lfe,rear-left,rear-right,"
        + "top-front-left,top-front-right,top-rear-left,top-rear-right", 10
    ),
    ("paplay", "foa", "--channels=2", 2),
    ("pw-play", "quad", "--channel-map FL,FR,RL,RR", 4),
    ("pw-play", "5.1", "--channel-map FL,FR,FC,LFE,RL,RR", 6),
    ("pw-play", "7.1", "--channel-map FL,FR,FC,LFE,RL,RR,SL,SR", 8),
    ("pw-play", "7.1.4", "--channel-map FL,FR,FC,LFE,RL,RR,SL,SR,TFL,TFR,TRL,TRR", 12),
    ("pw-play", "5.1.4", "--channel-map FL,FR,FC,LFE,RL,RR,TFL,TFR,TRL,TRR", 10),
    ("pw-play", "7.1.2", "--channel-map FL,FR,FC,LFE,RL,RR,SL,SR,TFL,TFR", 10),
    ("pw-play", "3oa", "--channels 2", 2),
    ("aplay", "quad", "-c 2", 2),
    ("aplay", "5.1", "-c 2", 2),
    ("play", "7.1", "-c 2", 2),
    ("ffplay", "7.1", "-i -", 8),
    ("ffplay", "7.1.4", "-i -", 2),
    ("ffplay", "foa", "-i -", 2),
    ("ffplay", "7.1.2", "-i -", 2),
    ("own", "foa", "\n", 4),
    ("own", "7.1.4", "\n", 12),
  ]

  @Test("a player knows the speaker of each channel, or gets stereo", arguments: layouts)
  func speakers(player: String, layout: String, words: String, channels: Int) async throws {
    let path = try program.makePlayers([player: "echo \"$@\" > words; exec cat > got"])
    let environment = ["PATH": "\(path):/usr/bin:/bin"]
    let settings = "-d 1 -r 8000".words
    let run = try program.run(
      ["play", "-c", layout, "--player", player] + settings, environment: environment)
    #expect(run.status == 0)
    let heard = String(decoding: try program.contents(of: "words"), as: UTF8.self)
    #expect(heard.contains(words) && heard.contains("map") == words.contains("map"))
    let sentence = "rainsynth: \(player) does not take \(layout): it is played in stereo\n"
    #expect(run.errors.contains(sentence) == (channels == 2))
    let samples = try await program.call(
      ["stream", "-q", "-c", channels == 2 ? "2" : layout] + settings
    ).output
    #expect(try program.contents(of: "got").suffix(samples.count) == samples[...])
  }

  @Test("of the players that are here, one that takes all channels plays them")
  func speakersHere() throws {
    let script = "echo $0 > words; exec /bin/cat > /dev/null"
    let path = try program.makePlayers(["aplay": script, "paplay": script])
    let words = "play -d 0.1 -r 8000 -c 5.1".words
    let run = try program.run(words, environment: ["PATH": path])
    #expect(run.status == 0 && !run.errors.contains("stereo"))
    #expect(
      try String(decoding: program.contents(of: "words"), as: UTF8.self).hasSuffix("/paplay\n"))
    try program.remove("players/paplay")
    let other = try program.run(words, environment: ["PATH": path])
    #expect(other.status == 0)
    #expect(other.errors.contains("no player here takes 5.1: it is played in stereo\n"))
    // A preset may have more channels than somebody has thought of.
    try program.write(#"{"channels": "5.1"}"#, to: "own.json")
    let preset = try program.run(
      "play -d 0.1 -p ./own.json".words, environment: ["PATH": path])
    #expect(preset.status == 0)
    #expect(preset.errors.contains("no player here takes 5.1: it is played in stereo\n"))
    try program.writeProgram("players/paplay", script)
    let asked = try program.run(
      "play -d 0.1 -p ./own.json".words, environment: ["PATH": path])
    #expect(
      asked.errors.contains(
        "the preset has 5.1: it is played in stereo; -c 5.1 plays it all around\n"))
  }

  @Test("two ears are played as they are, and one sentence says that they want headphones")
  func ears() throws {
    try makePlayer("cat > got")
    let words = "play -d 1 -r 8000 --player ./player".words
    let run = try program.run(words + ["-c", "binaural"])
    let sentence = "binaural is for headphones, -c 2 for loudspeakers\n"
    #expect(run.status == 0 && run.errors.components(separatedBy: sentence).count == 2)
    let heard = try program.contents(of: "got")
    let stream = try program.run("stream -q -d 1 -r 8000 -c binaural".words).output
    #expect(heard.suffix(stream.count) == stream[...])
    let stereo = try program.run(words)
    #expect(!stereo.errors.contains("headphones"))
    #expect(try program.run(words + ["-q", "-c", "binaural"]).errors.isEmpty)
  }

  @Test("words behind the name go to the player")
  func words() throws {
    try makePlayer("echo \"$@\" > words; exec cat > /dev/null")
    #expect(
      try program.run("play", "-d", "1", "-r", "8000", "--player", "./player -a  b").status == 0)
    #expect(try program.contents(of: "words") == Array("-a b\n".utf8))
  }

  @Test("a player that fails is heard, and one that ends early is missed")
  func failures() throws {
    try makePlayer("head -c 100 > /dev/null; echo starting; echo 'no  such card' >&2; exit 3")
    let failed = try program.run("play", "-q", "--player", "./player")
    #expect(failed.status == 1)
    #expect(
      failed.errors == "rainsynth: the player player failed with exit status 3: no  such card\n")
    try makePlayer("kill -9 $$")
    let killed = try program.run("play", "-q", "--player", "./player")
    #expect(killed.status == 1)
    #expect(killed.errors == "rainsynth: the player player was ended by signal 9\n")
    try makePlayer("exit 0")
    let early = try program.run("play", "-q", "--player", "./player")
    #expect(early.status == 1)
    #expect(early.errors == "rainsynth: the player player ended before the sound did\n")
    // It fails when all has been written.
    try makePlayer("cat > /dev/null; exit 2")
    let late = try program.run("play", "-q", "-d", "1", "-r", "8000", "--player", "./player")
    #expect(late.status == 1)
    #expect(late.errors == "rainsynth: the player player failed with exit status 2\n")
  }

  @Test("without a player, a sentence has packages and what writes a file")
  func missing() async throws {
    for words in ["play -p tent -c 1 --gain -3", "play -c foa -d 1", "play storm tent"] {
      let none = try await program.call(words.words, variables: ["PATH": "/nowhere"])
      #expect(none.status == 1)
      #expect(none.errors.contains("none of the players pw-play, paplay, aplay"))
      #expect(none.errors.contains("alsa-utils"))
      #expect(none.errors.hasSuffix("rainsynth render -o rain.wav\n"))
    }
    let unknown = try await program.call(["play", "--player", "no such"])
    #expect(unknown.status == 1)
    #expect(unknown.errors == "rainsynth: no program 'no' is here to play the sound\n")
    #expect(try await program.call(["play", "--player", " "]).status == 2)
  }

  @Test("where nobody has chosen a player, the next one takes over from one that fails at once")
  func next() async throws {
    let path = try program.makePlayers([
      "paplay": "echo 'Connection refused' >&2; exit 1",
      // Without a device, ffplay reads a little and ends with 0.
      "aplay": "/usr/bin/head -c 5000 > /dev/null; exit 0",
      "play": "exec /bin/cat > got",
    ])
    let settings = "-d 1.5 -r 8000 -c 1".words
    let run = try program.run(["play"] + settings, environment: ["PATH": path])
    #expect(run.status == 0)
    #expect(
      run.errors == """
        rainsynth: plays with 'paplay'; Ctrl-C lets it fade away
        rainsynth: the player paplay failed with exit status 1: Connection refused; next comes aplay
        rainsynth: the player aplay ended before the sound did; next comes play

        """)
    #expect(
      try await program.contents(of: "got") == program.call(["stream", "-q"] + settings).output)
    // Nobody else plays for one that was chosen.
    let chosen = try program.run(
      "play -q --player paplay".words + settings, environment: ["PATH": path])
    #expect(chosen.status == 1)
    #expect(
      chosen.errors
        == "rainsynth: the player paplay failed with exit status 1: Connection refused\n")
    // The last one has the last word.
    try program.remove("players/play")
    let none = try program.run(["play", "-q"] + settings, environment: ["PATH": path])
    #expect(none.status == 1)
    #expect(
      none.errors
        == "rainsynth: the player aplay ended before the sound did; "
        + "'rainsynth render -o rain.wav' writes a file instead\n")
  }

  @Test("a player that fails later has no successor")
  func late() throws {
    let path = try program.makePlayers([
      "aplay": "/usr/bin/head -c 40000 > /dev/null; /bin/sleep 2.2; exit 1",
      "play": "exec /bin/cat",
    ])
    let run = try program.run(
      "play -q -r 8000 -c 1".words, environment: ["PATH": path])
    #expect(run.status == 1)
    #expect(run.errors == "rainsynth: the player aplay failed with exit status 1\n")
  }

  @Test("a signal lets the sound fade away over 2 s", arguments: [SIGINT, SIGTERM, SIGHUP])
  func fade(signal: Int32) async throws {
    // The player takes 1.25 s of sound and then none until the signal has come.
    try makePlayer(
      "head -c 20044 > got; while [ ! -e go ]; do sleep .01; done; cat >> got; echo > over")
    let settings = "-r 8000 -c 1 -q".words
    let child = try program.start("play --player ./player".words + settings)
    try wait(for: "got", bytes: 20044)
    usleep(100_000)
    #expect(kill(child.processIdentifier, signal) == 0)
    usleep(100_000)
    try program.write("", to: "go")
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal)
    #expect(child.terminationStatus == signal)
    // The player had the time to play what it had.
    #expect(try program.files().contains("over"))
    let got = Array(try program.contents(of: "got").dropFirst(44))
    let whole = try await program.call("stream -d 10".words + settings).output
    let same = zip(got, whole).prefix { $0 == $1 }.count / 2
    #expect(got.count / 2 - same <= 16_000)
    #expect(got.count / 2 - same > 15_000)
    #expect(same >= 10_000)
    func level(_ frames: Range<Int>) -> Double {
      let squares = frames.map { frame in
        let low = UInt16(got[2 * frame])
        let sample = Int16(bitPattern: low | UInt16(got[2 * frame + 1]) << 8)
        return Double(sample) * Double(sample)
      }
      return (squares.reduce(0, +) / Double(frames.count)).squareRoot()
    }
    let count = got.count / 2
    #expect(level(count - 400..<count) < level(0..<8000) / 20)
  }

  @Test("a second signal ends it and its player at once, also one that hangs")
  func atOnce() throws {
    try makePlayer("exec sleep 100")
    let child = try program.start("play -q --player ./player".words)
    try wait(for: "number")
    usleep(50_000)
    let start = ContinuousClock.now
    #expect(kill(child.processIdentifier, SIGINT) == 0)
    // timeout(1) sends a signal twice: to the process and to its group.
    #expect(kill(child.processIdentifier, SIGINT) == 0)
    usleep(400_000)
    #expect(child.isRunning)
    #expect(kill(child.processIdentifier, SIGTERM) == 0)
    child.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(1.5))
    #expect(child.terminationStatus == SIGTERM)
    #expect(try playerIsGone())
  }

  @Test("a stop stops the player, too, and both go on together")
  func suspension() throws {
    try makePlayer("while head -c 800 | grep -q .; do echo >> got; sleep .01; done")
    let child = try program.start("play -q -r 8000 -c 1 --player ./player".words)
    try wait(for: "got", bytes: 5)
    #expect(kill(child.processIdentifier, SIGTSTP) == 0)
    usleep(100_000)
    let before = try program.contents(of: "got").count
    usleep(200_000)
    // The test runs without a terminal: there the system may discard the stop, and both go on.
    let during = try program.contents(of: "got").count
    #expect(kill(child.processIdentifier, SIGCONT) == 0)
    try wait(for: "got", bytes: during + 5)
    if during == before { #expect(child.isRunning) }
    child.terminate()
    usleep(400_000)
    child.terminate()
    child.waitUntilExit()
    #expect(try playerIsGone())
  }

  @Test("a player reads its end when the program is killed")
  func killed() throws {
    try makePlayer("cat > /dev/null; echo > over; sleep .1")
    let child = try program.start("play -q --player ./player".words)
    try wait(for: "number")
    #expect(kill(child.processIdentifier, SIGKILL) == 0)
    child.waitUntilExit()
    try wait(for: "over")
  }

  @Test("aplay plays into the null device", .enabled(if: PlayCommandTests.hasAplay))
  func aplay() throws {
    for format in ["s16", "s24", "s32", "f32"] {
      let run = try program.run("play", "-d", "1", "-b", format, "--player", "aplay -D null", "-q")
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
    }
    let none = try program.run("play", "-d", "1", "--player", "aplay -D nosuch", "-q")
    #expect(none.status == 1)
    #expect(none.errors.hasPrefix("rainsynth: the player aplay failed with exit status 1: "))
  }

  private static var hasAplay: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/aplay")
  }
}
