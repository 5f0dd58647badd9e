import Foundation
import RainTestSupport
import Testing

@Suite("Formats that other programs write")
struct EncoderTests {
  private let program = BuiltProgram()

  private static let quick = "render -d 1 -r 8000 -c 1".words

  @Test(
    "an encoder that fails, writes nothing, ends early or is killed gives a sentence and no file")
  func failures() throws {
    for (script, sentence) in [
      ("cat > /dev/null; echo 'no space on its disk' >&2; exit 3", "no space on its disk"),
      ("cat > /dev/null", "flac wrote nothing"),
      ("exit 0", "flac "),
      ("kill -9 $$", "flac was ended by signal 9"),
      ("cat > /dev/null; for path; do :; done; echo half > \"$path\"; exit 1", "exit status 1"),
    ] {
      let program = BuiltProgram()
      let path = try program.makePlayers(["flac": script])
      let run = try program.run(
        Self.quick + ["-o", "x.flac"], environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect(run.status == 1 && run.errors.contains(sentence), "\(script): \(run.errors)")
      #expect(try program.files() == ["players"], "\(script)")
    }
  }

  @Test("without an encoder, a sentence says what to install, and the pipe that does it")
  func none() async throws {
    let nowhere = ["PATH": "/nowhere"]
    for (line, hint) in [
      (
        "render -p light -d 8h -o night.mp3",
        "install lame or ffmpeg, or pipe into another program: "
          + "rainsynth render --preset light --duration 8h -o - | ffmpeg"
      ),
      ("render -o x.m4a", "install ffmpeg, or pipe"),
      ("batch light --ending opus -O b", "install opusenc or ffmpeg, or --encoder PROGRAM"),
    ] {
      let run = try await program.call(
        line.words, variables: nowhere)
      #expect(run.status == 1 && run.errors.contains(hint), "\(run.errors)")
    }
    for line in [
      "render --encoder lame -o x.flac", "render --encoder flac -o x.wav",
      "batch light --encoder flac -O v",
    ] {
      let run = try await program.call(line)
      #expect(run.status != 0 && !run.errors.isEmpty, "\(line)")
    }
    #expect(try program.files().isEmpty)
  }

  @Test("FLAC that would lose bits is refused")
  func lossyFLAC() throws {
    let script = "cat > /dev/null; for path; do :; done; echo done > \"${path#file:}\""
    let path = try program.makePlayers(["flac": script, "ffmpeg": script])
    for (words, sentence) in [
      ("-b f32 --encoder flac".words, "FLAC has whole numbers"),
      ("-b s32 --encoder ffmpeg".words, "FLAC of 24 bits at most"),
    ] {
      let run = try program.run(
        Self.quick + words + ["-o", "x.flac"], environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect(run.status == 2 && run.errors.contains(sentence), "\(run.errors)")
    }
    #expect(try program.files() == ["players"])
  }

  @Test(
    "the encoder gets the samples of stream behind a header, its words, and the settings as a tag")
  func words() async throws {
    let script =
      "cat > \"$0.wav\"; echo \"$@\" > \"$0.words\"; for path; do :; done; \(Self.whole) > \"$path\""
    let path = try program.makePlayers(["flac": script])
    let run = try program.run(
      Self.quick + ["-q", "--encoder", "flac -8", "-o", "x.flac"],
      environment: ["PATH": "\(path):/bin:/usr/bin"])
    #expect(run.status == 0, "\(run.errors)")
    let words = String(decoding: try program.contents(of: "players/flac.words"), as: UTF8.self)
    #expect(words.contains("-8 - -o") && words.contains(#"COMMENT={"revision":"#), "\(words)")
    let samples = try await program.call(["stream"] + Self.quick.dropFirst()).output
    #expect(
      try program.contents(of: "players/flac.wav").suffix(samples.count).elementsEqual(samples))
    #expect(try program.contents(of: "x.flac").starts(with: "OggS".utf8))
  }

  /// A shell command that prints what stands for a sound.
  private static let whole = "echo OggS"

  @Test("a file that the encoder puts in place of its own by a rename is taken, with its access")
  func renamed() throws {
    let program = BuiltProgram()
    let path = try program.makePlayers([
      "flac": "cat > /dev/null; for path; do :; done; \(Self.whole) > new; mv new \"$path\""
    ])
    try program.write("old", to: "x.flac")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: program.path("x.flac"))
    for flag in ["", " -f", " -f"] {
      let name = flag.isEmpty ? "new.flac" : "x.flac"
      let run = try program.run(
        Self.quick + "\(flag) -o \(name)".words, environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try program.contents(of: name).starts(with: "OggS".utf8))
    }
    let access = try FileManager.default.attributesOfItem(atPath: program.path("x.flac"))
    #expect(access[.posixPermissions] as? Int == 0o600)
    #expect(try program.files() == ["new.flac", "players", "x.flac"])
  }

