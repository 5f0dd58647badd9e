import Foundation
import RainFiles
import RainTestSupport
import Testing

/// Stems, as the program writes them.
@Suite(.enabled(if: Build.isOptimised)) struct StemTests {
  private let program = BuiltProgram()
  private let names = ["drops", "patter", "echo", "bed", "wind", "thunder"]

  private func run(_ words: [String], status: Int32 = 0) async throws -> BuiltProgram.Run {
    let run = try await program.call(words)
    #expect(run.status == status, "\(words): \(run.errors)")
    return run
  }

  @Test(
    "added, they are the rendering of every preset within -90 dB, in an excerpt, a loop, fades and curves, too",
    arguments: Preset.shippedNames.map { ["-p", $0, "-d", "3", "-r", "22050"] } + [
      "-p tent -d 20 --from 7.3 --to 9.77".words,
      "-p car -c 1 -d 4 --loop".words,
      "-p tent --loop -d 4 --from 1 --to 2.1 -r 48000".words,
      "-d 2 --fade-in 1 --fade-out 1 -s 77".words,
      "-d 9 --curve gain=0=-20;9=3 --from 5.01 --to 8 -r 22050".words,
    ])
  func sum(settings: [String]) async throws {
    _ = try await run("render -q -b f32 --stems s -o rain.wav".words + settings)
    func samples(_ file: String) throws -> [Float] {
      let bytes = try #require(try WaveChunks(program.contents(of: file)).contents["data"])
      return stride(from: 0, to: bytes.count, by: 4).map {
        Float(bitPattern: UInt32(bytes.integer($0, 4)))
      }
    }
    let rain = try samples("rain.wav")
    let stems = try names.map { try samples("s/\($0).wav") }
    #expect(stems.allSatisfy { $0.count == rain.count })
    let error = rain.indices.reduce(Float(0)) { most, index in
      max(most, (stems.reduce(0) { $0 + $1[index] } - rain[index]).magnitude)
    }
    #expect(error < 3e-5)
  }

  @Test("have the format of the mix, and a dither of their own", arguments: ["s16", "s24", "s32"])
  func formats(format: String) async throws {
    _ = try await run("render -q -p tent -d 2 -r 22050 --stems s -o rain.wav -b".words + [format])
    let bits = Int(format.dropFirst()) ?? 0
    func samples(_ file: String) throws -> [Double] {
      let wave = try WaveChunks(program.contents(of: file))
      #expect(wave.contents["fmt "]?.integer(14, 2) == bits, "\(file)")
      let bytes = try #require(wave.contents["data"])
      return stride(from: 0, to: bytes.count, by: bits / 8).map {
        let word = Int64(bytes.integer($0, bits / 8)) << (64 - bits)
        return Double(word >> (64 - bits))
      }
    }
    let rain = try samples("rain.wav")
    let stems = try names.map { try samples("s/\($0).wav") }
    let errors = rain.indices.map { index in stems.reduce(-rain[index]) { $0 + $1[index] } }
    let power = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    // Seven triangular dithers of 1/6 and seven roundings of 1/12 steps squared; 32 bits have the
    // rounding of Floats. With one dither for all it would be more.
    if bits < 32 { #expect(1.6...1.9 ~= power, "\(power)") }
    #expect(errors.allSatisfy { $0.magnitude < (bits == 32 ? 0x1p16 : 10) })
  }

  @Test("are named after the categories of their surface")
  func categories() async throws {
    let settings = "-q -d 1 -r 8000 --ucs".words
    for (surface, category) in [
      ("metal", "RAINMetl"), ("glass", "RAINGlas"), ("concrete", "RAINConc"),
      ("leaves", "RAINVege"), ("wood", "RAINWood"), ("fabric", "RAINClth"), ("water", "RAINWatr"),
      ("open", "RAIN"),
    ] {
      _ = try await run(["render", "--surface", surface, "--stems", surface] + settings)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: program.path(surface)).sorted()
          == names.map { "\(category)_steady \($0)_rainsynth_seed1.wav" }.sorted())
    }
  }

  @Test("what would replace a file, or has no stems, is refused")
  func refusals() async throws {
    _ = try await run("render -q -d 1 -r 8000 --stems a".words)
    let before = try program.contents(of: "a/drops.wav")
    let refused = try await run("render -q -d 2 --stems a".words, status: 1)
    #expect(refused.errors.contains("a/drops.wav: exists"))
    #expect(try program.contents(of: "a/drops.wav") == before)
  }

  @Test("their summary has the length of the rain, and the mix a line of its own")
  func summary() async throws {
    let words = "render -d 2 -r 8000 --stems s".words
    let both = try await run(words + ["-o", "x.wav"]).errors.split(separator: "\n")
    #expect(both.count == 2 && both[0].hasPrefix("rainsynth: x.wav: 2 s, "), "\(both)")
    #expect(both.last?.hasPrefix("rainsynth: s: 6 files, 2 s, ") == true, "\(both)")
    #expect(try await run(words + ["-f"]).errors.hasPrefix("rainsynth: s: 6 files, 2 s, "))
  }

  @Test("batch writes those of each preset to a folder of its own, and again what is missing")
  func batch() async throws {
    let words = "batch light tent -O out -d 1 -r 8000 -q".words
    _ = try await run(words + ["--stems", "stems"])
    let echo = try program.contents(of: "stems/tent/echo.wav")
    try program.remove("stems/tent/echo.wav")
    let drops = try program.contents(of: "stems/light/drops.wav")
    _ = try await run(words + ["--stems", "stems"])
    #expect(try program.contents(of: "stems/tent/echo.wav") == echo)
    #expect(try program.contents(of: "stems/light/drops.wav") == drops)
    // Another's file stays.
    try program.write("my drops", to: "stems/tent/echo.wav")
    #expect(
      try await run(words + ["--stems", "stems"], status: 1).errors.contains("echo.wav: exists"))
    #expect(try program.contents(of: "stems/tent/echo.wav") == Array("my drops".utf8))
  }

  @Test("batch replaces stems of another rain with -f alone")
  func staleStems() async throws {
    let words = "batch light -d 1 -r 8000 -q --stems stems".words
    _ = try await run(words + ["-O", "out"])
    let bed = try program.contents(of: "stems/light/bed.wav")
    for other in ["-s 2", "--place tent", "-c 1", "-d 2", "--gain -3"] {
      let refused = try await run(words + "-O other".words + other.words, status: 1)
      #expect(refused.errors.contains("stems/light/drops.wav: exists"), "\(refused.errors)")
      #expect(try program.contents(of: "stems/light/bed.wav") == bed)
    }
    _ = try await run(words + "-O other -s 2 -f".words)
    #expect(try program.contents(of: "stems/light/bed.wav") != bed)
    _ = try await run(words + "-O out -f".words)
    #expect(try program.contents(of: "stems/light/bed.wav") == bed)
    let like = try await run("render --like stems/light/bed.wav -o x.wav".words, status: 2)
    #expect(like.errors.contains("is a stem, bed; add --stems DIR"))
    _ = try await run("render --like stems/light/bed.wav --stems again".words)
    #expect(try program.contents(of: "again/bed.wav") == bed)
  }

}
