import Foundation
import Testing

/// `hash --files`, which reads the files of a list.
@Suite struct FileCheckTests {
  private let program = BuiltProgram()

  init() async throws {
    let batch = try await program.call("batch light tent -O out -q -r 8000 -d .2")
    #expect(batch.status == 0, "\(batch.errors)")
    let drops = try await program.call("drop --count 3 -O plops -q -r 22050")
    #expect(drops.status == 0, "\(drops.errors)")
  }

  private func check(_ list: String, _ words: String...) async throws -> BuiltProgram.Run {
    try await program.call(["hash", "--files", "--check", list] + words)
  }

  @Test("files that are as their list says are OK")
  func same() async throws {
    let batch = try await check("out/manifest.jsonl")
    #expect(batch.status == 0 && batch.text == "light.wav: OK\ntent.wav: OK\n", "\(batch.errors)")
    let drops = try await check("plops/manifest.jsonl")
    let lines = (1...3).map { "steady-drop-00000\($0).wav: OK\n" }.joined()
    #expect(drops.status == 0 && drops.text == lines)
    #expect(try await check("out/manifest.jsonl", "-q").text.isEmpty)
    // The mark of UTF-8 does not hide a line.
    let list = try program.contents(of: "plops/manifest.jsonl")
    try program.write([0xEF, 0xBB, 0xBF] + list, to: "plops/marked.jsonl")
    #expect(try await check("plops/marked.jsonl").text == drops.text)
  }

  @Test(
    "a file that is missing, cut off, or has one changed bit fails", arguments: ["out", "plops"])
  func damage(folder: String) async throws {
    let (list, file) =
      folder == "out"
      ? ("out/manifest.jsonl", "light.wav")
      : ("plops/manifest.jsonl", "steady-drop-000002.wav")
    let whole = try program.contents(of: "\(folder)/\(file)")
    let data = try #require(whole.firstRange(of: Array("data".utf8))).upperBound + 4
    for offset in [data, data + 101, 24] {
      var changed = whole
      changed[offset] ^= 1
      try program.write(changed, to: "\(folder)/\(file)")
      let run = try await check(list)
      // The rate in the header is checked where the list has the settings.
      let isFound = offset != 24 || folder == "out"
      #expect(run.status == (isFound ? 1 : 0) && run.text.contains("\(file): FAILED") == isFound)
    }
    try program.write(whole.prefix(100), to: "\(folder)/\(file)")
    let cut = try await check(list)
    #expect(cut.status == 1)
    #expect(cut.text.contains("\(file): FAILED, 100 bytes, not \(whole.count)\n"), "\(cut.text)")
    try program.remove("\(folder)/\(file)")
    let missing = try await check(list)
    #expect(missing.status == 1 && missing.text.contains("\(file): FAILED open or read\n"))
    #expect(missing.errors == "rainsynth: WARNING: 1 listed file could not be read\n")
  }

  @Test("a log of drops that is cut, empty, changed or gone fails")
  func logs() async throws {
    let words = "vary -q -n 2 -d 1 -r 8000 --log csv -O clips".words
    #expect(try await program.call(words).status == 0)
    let (list, file) = ("clips/manifest.jsonl", "clips/steady-000001.csv")
    #expect(try await check(list, "-q").text.isEmpty)
    let log = try program.contents(of: file)
    for damaged in [Array(log.dropLast(20)), [], [log[0] ^ 1] + log.dropFirst()] {
      try program.write(damaged, to: file)
      let run = try await check(list, "-q")
      #expect(run.status == 1 && run.text == "steady-000001.csv: FAILED\n", "\(run.text)")
    }
    try program.remove(file)
    #expect(try await check(list, "-q").text == "steady-000001.csv: FAILED open or read\n")
  }

  @Test("lines of sha256sum name files, whose samples or bytes have the hash")
  func lines() async throws {
    let info = try await program.call("info --json out/tent.wav").output
    let samples = try #require(try json(info)["sha256"] as? String)
    try program.write("\(samples)  out/tent.wav\n\(samples)  out/light.wav\n", to: "sums")
    let run = try await check("sums")
    #expect(run.status == 1 && run.text == "out/tent.wav: OK\nout/light.wav: FAILED\n")
    let raw = try await program.call("stream -p tent -q -r 8000 -d .2").output
    try program.write(raw, to: "tent.pcm")
    try program.write("\(samples)  tent.pcm\n\(samples)  gone.pcm\n", to: "sums")
    #expect(try await check("sums").text == "tent.pcm: OK\ngone.pcm: FAILED open or read\n")
  }

  @Test(
    "without --files, a check says that it renders the settings of a file, which need not be there")
  func rendered() async throws {
    try program.remove("out/light.wav")
    let run = try await program.call("hash --check out/manifest.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "settings of light.wav: OK\nsettings of tent.wav: OK\n")
    let drops = try await program.call("hash --check plops/manifest.jsonl")
    #expect(drops.status == 1 && drops.errors.contains("--files reads it"), "\(drops.errors)")
    let alone = try await program.call("hash --files")
    #expect(alone.status == 2 && alone.errors.contains("--files goes with --check FILE"))
  }
}