  @Test("a format that holds fewer channels than were rendered is refused", arguments: [6, 12])
  func channels(made: Int) throws {
    let script = """
      case "$*" in *ashowinfo*) echo "rate:8000 channels:\(made) layout" >&2; exit;; esac
      cat > /dev/null; for path; do :; done; echo sound > "${path#file:}"
      """
    let path = try program.makePlayers(["ffmpeg": script])
    let run = try program.run(
      Self.quick + "-o x.avi --encoder ffmpeg -c 7.1.4 -q".words,
      environment: ["PATH": "\(path):/bin:/usr/bin"])
    #expect((run.status == 0) == (made == 12), "\(run.errors)")
    #expect(run.errors.contains("has made 6 channels of 12") == (made == 6))
    #expect(try program.files().contains("x.avi") == (made == 12))
  }

  @Test("a sentence says where players leave a gap in a loop, and names formats without one")
  func gaps() throws {
    let path = try program.makePlayers([
      "mine": "cat > /dev/null; for path; do :; done; \(Self.whole) > \"$path\""
    ])
    for (words, isSaid) in [
      ("--loop -o a.mp3", true), ("--loop -o a.m4a", true), ("--loop -o a.opus", false),
      ("--loop -o a.ogg", false), ("--loop -o a.flac", false), ("-o b.mp3", false),
      ("--loop --to 0.5 -o b.m4a", false), ("--loop -q -o c.mp3", false),
    ] {
      let run = try program.run(
        Self.quick + "\(words) --encoder mine".words,
        environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.errors.contains(".wav, .flac, .ogg and .opus loop without one") == isSaid, "\(words)")
    }
  }

  @Test("the path of the file is no flag of the encoder, in any folder")
  func dashes() throws {
    let script =
      "cat > /dev/null; for path; do :; done; case $path in -*) exit 9;; esac; \(Self.whole) > \"$path\""
    let path = try program.makePlayers(["mine": script])
    try program.makeFolder("-n")
    for file in "-n/x.flac -x.flac ./-n/y.flac".words {
      let run = try program.run(
        Self.quick + ["-q", "--encoder", "mine", "-o", file],
        environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try program.files(in: "-n") == ["x.flac", "y.flac"])
  }

  @Test("an encoder gets a name that ends as the file does, and ffmpeg is asked for any ending")
  func endings() throws {
    let script = "cat > /dev/null; for path; do :; done; echo \"$*\" > \"${path#file:}\""
    let path = try program.makePlayers(["mine": script, "ffmpeg": script])
    for encoder in ["mine", "ffmpeg"] {
      for ending in ["webm", "aiff", "mkv"] {
        for (command, file) in [
          ("batch light", "light"), ("vary -n 1 --vary gain=-1..0", "steady-000000"),
          ("drop --count 1", "steady-drop-000001"),
        ] {
          let run = try program.run(
            "\(command) -r 8000 -q -f --ending \(ending) --encoder \(encoder) -O o".words
              + (command.hasPrefix("drop") ? [] : "-d .2".words),
            environment: ["PATH": "\(path):/bin:/usr/bin"])
          #expect(run.status == 0, "\(run.errors)")
          let words = String(
            decoding: try program.contents(of: "o/\(file).\(ending)"), as: UTF8.self)
          #expect(words.hasSuffix(".\(ending)\n") && !words.contains("-c:a"), "\(words)")
        }
      }
    }
  }

  @Test("ambisonics goes where it stays ambisonics")
  func ambisonics() throws {
    let script = "cat > /dev/null; for path; do :; done; \(Self.whole) > \"${path#file:}\""
    let path = try program.makePlayers(["flac": script, "ffmpeg": script])
    let cases = [
      ("foa", "--encoder flac -o a.flac", true), ("3oa", "--encoder flac -o b.flac", false),
      ("foa", "--encoder ffmpeg -o c.opus", false), ("foa", "-o foa.opus", true),
      ("3oa", "-o 3oa.opus", true),
    ]
    for (layout, words, isKept) in cases {
      let family = words.contains("encoder") ? [] : ["--encoder", "ffmpeg -mapping_family 2"]
      let run = try program.run(
        ["render", "-q", "-d", "1", "-c", layout] + family + words.words,
        environment: ["PATH": "\(path):/bin:/usr/bin"])
      #expect((run.status == 0) == isKept, "\(words): \(run.errors)")
      #expect(isKept || run.errors.contains("--encoder 'ffmpeg -mapping_family 2' keeps both"))
    }
  }

  @Test(
    "a name that is none of a WAV gets no WAV",
    arguments: [
      "mkv", "3gp", "gz", "zip", "md", "log", "amb", "dat", "doc", "7z", "bank", "PDF", "x",
    ])
  func otherEndings(ending: String) async throws {
    let run = try await program.call("render -d .1 -r 8000 -o x.\(ending)")
    #expect(run.status == 2 && run.errors.contains("x.\(ending)"), "\(run.errors)")
    #expect(try program.files().isEmpty)
    let line = "drop -c foa --diameter 2 -o x.\(ending)"
    #expect(try await program.call(line).status == 2)
    #expect(try await program.call("drops -d .1 -o x.\(ending)").status == 2)
    #expect(try await program.call("drop --svg x.\(ending)").status == 2)
    for name in ["a.wav", "b.WAVE", "c.bwf", "d.rf64", "e", "f.1", ".hidden", "g.take two"] {
      #expect(try await program.call(["render", "-q", "-d", ".1", "-f", "-o", name]).status == 0)
    }
  }
}
