import Foundation
import RainTestSupport
import Testing

@Suite struct SpectrogramCommandTests {
  private let program = BuiltProgram()
  /// Small and quick.
  private let settings = "-p light -d 1 -r 8000 -c 1 -q".words

  @Test("rain is drawn with its axes, in the terminal and as an SVG, and so is its WAV")
  func drawings() async throws {
    let screen = ["COLUMNS": "60", "LINES": "24", "LC_ALL": "C.UTF-8"]
    let text = try await program.call(["spectrogram"] + settings, variables: screen)
    #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
    let lines = text.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 23 && lines.allSatisfy { $0.count <= 60 })
    #expect(lines[0] == "light, 1 s")
    for words in [
      "amplitude", "frequency, Hz; -", "  .:░▒▓█ -", " dBFS in 23 Hz", "1000 ┤", "1.0 s",
    ] {
      #expect(text.text.contains(words), "\(words)")
    }
    let ascii = try await program.call(
      ["spectrogram"] + settings, variables: screen.merging(["LC_ALL": "C"]) { $1 })
    #expect(ascii.text.utf8.allSatisfy { $0 < 0x80 })

    let svg = try await program.call(["spectrogram"] + settings + ["--svg", "-"]).text
    for words in [
      ">amplitude<", ">frequency, Hz<", ">1000<", ">1.0 s<", " dBFS in 23 Hz<", ">light, 1 s<",
      "prefers-color-scheme:dark",
    ] {
      #expect(svg.contains(words), "\(words)")
    }
    // A picture of the WAV has another title alone.
    #expect(try await program.call(["render"] + settings + ["-o", "x.wav"]).status == 0)
    let ofFile = try await program.call("spectrogram x.wav --svg -").text
    #expect(ofFile.replacing("x.wav, 1 s", with: "light, 1 s") == svg)
    #expect(try await program.call("spectrogram x.wav --svg x.svg").status == 0)
    #expect(try program.contents(of: "x.svg") == Array(ofFile.utf8))
  }

  @Test(
    "the pictures in the documentation are those of the command lines beside them",
    arguments: [
      ("rain.svg", "spectrogram -p puddles --from 4 --to 8 -c 1".words),
      ("drop.svg", "drop -p puddles".words),
      (
        "half-sine.svg",
        """
        drop -p bubbles --variation 0 --size-spread 0 --distance-ratio 1 --splash 0 --chirp 0 -c 1 \
        --impact-shape halfSine --impact-duration 3 --delay 5 --bubble-decay 1260
        """.words
      ),
      (
        "door.svg",
        [
          "spectrogram", "--curve", "place=0=open; 2=open; 2.8=car; 5.5=car; 6.3=open", "-d", "8",
          "-c", "1",
        ]
      ),
    ])
  func documented(file: String, settings: [String]) async throws {
    let svg = try await program.call(settings + ["--svg", "-"])
    let kept = try Data(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/RainDSP/RainDSP.docc/Resources/\(file)"))
    #expect(Data(svg.output) == kept)
  }

  @Test("a sound that cannot be drawn is refused, and a WAV that lacks its end is named")
  func refusals() async throws {
    #expect(try await program.call(["render"] + settings + ["-o", "cut.wav"]).status == 0)
    try program.write(Array(try program.contents(of: "cut.wav").prefix(4000)), to: "cut.wav")
    let cut = try await program.call("spectrogram cut.wav")
    #expect(cut.status == 0 && cut.errors.contains("cut.wav: lacks its end: "), "\(cut.errors)")
    try program.write(
      try await program.call("render -q -d 0 -o -").output, to: "empty.wav")
    #expect(
      try await program.call("render -q -d 1 -r 8000 -o x.wav").status == 0)
    for (words, status, sentence) in [
      ("x.wav --rainfall 3".words, Int32(2), "leave --rainfall out"),
      (["empty.wav"], 1, "empty.wav: holds no samples"), (["none.wav"], 1, "none.wav: No such"),
      ("x.wav --svg x.png".words, 2, "spectrogram x.wav --svg - | rsvg-convert -o x.png"),
      (["-d", "0"], 2, "above 0"), (["x.wav", "x.wav"], 2, "draws one sound; leave 'x.wav' out"),
    ] {
      let run = try await program.call(["spectrogram"] + words)
      #expect(run.status == status && run.errors.contains(sentence), "\(words): \(run.errors)")
    }
  }
}
