import Foundation
import RainTestSupport
import Testing

/// Archives of clips, as `vary --shards` writes them.
@Suite struct ShardTests {
  private let program: BuiltProgram
  private static let settings = [
    "vary", "-n", "7", "-d", "0.1", "-r", "8000", "-c", "1", "-q", "--vary", "rainfall=log:0.5..80",
  ]

  init() throws {
    program = try BuiltProgram()
  }

  @discardableResult
  private func vary(_ words: String..., status: Int32 = 0) throws -> String {
    try vary(words, status: status)
  }

  @discardableResult
  private func vary(_ words: [String], status: Int32 = 0) throws -> String {
    let run = try program.run(Self.settings + words)
    #expect(run.status == status, "\(words): \(run.errors)")
    return run.errors
  }

  /// The files of an archive, read by the sizes in its headers alone.
  private func files(_ archive: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    var rest = archive[...]
    while rest.first != 0 {
      let header = Array(rest.prefix(512))
      let name = String(decoding: header.prefix { $0 != 0 }, as: UTF8.self)
      let size = try #require(Int(String(decoding: header[124..<135], as: UTF8.self), radix: 8))
      let sum = header.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 32 : Int(header[$1])) }
      #expect(Int(String(decoding: header[148..<154], as: UTF8.self), radix: 8) == sum)
      files.append((name, Array(rest.dropFirst(512).prefix(size))))
      rest = rest.dropFirst(512 + (size + 511) / 512 * 512)
    }
    #expect(rest.count == 1024 && rest.allSatisfy { $0 == 0 })
    return files
  }

  @Test("archives hold the clips of the run, with their lines and logs, in order")
  func contents() throws {
    try vary("-O", "single", "--log", "csv")
    try vary("-O", "data", "--log", "csv", "--shards", "4")
    #expect(
      try program.files(in: "data") == ["manifest.jsonl", "shard-000000.tar", "shard-000001.tar"])
    let lines = try program.contents(of: "single/manifest.jsonl").split(separator: 10)
    let all = try ["shard-000000.tar", "shard-000001.tar"].flatMap {
      try files(program.contents(of: "data/\($0)"))
    }
    #expect(all.count == 21)
    for number in 0..<7 {
      let name = "steady-00000\(number)"
      #expect(all[3 * number].name == "\(name).wav")
      #expect(all[3 * number].bytes == (try program.contents(of: "single/\(name).wav")))
      #expect(all[3 * number + 1].name == "\(name).json")
      #expect(all[3 * number + 1].bytes == lines[number] + [10])
      #expect(all[3 * number + 2].name == "\(name).csv")
      #expect(all[3 * number + 2].bytes == (try program.contents(of: "single/\(name).csv")))
    }
  }

  @Test("archives have the same bytes in parts, on any number of threads, and on standard output")
  func bytes() throws {
    try vary("-O", "data", "--shards", "3", "-j", "1")
    for part in 1...2 {
      try vary("-O", "parts", "--shards", "3", "-j", "4", "--shard", "\(part)/2")
    }
    let names = try program.files(in: "data")
    #expect(names.count == 4)
    #expect(try program.files(in: "parts") == names)
    for name in names {
      #expect(try program.contents(of: "parts/\(name)") == program.contents(of: "data/\(name)"))
    }
    let output = try program.run(Self.settings + ["--numbers", "3..5", "-O", "-"])
    #expect(output.status == 0)
    #expect(output.output == (try program.contents(of: "data/shard-000001.tar")))
    // A part without clips is an archive without files.
    let empty = try program.run(Self.settings + ["--shard", "1/20", "-O", "-"])
    #expect(empty.status == 0 && empty.output == [UInt8](repeating: 0, count: 1024))
    // Single files have parts, too.
    for part in 1...3 { try vary("-O", "clips", "--shard", "\(part)/3") }
    #expect(try program.files(in: "clips").count == 8)
  }

  @Test("a run goes on where one before was ended, and replaces no archive of others")
  func again() throws {
    try vary("-O", "data", "--shards", "4")
    let whole = try program.contents(of: "data/shard-000001.tar")
    let list = try program.contents(of: "data/manifest.jsonl")
    // Without its line, as after a kill, and with a line, but without the archive.
    try program.write(list.prefix { $0 != 10 } + [10], to: "data/manifest.jsonl")
    try program.remove("data/shard-000000.tar")
    try vary("-O", "data", "--shards", "4")
    #expect(try program.contents(of: "data/manifest.jsonl") == list)
    #expect(try program.contents(of: "data/shard-000001.tar") == whole)
    let again = try program.run(
      Self.settings.filter { $0 != "-q" } + ["-O", "data", "--shards", "4"])
    #expect(again.errors == "rainsynth: 2 of 2 archives were there already\n")
    // Other clips, and what is no archive of clips.
    #expect(
      try vary("-O", "data", "--shards", "4", "-s", "2", status: 1).contains(
        "shard-000000.tar: exists, and is not of this run"))
    try program.makeFolder("other")
    try program.write(Array("old".utf8), to: "other/shard-000001.tar")
    #expect(try vary("-O", "other", "--shards", "4", status: 1).contains("is not of this run"))
    #expect(try program.contents(of: "other/shard-000001.tar") == Array("old".utf8))
    try vary("-O", "data", "--shards", "4", "-s", "2", "-f")
    #expect(try program.contents(of: "data/shard-000001.tar") != whole)
  }

  @Test("with --verify, a file or an archive with a changed byte is made again")
  func verify() throws {
    for (folder, isArchive, name) in [
      ("single", false, "steady-000003.wav"), ("data", true, "shard-000000.tar"),
    ] {
      let command = ["-O", folder] + (isArchive ? ["--shards", "4"] : [])
      try vary(command)
      let file = "\(folder)/\(name)"
      let whole = try program.contents(of: file)
      var damaged = whole
      damaged[damaged.count / 2] ^= 1
      try program.write(damaged, to: file)
      try vary(command)
      #expect(try program.contents(of: file) == damaged)
      let said = try vary(command + ["--verify"])
      #expect(said.contains("\(name) is damaged, and rendered again"))
      #expect(try program.contents(of: file) == whole)
      #expect(try vary(command + ["--verify"]).isEmpty)
    }
  }

  @Test("an archive of another partition of the same run is not replaced")
  func otherPartition() throws {
    try vary("-O", "data", "--shards", "4")
    let first = try program.contents(of: "data/shard-000000.tar")
    #expect(try vary("-O", "data", "--shards", "3", status: 1).contains("is not of this run"))
    #expect(try program.contents(of: "data/shard-000000.tar") == first)
  }

  @Test("with -f, archives of a finer partition go, and those of clips beyond the run stay")
  func coarserPartition() throws {
    try vary("-O", "new", "--shards", "4")
    let lines = try program.contents(of: "new/manifest.jsonl")
    try vary("-O", "data", "--shards", "2")
    // A part of the run removes what holds its clips alone, and only behind the last archive.
    try vary("-O", "data", "--shards", "4", "-f", "--shard", "2/2")
    let ends = (0...1).map { "shard-00000\($0).tar" }
    #expect(try program.files(in: "data") == ["manifest.jsonl"] + ends)
    try vary("-O", "data", "--shards", "4", "-f")
    #expect(try program.files(in: "data") == ["manifest.jsonl"] + ends)
    #expect(try program.contents(of: "data/manifest.jsonl") == lines)
    try vary("-O", "data", "--shards", "2", "-f", "--shard", "4/4")
    #expect(
      try vary("-O", "data", "--shards", "4", status: 1).contains(
        "data/shard-000003.tar: exists, and is not of this run"))
    // Killed between the archive and its line.
    try program.remove("data/shard-000003.tar")
    try vary("-O", "data", "--shards", "4")
    #expect(try program.contents(of: "data/manifest.jsonl") == lines)
    try vary("-O", "data", "-n", "3", "--shards", "3", "-f")
    #expect(try program.files(in: "data").count == 3)
  }

  @Test(
    "archives of no clips, of names with spaces and of long curves can be checked",
    .enabled(if: Build.isOptimised))
  func unusualArchives() throws {
    func check(_ list: String) throws -> BuiltProgram.Run {
      try program.run("hash", "--files", "--check", list)
    }
    let empty = try program.run(Self.settings + ["-O", "-", "--shard", "1/10"])
    try program.write(empty.output, to: "empty.tar")
    let run = try check("empty.tar")
    #expect(run.status == 0 && run.text.isEmpty && run.errors.isEmpty, "\(run.errors)")

    try program.write(#"{"name":"Heavy rain"}"#, to: "heavy.json")
    try vary("-O", "heavy", "--shards", "9", "-p", "heavy.json")
    let names = try check("heavy/shard-000000.tar").text
    #expect(names == (0..<7).map { "Heavy rain-00000\($0).wav: OK\n" }.joined())

    // A line of 1.6 MB.
    let rows = (0..<50_000).map { "\($0 * 60),\($0 % 97).\($0 % 7 + 1)" }
    try program.write("s,mm/h\n\(rows.joined(separator: "\n"))\n", to: "gauge.csv")
    for _ in 1...2 {
      let run = try program.run(
        "vary", "-n", "2", "-d", "0.1", "-r", "8000", "-q", "--gauge", "gauge.csv", "-O", "long")
      #expect(run.status == 0, "\(run.errors)")
    }
    let long = try check("long/manifest.jsonl")
    #expect(long.status == 0 && long.text == "steady-000000.wav: OK\nsteady-000001.wav: OK\n")
  }

  @Test("a changed bit in an archive is named, by its list and without")
  func damage() throws {
    try vary("-O", "data", "--shards", "4")
    let whole = try program.contents(of: "data/shard-000001.tar")
    func check(_ list: String) throws -> BuiltProgram.Run {
      try program.run("hash", "--files", "--check", list)
    }
    #expect(
      try check("data/manifest.jsonl").text == "shard-000000.tar: OK\nshard-000001.tar: OK\n")
    #expect(
      try check("data/shard-000001.tar").text
        == (4..<7).map { "steady-00000\($0).wav: OK\n" }.joined())
    let second = try #require(whole.firstRange(of: Array("steady-000005.wav\0".utf8))).lowerBound
    let entry = try #require(whole.firstRange(of: Array(#"{"file":"steady-000005"#.utf8)))
    for place in [second + 700, entry.lowerBound, entry.upperBound - 2] {
      var changed = whole
      changed[place] ^= 1
      try program.write(changed, to: "data/shard-000001.tar")
      let run = try check("data/manifest.jsonl")
      #expect(run.status == 1)
      #expect(run.text.contains("shard-000001.tar: FAILED: steady-0000"), "\(run.text)")
      #expect(run.text.contains("steady-000005.wav"), "\(run.text)")
      let alone = try check("data/shard-000001.tar")
      #expect(alone.status == 1 && alone.text.contains("5.wav: FAILED"), "\(alone.text)")
    }
    // A header, and the end.
    var changed = whole
    changed[second + 130] ^= 1
    for archive in [changed, Array(whole.dropLast(1024))] {
      try program.write(archive, to: "data/shard-000001.tar")
      let alone = try check("data/shard-000001.tar")
      #expect(alone.status == 1)
      #expect(alone.text.contains("tar: FAILED, a header or the end is damaged"), "\(alone.text)")
      #expect(try check("data/manifest.jsonl").status == 1)
    }
  }

  @Test("wrong parts and sizes are refused")
  func mistakes() throws {
    for (words, message) in [
      (["--shard", "0/4"], "--shard takes I/N"), (["--shard", "5/4"], "--shard takes I/N"),
      (["--shard", "x"], "--shard takes I/N"),
      (["--shard", "1/2", "--numbers", "0..3"], "both say which part"),
      (["--shards", "4", "--numbers", "2..3"], "begins and ends with an archive of 4 clips"),
      (["--shards", "0"], "--shards"),
    ] {
      let run = try program.run(Self.settings + ["-O", "data"] + words)
      #expect(run.status == 2 && run.errors.contains(message), "\(words): \(run.errors)")
    }
    #expect(try vary("-O", "-", "--shards", "4", status: 2).contains("leave --shards out"))
    #expect(try vary("-O", "-", "--list", "a.jsonl", status: 2).contains("leave --list out"))
    let long = String(repeating: "x", count: 90)
    try program.write(Array("{}".utf8), to: "\(long).json")
    #expect(
      try vary("-O", "data", "--shards", "4", "-p", "\(long).json", status: 1).contains(
        "does not fit an archive"))
  }
}
