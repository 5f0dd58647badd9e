import Foundation
import Platform
import RainSynthCommands
import Synchronization
import RainTestSupport
import Testing

/// Files and standard output when a system call fails.
@Suite struct FaultTests {
  private let program = BuiltProgram()

  /// Silence, which costs little to render, and a pad byte behind it.
  private static let quick =
    "-q -r 8000 -c 1 -b s24 -d .100125 -j 1 --drops 0 --patter-rate 0 --pink 0".words
  private static let soundBytes = 3 * 801

  private func render(_ words: String..., on system: FaultySystem) async -> Failure? {
    await system.run(["render", "-o", program.path("x.wav")] + words + Self.quick)
  }

  /// That the old file or none is there, and nothing else.
  private func expectUntouched(_ old: [UInt8]?, _ comment: Comment) throws {
    #expect(try program.files() == (old == nil ? [] : ["x.wav"]), comment)
    if let old { #expect(try program.contents(of: "x.wav") == old, comment) }
  }

  static let refusals = [EIO, ENOSPC]

  @Test(
    "after any failed call, the old file is whole, no other file is left, and one line gives the reason",
    arguments: [false, true], refusals)
  func refusal(_ replaces: Bool, _ number: Int32) async throws {
    let old = replaces ? Array("old".utf8) : nil
    let force = replaces ? "-f" : "-q"
    func reset() throws {
      for file in try program.files() { try program.remove(file) }
      if let old { try program.write(old, to: "x.wav") }
    }
    try reset()
    let good = FaultySystem()
    #expect(await render(force, on: good) == nil)
    let whole = try program.contents(of: "x.wav")
    #expect(whole.count > Self.soundBytes)
    let calls = good.record.calls
    let renaming: FaultySystem.Call = replaces ? .renameReplacing : .renameToFreeName
    let order = calls.filter { [.writeBytes, .flush, renaming].contains($0) }
    #expect(Array(order.suffix(4)) == [.writeBytes, .flush, renaming, .flush])
    let rename = try #require(calls.firstIndex(of: renaming))
    for (index, call) in calls.enumerated() {
      try reset()
      let system = FaultySystem(.refusal(number), at: index...index)
      let failure = await render(force, on: system)
      let comment: Comment = "call \(index), \(call)"
      if call == .lock || index > rename && call != .flush {
        // A file system may have no locks, and the folder be closed to us.
        #expect(failure == nil, comment)
      } else {
        #expect(failure?.status == .couldNot, comment)
        let sentence = failure?.sentence ?? ""
        #expect(sentence.contains("x.wav: ") && !sentence.contains("\n"), comment)
      }
      if index <= rename && failure != nil {
        try expectUntouched(old, comment)
      } else {
        #expect(try program.files() == ["x.wav"], comment)
        #expect(try program.contents(of: "x.wav") == whole, comment)
      }
      let record = system.record
      #expect(record.removedPaths.allSatisfy(record.madePaths.contains), comment)
    }
  }

  @Test("interrupted calls and partial writes are continued")
  func detours() async throws {
    let good = FaultySystem()
    #expect(await render(on: good) == nil)
    let whole = try program.contents(of: "x.wav")
    for (index, call) in good.record.calls.enumerated() {
      for fault in [FaultySystem.Fault.refusal(EINTR), .half] {
        let failure = await render("-f", on: FaultySystem(fault, at: index...index))
        #expect(failure == nil, "call \(index), \(call): \(fault)")
        #expect(try program.contents(of: "x.wav") == whole)
        #expect(try program.files() == ["x.wav"])
      }
    }
  }

  @Test(
    "before every call, the name belongs to the old file or the whole new one, beside one file more"
  )
  func moments() async throws {
    let program = program
    try program.write("old", to: "x.wav")
    let seen = Mutex<[(target: [UInt8]?, files: Int)]>([])
    let system = FaultySystem {
      let moment = (try? program.contents(of: "x.wav"), (try? program.files().count) ?? 0)
      seen.withLock { $0.append(moment) }
    }
    #expect(await render("-f", on: system) == nil)
    let moments = seen.withLock { $0 }
    let whole = try program.contents(of: "x.wav")
    let change = try #require(moments.firstIndex { $0.target == whole })
    #expect(moments[..<change].allSatisfy { $0.target == Array("old".utf8) })
    #expect(moments[change...].allSatisfy { $0.target == whole && $0.files == 1 })
    #expect(moments.allSatisfy { $0.files <= 2 })
  }

  @Test("the files of a run that ends at any call are removed by the next run for the same target")
  func leftovers() async throws {
    let good = FaultySystem()
    #expect(await render(on: good) == nil)
    let whole = try program.contents(of: "x.wav")
    var leftovers = 0
    for call in good.record.calls.indices {
      // Nothing works from there on, not even the removal of the file.
      _ = await render("-f", on: FaultySystem(.refusal(EIO), at: call...Int.max))
      let files = try program.files()
      #expect(files.count <= 2 && files.contains("x.wav"))
      #expect(try program.contents(of: "x.wav") == whole)
      leftovers += files.count - 1
      // A program that another test starts at this moment has the lock, too, until it is another.
      for _ in 0..<5 {
        #expect(await render("-f", on: FaultySystem()) == nil)
        if try program.files().count == 1 { break }
      }
      #expect(try program.files() == ["x.wav"])
    }
    #expect(leftovers > 5)
  }

  @Test("after any failed call, each file of a batch is the old one or complete")
  func batch() async throws {
    let words = ["batch", "light", "-f", "-O", program.path("")] + Self.quick
    let good = FaultySystem()
    #expect(await good.run(words) == nil)
    let files = ["light.wav", "manifest.jsonl"]
    let whole = try files.map { try program.contents(of: $0) }
    for call in good.record.calls.indices {
      for file in files { try program.write("old", to: file) }
      let failure = await FaultySystem(.refusal(ENOSPC), at: call...call).run(words)
      #expect(failure == nil || failure?.status == .couldNot)
      #expect(try program.files() == files)
      for (file, whole) in zip(files, whole) where file != "manifest.jsonl" {
        let contents = try program.contents(of: file)
        #expect(contents == whole || failure != nil && contents == Array("old".utf8))
      }
    }
  }

  @Test("clips are on the disk, and then under their names, before their lines are written")
  func order() async throws {
    let words = "vary -n 3 -O".words
    func calls(_ folder: String, _ flags: String...) async throws -> [FaultySystem.Call] {
      let system = FaultySystem()
      #expect(await system.run(words + [program.path(folder)] + Self.quick + flags) == nil)
      let kinds: [FaultySystem.Call] = [.writeBytes, .flush, .flushVolume, .renameToFreeName]
      return system.record.calls.filter(kinds.contains)
    }
    let names = [FaultySystem.Call](repeating: .renameToFreeName, count: 3)
    #if os(Linux)
    let flushes: [FaultySystem.Call] = [.flushVolume]
    #else
    let flushes = [FaultySystem.Call](repeating: .flush, count: 3)
    #endif
    let expected = [.writeBytes] + flushes + names + [.flush, .writeBytes]
    #expect(try await calls("a").suffix(expected.count) == expected)
    let unsynced = try await calls("b", "--no-sync")
    #expect(unsynced.suffix(5) == [.writeBytes] + names + [.writeBytes])
    #expect(!unsynced.contains(.flush) && !unsynced.contains(.flushVolume))
  }

  @Test(
    "after any failed call, each drop and each stem is missing or whole",
    .enabled(if: Build.isOptimised))
  func folders() async throws {
    for words in [
      "drop --count 3 -q -r 8000 -c 1 -O".words,
      ["render", "--stems"], "vary -n 2 --log csv -O".words,
    ] {
      let folder = words[0]
      let words = words + [program.path(folder)] + (folder == "drop" ? [] : Self.quick)
      func files() -> [String: [UInt8]] {
        let names = (try? program.files(in: folder)) ?? []
        return Dictionary(
          uniqueKeysWithValues: names.map {
            ($0, (try? program.contents(of: "\(folder)/\($0)")) ?? [])
          })
      }
      let good = FaultySystem()
      #expect(await good.run(words) == nil)
      let whole = files()
      #expect(whole.count >= 4)
      let wholeLines = (whole["manifest.jsonl"] ?? []).split(separator: UInt8(ascii: "\n"))
      for call in good.record.calls.indices {
        try program.remove(folder)
        let comment: Comment = "\(folder), call \(call), \(good.record.calls[call])"
        let failure = await FaultySystem(.refusal(ENOSPC), at: call...call).run(words)
        #expect(failure == nil || failure?.status == .couldNot, comment)
        let files = files()
        if failure == nil { #expect(files.count == whole.count, comment) }
        for (name, contents) in files where name != "manifest.jsonl" {
          #expect(whole[name] == contents, comment)
        }
        // Each line of a list is a whole one, and speaks of a file that is there.
        for line in (files["manifest.jsonl"] ?? []).split(separator: UInt8(ascii: "\n")) {
          #expect(wholeLines.contains(line), comment)
          #expect(files[try json(line)["file"] as? String ?? ""] != nil, comment)
        }
        // Run again, it goes on.
        let again = folder == "render" ? ["-f"] : []
        #expect(await FaultySystem().run(words + again) == nil, comment)
        #expect(Set(try program.files(in: folder)) == Set(whole.keys), comment)
      }
    }
  }

  @Test("standard output gets every byte in spite of interruptions, partial writes and a full pipe")
  func standardOutputDetours() async throws {
    for words in [["stream"], "render -o -".words] {
      let good = FaultySystem()
      #expect(await good.run(words + Self.quick) == nil)
      let whole = good.record.standardOutput
      #expect(whole.count >= Self.soundBytes)
      for call in good.record.calls.indices {
        for fault in [FaultySystem.Fault.refusal(EINTR), .refusal(EAGAIN), .half] {
          // The end of a closed file cannot be had again.
          if good.record.calls[call] == .closeFile, fault == .refusal(EAGAIN) { continue }
          let system = FaultySystem(fault, at: call...call)
          #expect(await system.run(words + Self.quick) == nil)
          #expect(system.record.standardOutput == whole)
          #expect(system.record.calls.contains(.waitFor) == (fault == .refusal(EAGAIN)))
        }
      }
    }
  }

  @Test("a failed call on standard output is reported, and so is a reader that is gone")
  func standardOutputRefusals() async throws {
    let lines = [
      "preset list", "drop", "drop --svg - -r 8000", "drop -o - -r 8000", "hash -d .1 -r 8000",
      "preset schema", "help", "help render", "--version", "man", "completions zsh",
    ]
    for words in [["stream"] + Self.quick, ["render", "-o", "-"] + Self.quick] + lines.map(\.words)
    {
      let good = FaultySystem()
      #expect(await good.run(words) == nil)
      var trailers = 0
      for call in good.record.calls.indices {
        let full = await FaultySystem(.refusal(ENOSPC), at: call...call).run(words)
        #expect(full?.status == .couldNot)
        #expect(full?.sentence.hasPrefix("standard output: ") == true)
        let gone = await FaultySystem(.refusal(EPIPE), at: call...call).run(words)
        // A reader that goes away after the last sample of a WAV has all that it wants.
        if words[0] == "render", gone == nil { trailers += 1 }
        #expect(gone?.status == .readerGone || gone == nil && trailers == 1)
      }
    }
  }
}

extension FaultySystem {
  /// Runs the command line on this system; returns the reason if it fails.
  func run(_ words: [String]) async -> Failure? {
    await run { () async -> Failure? in
      do {
        try await RainSynth.dispatch(words)
        return nil
      } catch {
        return Failure(error)
      }
    }
  }
}
