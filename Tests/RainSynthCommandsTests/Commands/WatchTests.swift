import Foundation
import Platform
import RainTestSupport
import Testing

@Suite("--watch follows a file that somebody edits", .enabled(if: Build.isOptimised))
struct WatchTests {
  private let program = BuiltProgram()

  init() throws {
    try program.write("", to: "output")
    try program.write("", to: "errors")
  }

  private func start(_ words: String...) throws -> Process {
    try program.start(
      words, output: try FileHandle(forWritingTo: URL(fileURLWithPath: program.path("output"))),
      errors: try FileHandle(forWritingTo: URL(fileURLWithPath: program.path("errors"))))
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try program.contents(of: file), as: UTF8.self)
  }

  /// Saves the preset as editors do: under another name first.
  private func save(_ json: String) throws {
    try program.write(json, to: "new")
    try #require(unsafe rename(program.path("new"), program.path("mine.json")) == 0)
  }

  /// Waits until a file fits.
  private func wait(_ file: String, _ fits: (String) -> Bool) throws {
    for _ in 0..<500 {
      if fits(try text(file)) { return }
      usleep(10_000)
    }
    Issue.record("\(file) is still \(try text(file))")
  }

  @Test("play glides into what was saved, and names what is wrong in it")
  func play() throws {
    try save(#"{"gain": -40}"#)
    try program.makePlayer("exec cat > got")
    let child = try start(
      "play", "-p", "mine.json", "--watch", "-r", "8000", "-c", "1", "--player", "./player")
    try wait("errors") { $0 == "rainsynth: plays with 'player'; Ctrl-C lets it fade away\n" }
    try save(#"{"gain": 99}"#)
    try wait("errors") {
      $0.hasSuffix("rainsynth: mine.json:1:10: gain takes a number of -60 .. 24 dB, not 99\n")
    }
    #expect(unsafe unlink(program.path("mine.json")) == 0)
    usleep(250_000)
    try save(#"{"gain": 0}"#)
    try wait("errors") { $0.hasSuffix("rainsynth: glides into the new settings\n") }
    // Two seconds wait for the player, and as many the glide takes.
    let before = try program.contents(of: "got").count
    usleep(3_000_000)
    #expect(kill(child.processIdentifier, SIGTERM) == 0)
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGTERM)
    let got = Array(try program.contents(of: "got").dropFirst(44))
    func level(_ bytes: Range<Int>) -> Double {
      let squares = stride(from: bytes.lowerBound & ~1, to: bytes.upperBound - 1, by: 2).map {
        let sample = Double(Int16(bitPattern: UInt16(got[$0]) | UInt16(got[$0 + 1]) << 8))
        return sample * sample
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    #expect(got.count > before + 32_000)
    // The second before the sound fades away, and the first one.
    #expect(level(got.count - 48_000..<got.count - 32_000) > 10 * level(0..<16_000))
    #expect(try text("output").isEmpty)
  }
}
