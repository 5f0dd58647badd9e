import Foundation
import RainDSP
import RainFiles
import Testing

/// The library, as a Swift program uses it.
@Suite struct RenderToFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("RainFilesTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  private func job(seconds: Double = 0.1) throws -> RenderJob {
    var job = RenderJob(try Preset(named: "light"), duration: .seconds(seconds))
    job.sampleRate = 8000
    job.format = .s24
    return job
  }

  @Test("a file holds the bytes that the job delivers, behind a header")
  func file() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let job = try job()
    try await Rendering(job).write(to: path("x.wav"), threads: 2)
    var samples: [UInt8] = []
    _ = try await Rendering(job).deliver(threads: 1) { samples += $0 }
    let bytes = try Data(contentsOf: folder.appendingPathComponent("x.wav"))
    #expect(samples.count == 800 * 6)
    #expect(bytes.starts(with: Array("RIFF".utf8)))
    #expect(bytes.range(of: Data(samples)) != nil)
    #expect(try files() == ["x.wav"])
  }

  @Test("the length of a file is known before it is written")
  func length() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for format in SampleFormat.allCases {
      for (channels, frames) in [("1", 0), ("1", 1), ("2", 801), ("5.1", 7)] {
        var job = try job(seconds: Double(frames) / 8000)
        job.format = format
        job.layout = try #require(ChannelLayout.allCases.first { $0.optionName == channels })
        let rendering = try Rendering(job)
        for form in [WaveFile.Form.wave, .raw] {
          let wave = WaveFile(rendering, as: form)
          var bytes = wave.header
          _ = await rendering.deliver(threads: 1) { bytes += $0 }
          bytes += wave.trailer
          #expect(wave.byteCount == bytes.count, "\(format), \(channels), \(frames)")
        }
      }
    }
  }

  @Test("a wrong job and a wrong path throw a sentence, and leave nothing behind")
  func errors() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func sentence(_ change: (inout RenderJob) -> Void, _ name: String = "x.wav") async throws
      -> String
    {
      var job = try job()
      change(&job)
      do {
        try await Rendering(job).write(to: path(name))
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      try await sentence { $0.sampleRate = 7999 }
        == "rate takes 8000 .. 192000 Hz")
    #expect(
      try await sentence { $0.extent.from = .seconds(1) } == "from lies after the end, duration")
    #expect(
      try await sentence { $0.extent.fadeIn = .seconds(-1) }
        == "fadeIn takes 0 .. 1000000000 h")
    #expect(
      try await sentence { $0.extent.isLoop = true }
        == "a loop needs 1 s or more; duration is shorter")
    #expect(try await sentence { $0.rain[.gain] = 99 } == "gain takes -60 .. 24, not 99")
    #expect(
      try await sentence { $0.extent.duration = nil }
        == "rain without a duration does not fit a file")
    #expect(try await sentence({ _ in }, "none/x.wav").hasSuffix("none does not exist"))
    #expect(try files().isEmpty)
  }

  @Test("the settings in a file render it again, and its stems lie in their folder")
  func storedSettings() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Rendering(job()).write(to: path("a.wav"), stems: StemFolder(path("stems")))
    let settings = try StoredSettings(contentsOf: path("a.wav"))
    #expect(settings.presetName == "light" && settings.revision == Rain.soundRevision)
    try await settings.rendering().write(to: path("b.wav"))
    #expect(FileManager.default.contentsEqual(atPath: path("a.wav"), andPath: path("b.wav")))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path("stems")).sorted()
        == ["bed.wav", "drops.wav", "echo.wav", "patter.wav", "thunder.wav", "wind.wav"])
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: path("c.wav")))
    #expect(throws: (any Error).self) { try StoredSettings(contentsOf: path("c.wav")) }
  }

  @Test("progress counts frames, and a cancelled task leaves no file")
  func progress() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let rendering = try Rendering(job(seconds: 5))
    var done: [Int] = []
    try await rendering.write(to: path("x.wav"), threads: 1) { done.append($0) }
    #expect(done.count == 3 && done.last == 40_000, "\(done)")
    let name = path("y.wav")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await rendering.write(to: name, threads: 1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try files() == ["x.wav"])
  }

  @Test("the sliders span the numbers of all shipped presets")
  func hands() throws {
    for name in Preset.shippedNames {
      let rain = try Preset(named: name).rain
      for setting in Setting.allCases {
        #expect(setting.row.handRange.contains(rain[setting]), "\(name): \(setting)")
      }
    }
  }

  @Test("a preset file loads, and a flaw in it is reported with its place")
  func presetFiles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path("mine.json")
    try Data("{\"gain\": -3}".utf8).write(to: URL(fileURLWithPath: file))
    let preset = try Preset(contentsOf: file)
    #expect(preset.name == "mine" && preset.rain[.gain] == -3)
    try Data("{\n\"gian\": -3}".utf8).write(to: URL(fileURLWithPath: file))
    #expect(
      throws: PresetError.invalid(
        file: file, line: 2, column: 1, reason: "unknown key 'gian'; did you mean gain?")
    ) { try Preset(contentsOf: file) }
    #expect(throws: PresetError.self) { try Preset(contentsOf: path("none.json")) }
  }
}
