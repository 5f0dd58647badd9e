import Foundation
import RainTestSupport
import Testing

/// Batches of all combinations of values.
@Suite(.enabled(if: Build.isOptimised)) struct BatchMatrixTests {
  private let program = BuiltProgram()
  private let settings = "-d 0.5 -r 8000 -c 1 -q -O out".words

  private func wavs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.path("out")).sorted()
      .filter { $0.hasSuffix(".wav") }
  }

  @Test("there is a file for each, named by its values, with the samples of these values")
  func product() async throws {
    let words =
      "batch --seeds 1..2 --rainfall light,heavy --surface metal,glass".words
      + settings
    #expect(try await program.call(words).status == 0)
    var names: [String] = []
    for rainfall in ["heavy", "light"] {
      for surface in ["glass", "metal"] {
        for seed in ["1", "2"] {
          names.append("steady-\(rainfall)-\(surface)-s\(seed).wav")
          let run = try await program.call([
            "render", "-d", "0.5", "-r", "8000", "-c", "1", "-q", "--rainfall", rainfall,
            "--surface",
            surface, "-s", seed, "-p", "steady", "-o", "one.wav", "-f",
          ])
          #expect(run.status == 0)
          #expect(
            try program.contents(of: "one.wav") == program.contents(of: "out/\(names.last ?? "")"))
        }
      }
    }
    #expect(try wavs() == names)
    // Run again, it renders nothing; and a larger matrix only what is new.
    let before = try program.contents(of: "out/manifest.jsonl")
    #expect(try await program.call(words).status == 0)
    #expect(try program.contents(of: "out/manifest.jsonl") == before)
    let more = try await program.call(
      "batch --seeds 2,7 --rainfall light,heavy --surface metal,glass".words
        + settings.filter { $0 != "-q" })
    #expect(more.errors.contains("4 of 8 files unchanged"))
    #expect(try wavs().count == 12)
  }

  @Test("presets, numbers with units and one list")
  func presets() async throws {
    let run = try await program.call("batch tent light --gain -3,-6dB".words + settings)
    #expect(run.status == 0)
    #expect(
      try wavs() == [
        "light-gain-3.wav", "light-gain-6dB.wav", "tent-gain-3.wav", "tent-gain-6dB.wav",
      ])
  }

  @Test("all have the one seed that --seed random has drawn, and announced")
  func randomSeed() async throws {
    let run = try await program.call(
      "batch --seed random --rainfall light,heavy".words + settings.filter { $0 != "-q" })
    #expect(run.status == 0)
    let files = try program.list("out/manifest.jsonl")
    let seeds = files.compactMap { ($0["seed"] as? NSNumber)?.stringValue }
    #expect(seeds.count == 2 && seeds[0] == seeds[1])
    #expect(run.errors.contains("--seed \(seeds.first ?? "") gives this rain again"))
  }

  @Test("a loudness for silence is refused, and said once")
  func contradictions() async throws {
    let run = try await program.call(
      "batch light tent --loudness -30".words + settings + ["-d", ".2"])
    #expect(run.status == 1 && run.errors.contains("has no loudness that --loudness could set"))
    #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
  }

  @Test("all have one loudness where it is asked for; else heavier rain is louder")
  func loudness() async throws {
    func loudness(_ words: [String]) async throws -> [Double] {
      let run = try await program.call(
        "batch --rainfall light,heavy -d 3 -r 22050 -q".words + words)
      #expect(run.status == 0, "\(run.errors)")
      let folder = words.last ?? ""
      return try program.list("\(folder)/manifest.jsonl").compactMap { $0["loudness"] as? Double }
    }
    let kept = try await loudness("--loudness keep -O kept".words)
    #expect(kept == (try await loudness(["-O", "plain"])))
    #expect(kept.count == 2 && (kept.max() ?? 0) > (kept.min() ?? 0) + 3)
    for loudness in try await loudness("--loudness -23 -O leveled".words) {
      #expect(abs(loudness + 23) < 0.2)
    }
    let again = try await program.call(
      "batch --rainfall light,heavy -d 3 -r 22050 --loudness -23 -O leveled")
    #expect(again.errors.contains("2 of 2 files unchanged"))
  }
}
