import Foundation
import RainTestSupport
import Testing

/// Clips whose settings are drawn, as the program writes them.
@Suite(.enabled(if: Build.isOptimised)) struct VaryCommandTests {
  private let program = BuiltProgram()
  private let settings =
    "-d 0.5 -r 8000 -c 1 -q --vary rainfall=log:0.5..80 --vary surface=open,metal,glass".words

  @discardableResult
  private func vary(_ words: String..., status: Int32 = 0) async throws -> String {
    let run = try await program.call(["vary"] + settings + words)
    #expect(run.status == status, "\(words): \(run.errors)")
    return run.errors
  }

  private func lines(_ folder: String) throws -> [String] {
    let text = String(decoding: try program.contents(of: "\(folder)/manifest.jsonl"), as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init).sorted()
  }

  private func objects(_ folder: String) throws -> [[String: Any]] {
    try lines(folder).map { try json($0.utf8) }
  }

  @Test("parts of a run are the run, on any number of threads")
  func parts() async throws {
    try await vary("-n", "12", "-O", "all")
    try await vary("-n", "12", "--numbers", "0..4", "-O", "a", "-j", "1")
    try await vary("--numbers", "5..11", "-O", "b")
    #expect(try lines("all") == lines("a") + lines("b"))
    for number in 0..<12 {
      let file = "steady-0000\(number < 10 ? "0" : "")\(number).wav"
      let part = number < 5 ? "a" : "b"
      #expect(try program.contents(of: "all/\(file)") == program.contents(of: "\(part)/\(file)"))
    }
    let objects = try objects("all")
    #expect(Set(objects.compactMap { $0["seed"] as? Int }).count == 12)
    #expect(Set(objects.compactMap { $0["sha256"] as? String }).count == 12)
    for object in objects {
      let varied = try #require(object["varied"] as? [String: Any])
      let settings = try #require(object["settings"] as? [String: Any])
      #expect(varied["surface"] as? String == settings["surface"] as? String)
      #expect(varied["rainfall"] as? Double == object["rainfall"] as? Double)
      #expect(settings["rainfall"] as? Double == object["rainfall"] as? Double)
      #expect(settings["seed"] as? Int == object["seed"] as? Int)
    }
    let check = try await program.call("hash --check all/manifest.jsonl")
    #expect(check.status == 0 && check.text.components(separatedBy: ": OK\n").count == 13)
    // A clip is a rendering: the same settings give it again.
    let again = try await program.call("render --like all/steady-000003.wav -q -o again.wav")
    #expect(again.status == 0)
    #expect(try program.contents(of: "again.wav") == program.contents(of: "all/steady-000003.wav"))
  }

  @Test("--sidecar json has the line of each clip beside it, and replaces no other file")
  func sidecar() async throws {
    try await vary("-n", "3", "-O", "side", "--sidecar", "json", "--log", "dcase")
    let files = (0..<3).map { "side/steady-00000\($0)" }
    for (file, line) in zip(files, try lines("side")) {
      #expect(try program.contents(of: "\(file).json") == Array("\(line)\n".utf8))
      let log = String(decoding: try program.contents(of: "\(file).ann"), as: UTF8.self)
      let drops = try #require(try json(line.utf8)["drops"] as? Int)
      let events = log.split(separator: "\n").map { $0.split(separator: "\t") }
      #expect(events.count == drops && events.allSatisfy { $0.count == 3 })
      #expect(events.allSatisfy { Double($0[0])! < Double($0[1])! && !$0[2].isEmpty })
    }
    // What is missing or of another run comes again, with its clip.
    try program.remove("\(files[1]).json")
    try await vary("-n", "3", "-O", "side", "--sidecar", "json", "--log", "dcase")
    #expect(try program.contents(of: "\(files[1]).json").count > 100)
    try program.write("mine", to: "\(files[2]).json")
    try await vary("-n", "3", "-O", "side", "--sidecar", "json", "--log", "dcase", "-f")
    #expect(try program.contents(of: "\(files[2]).json").count > 100)
    // A log of this run beside it makes a foreign file no file of this run.
    try program.remove("\(files[0]).wav")
    try program.write("mine", to: "\(files[0]).json")
    let kept = try await vary(
      "-n", "3", "-O", "side", "--sidecar", "json", "--log", "dcase", status: 1)
    #expect(kept.contains("steady-000000.json: exists"))
    #expect(try program.contents(of: "\(files[0]).json") == Array("mine".utf8))
    try program.makeFolder("new")
    try program.write("mine", to: "new/steady-000000.json")
    let refused = try await vary("-n", "1", "-O", "new", "--sidecar", "json", status: 1)
    #expect(refused.contains("steady-000000.json: exists"))
    #expect(try program.contents(of: "new/steady-000000.json") == Array("mine".utf8))
  }

  @Test("a beginning is drawn from all of a rain that moves, whose moment the clip is")
  func beginnings() async throws {
    let words = "vary -p storm -n 4 -d 1 -r 8000 -c 1 -q --vary from=0..1790 -O moments".words
    let run = try await program.call(words)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let objects = try objects("moments")
    #expect(Set(objects.compactMap { $0["rainfall"] as? Double }).count == 4)
    for object in objects {
      let settings = try #require(object["settings"] as? [String: Any])
      let (from, to) = (try #require(settings["from"] as? Int), settings["to"] as? Int)
      #expect(to == from + 8000 && settings["duration"] as? Int == 1800 * 8000)
      let seed = try #require(settings["seed"] as? Int)
      let excerpt = try await program.call(
        "hash storm -d 1800 -r 8000 -c 1 -s \(seed) --from \(Double(from) / 8000)".words
          + ["--to", "\(Double(from + 8000) / 8000)"])
      let sum = try #require(object["sha256"] as? String)
      #expect(excerpt.text.hasPrefix(sum), "\(excerpt.errors)")
    }
  }

  @Test("the list has one order, by number, on any number of threads")
  func order() async throws {
    try await vary("-n", "30", "-O", "one", "-j", "1")
    try await vary("-n", "30", "-O", "many", "-j", "4")
    let list = try program.contents(of: "one/manifest.jsonl")
    #expect(try program.contents(of: "many/manifest.jsonl") == list)
    let numbers = try program.list("one/manifest.jsonl").map { $0["number"] as? Int }
    #expect(numbers == (0..<30).map { $0 })
    // Also where clips come later, and where a line is there twice.
    try await vary("--numbers", "20..29", "-n", "30", "-O", "parts")
    try await vary("-n", "30", "-O", "parts")
    #expect(try program.contents(of: "parts/manifest.jsonl") == list)
    try program.write(list + list, to: "many/manifest.jsonl")
    try await vary("-n", "30", "-O", "many")
    #expect(try program.contents(of: "many/manifest.jsonl") == list)
  }

  @Test("of two runs in one folder, one of which replaces clips, no line is lost")
  func twoRuns() async throws {
    try await vary("-n", "20", "-O", "out")
    let words = ["vary"] + settings + ["-O", "out"]
    let other = try program.start(words + "--numbers 100..499 -d 0.1 -j 1".words)
    try await vary("-n", "20", "-d", "0.6", "-f", "-O", "out")
    other.waitUntilExit()
    #expect(other.terminationStatus == 0)
    #expect(try objects("out").count == 420)
  }

  @Test("a list that cannot be written is told before a clip is rendered")
  func impossibleList() async throws {
    try program.makeFolder("out")
    try program.makeFolder("out/manifest.jsonl")
    #expect(
      try await vary("-n", "2", "-O", "out", status: 1).contains("manifest.jsonl: is no file"))
    try program.remove("out/manifest.jsonl")
    #expect(unsafe mkfifo(program.path("out/manifest.jsonl"), 0o600) == 0)
    #expect(
      try await vary("-n", "2", "-O", "out", status: 1).contains("manifest.jsonl: is no file"))
    #expect(try program.files(in: "out") == ["manifest.jsonl"])
  }

  @Test("hash --check finds a clip that another program would make otherwise")
  func changedHash() async throws {
    try await vary("-n", "2", "-O", "all")
    let text = String(decoding: try program.contents(of: "all/manifest.jsonl"), as: UTF8.self)
    try program.write(
      text.replacingOccurrences(of: #""seed":"#, with: #""seed":1"#), to: "changed.jsonl")
    let check = try await program.call("hash --check changed.jsonl")
    #expect(check.status == 1 && check.text.contains("FAILED"))
    try program.write(
      text.replacingOccurrences(of: #""to":4000"#, with: #""to":9223372036854775807"#)
        .replacingOccurrences(of: #""duration":4000"#, with: #""duration":9223372036854775807"#),
      to: "endless.jsonl")
    let endless = try await program.call("hash --check endless.jsonl")
    #expect(endless.status == 1 && endless.errors.contains("its settings have no end"))
  }

  @Test("goes on where it was killed, and cuts off half a line")
  func resumption() async throws {
    try await vary("-n", "40", "-O", "whole")
    let child = try program.start(["vary"] + settings + "-n 40 -O killed -j 1".words)
    let deadline = Date().addingTimeInterval(20)
    while Date() < deadline
      && (try? program.contents(of: "killed/steady-000005.wav")) == nil
    {}
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    let half = try program.contents(of: "killed/manifest.jsonl") + Array(#"{"file":"st"#.utf8)
    try program.write(half, to: "killed/manifest.jsonl")
    try await vary("-n", "40", "-O", "killed")
    #expect(try lines("killed") == lines("whole"))
    let names = try FileManager.default.contentsOfDirectory(atPath: program.path("killed"))
    #expect(names.count == 41)
    // A clip that was lost comes again, and nothing else is rendered.
    try program.remove("killed/steady-000007.wav")
    let before = try program.contents(of: "killed/manifest.jsonl").count
    try await vary("-n", "40", "-O", "killed")
    #expect(try program.contents(of: "killed/manifest.jsonl").count == before)
    #expect(try lines("killed") == lines("whole"))
  }

  @Test("files of others stay")
  func foreignFiles() async throws {
    try program.makeFolder("mine")
    try program.write("my sound", to: "mine/steady-000001.wav")
    #expect(
      try await vary("-n", "3", "-O", "mine", status: 1).contains(
        "mine/steady-000001.wav: exists, and is not clip 1 of this run"))
    #expect(try program.contents(of: "mine/steady-000001.wav") == Array("my sound".utf8))
    // Clips of another run, too.
    try await vary("-n", "3", "-O", "other")
    let first = try program.contents(of: "other/steady-000000.wav")
    try await vary("-n", "3", "-s", "2", "-O", "other", status: 1)
    #expect(try program.contents(of: "other/steady-000000.wav") == first)
    try await vary("-n", "3", "-s", "2", "-O", "other", "-f")
    #expect(try lines("other").count == 3)
    #expect(try program.contents(of: "other/steady-000000.wav") != first)
    try program.makeFolder("list")
    for notes in ["my notes\n", "my notes", #"{"file":"mine.txt","preset":"x","note":"precious"}"#]
    {
      try program.write(notes, to: "list/manifest.jsonl")
      #expect(
        try await vary("-n", "1", "-O", "list", status: 1).contains("vary has not written it"))
      #expect(try program.contents(of: "list/manifest.jsonl") == Array(notes.utf8))
    }
  }

  @Test("a log of drops lies beside each clip")
  func preset() async throws {
    try program.write(#"{"name": "garden", "drops": 2400}"#, to: "garden.json")
    let run = try await program.call(
      "vary -p garden.json -n 5 -d 1 -q --vary gain=-20..-10 --vary surface=ground,leaves --log csv -O out"
    )
    #expect(run.status == 0, "\(run.errors)")
    for object in try objects("out") {
      let varied = try #require(object["varied"] as? [String: Any])
      #expect((-20.0 ... -10).contains(try #require(varied["gain"] as? Double)))
      #expect(["ground", "leaves"].contains(try #require(varied["surface"] as? String)))
      let file = try #require(object["file"] as? String)
      let log = try program.contents(of: "out/\(file.dropLast(4)).csv")
      #expect(log.count { $0 == UInt8(ascii: "\n") } - 1 == object["drops"] as? Int)
    }
  }

  @Test("a log that is missing is written, the note on an old preset once, and a curve is no value")
  func logsLater() async throws {
    try program.write(#"{"revision": 1, "rate": 16000}"#, to: "old.json")
    func vary(_ words: String...) async throws -> BuiltProgram.Run {
      try await program.call(
        "vary -p old.json -n 3 -d 1 --vary gain=-9..-3 -O out".words
          + words)
    }
    let first = try await vary()
    #expect(first.status == 0)
    #expect(first.errors.components(separatedBy: "was made for sound revision 1").count == 2)
    #expect(first.errors.contains("out: 3 files, 3 s, "), "\(first.errors)")
    #expect(try await vary("--log", "csv").status == 0)
    #expect(try await vary("--log", "csv").errors.contains("3 of 3 clips were there already"))
    let logs = try FileManager.default.contentsOfDirectory(atPath: program.path("out"))
      .filter { $0.hasSuffix(".csv") }
    #expect(logs.count == 3)
    #expect(try lines("out").count == 3)
    // A clip that was lost comes again beside its log.
    let log = try program.contents(of: "out/old-000001.csv")
    try program.remove("out/old-000001.wav")
    #expect(try await vary("--log", "csv").errors.contains("2 of 3 clips were there already"))
    #expect(try program.contents(of: "out/old-000001.csv") == log)
    // New clips beside old logs have none; a log of somebody else stays.
    let old = try program.contents(of: "out/old-000000.csv")
    #expect(try await vary("--drops", "6000", "-f").status == 0)
    #expect(try await vary("--drops", "6000", "--log", "csv").status == 0)
    #expect(try program.contents(of: "out/old-000000.csv").count > 2 * old.count)
    try program.makeFolder("mine")
    try program.write("mine", to: "mine/old-000000.csv")
    let refused = try await program.call(
      "vary -p old.json -n 1 -d 1 --vary gain=-9..-3 -O mine".words
        + ["--log", "csv"])
    #expect(refused.status == 1 && refused.errors.contains("mine/old-000000.csv: exists"))
    #expect(try program.contents(of: "mine/old-000000.csv") == Array("mine".utf8))
    let contradiction = try await vary("--curve", "gain=0=-3")
    #expect(contradiction.errors.contains("--curve gain and --vary gain both say it"))
    // Flags apply to the lines of a list, too.
    let check = "hash -q --check out/manifest.jsonl".words
    #expect(try await program.call(check).status == 0)
    #expect(try await program.call(check + ["--gain", "3"]).status == 1)
  }
}
