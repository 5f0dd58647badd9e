import Platform
import RainSynthCommands
import RainTestSupport
import Testing
import Text

/// Names that a file may have: any bytes but / and NUL.
@Suite struct AnyNameTests {
  private let program = BuiltProgram()

  private static let quick = "-q -r 8000 -d .1 -j 1".words

  /// Names as bytes: blanks, line breaks, dashes, no UTF-8, a terminal's controls.
  static let names: [[UInt8]] =
    [
      " ", "a b", "-o", "--", "-", "line\nbreak", "a\\nb", "\r", "'\"$(x)`", "\u{1B}[2J",
      "é\u{202E}",
    ].map { Array($0.utf8) } + notUTF8

  private static let notUTF8: [[UInt8]] = [
    [0xFF], [0x61, 0xC3], [0xF4, 0x8F, 0xBA, 0x80], [0xED, 0xA0, 0x80],
  ]

  @Test("a preset and a WAV of any name are read, written and hashed", arguments: names)
  func anyName(_ name: [UInt8]) async throws {
    let preset = Array((program.path("") + "/").utf8) + name + Array(".json".utf8)
    let wave = Array((program.path("") + "/").utf8) + name + Array(".wav".utf8)
    let descriptor = unsafe open(
      preset.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try #require(descriptor >= 0)
    try #require(unsafe write(descriptor, "{}", 2) == 2)
    close(descriptor)

    let render = FaultySystem()
    let words = [
      "render", "-p", PathString.string(preset), "-o", PathString.string(wave),
    ]
    #expect(await render.run(words + Self.quick) == nil)
    #expect(unsafe access(wave.map { CChar(bitPattern: $0) } + [0], R_OK) == 0)
    let again = await FaultySystem().run(words + Self.quick)
    #expect(again?.status == .couldNot)
    let sentence = again?.sentence ?? ""
    #expect(sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(await FaultySystem().run(["info", PathString.string(wave)]) == nil)

    // One line; the name in it comes back byte for byte.
    let hash = FaultySystem()
    #expect(await hash.run(["hash", PathString.string(preset)] + Self.quick) == nil)
    let sums = hash.record.standardOutput
    #expect(sums.count { $0 == 0x0A } == 1)
    try program.write(sums, to: "sums")
    let check = FaultySystem()
    #expect(
      await check.run(
        ["hash", "--check", program.path("sums"), "-r", "8000", "-d", ".1", "-j", "1"]) == nil)
    let isEscaped = name.contains { [0x0A, 0x0D, 0x5C].contains($0) }
    #expect(sums.starts(with: [0x5C]) == isEscaped)
    let bytes: [UInt8] =
      (isEscaped ? [0x5C] : []) + sums.dropFirst(64 + 2 + (isEscaped ? 1 : 0)).dropLast()
    let shown = PlainText.path(PathString.string(bytes))
    #expect(check.record.standardOutput == Array("\(shown): OK\n".utf8))
  }
}
