internal import RainAudio

/// The programs that are known, in the order in which they are looked for.
package enum EncoderProgram: String, CaseIterable, Sendable {
  case flac, opusenc, oggenc, lame, ffmpeg
}

/// A program that turns WAVs into another format, and how it is asked to.
package struct Encoder: Sendable {
  /// The endings of the formats that known programs write, one a format.
  package static let endings = ["flac", "opus", "ogg", "mp3", "m4a"]

  /// The known programs that write files of an ending.
  package static func programs(ending: String) -> [EncoderProgram] {
    formats[ending]?.programs ?? []
  }

  /// The name in messages and lists.
  package let name: String
  package let path: String
  /// nil for one that is not known, which gets the words and the path of the file alone.
  package let program: EncoderProgram?
  /// The words that the command line adds.
  package let words: [String]
  /// The ending of the files that it writes, in lower case.
  package let ending: String

  /// The program with its words, as a list of clips names it.
  package var commandLine: String { ([name] + words).joined(separator: " ") }

  package init(name: String, path: String, words: [String], ending: String) {
    (self.name, self.path, self.words, self.ending) = (name, path, words, ending)
    program = EncoderProgram(rawValue: name)
  }

  /// How the program is called.
  ///
  /// - Parameters:
  ///   - file: The path of the file that it writes.
  ///   - isLong: Whether the header of the WAV does not say its length.
  ///   - layout: What the channels are.
  ///   - title: The title of the sound.
  ///   - settings: Those that the file stores.
  /// - Returns: The words after the name of the program.
  package func arguments(
    writing file: String, isLong: Bool, layout: ChannelLayout, title: String, settings: String
  ) -> [String] {
    let vorbis = ["--title", title, "--comment", "COMMENT=\(settings)"]
    switch program {
    case .flac?:
      // --lax: any sample rate.
      return ["--silent", "--force", "--lax"] + (isLong ? ["--ignore-chunk-sizes"] : [])
        // Without it, flac refuses channels that are no speakers.
        + (layout.isAmbisonic ? ["--channel-map=none"] : [])
        + ["--tag", "TITLE=\(title)", "--tag", "COMMENT=\(settings)"] + words + ["-", "-o", file]
    case .opusenc?, .oggenc?:
      // Without a number of their own, streams get one at random.
      return ["--quiet", "--serial", "0"] + (isLong ? ["--ignorelength"] : [])
        + vorbis + words + (program == .oggenc ? ["-", "-o"] : ["-"]) + [file]
    case .lame?:
      // Of other texts, lame 3.100 writes comments that readers skip.
      let isASCII = (title + settings).utf8.allSatisfy { $0 < 0x80 }
      return ["-S", "--id3v2-only"] + (isASCII ? ["--id3v2-latin1"] : [])
        + ["--tt", title, "--tc", settings] + words + ["-", file]
    case .ffmpeg?:
      // Of other formats, it knows coder and muxer by the ending.
      let format = Self.formats[ending]
      // Bit-exact: no date, and no number at random.
      return ["-v", "error", "-y"] + (isLong ? ["-ignore_length", "1"] : [])
        + ["-f", "wav", "-i", "-"] + (format.map { ["-c:a", $0.codec] } ?? [])
        + ["-fflags", "+bitexact", "-flags:a", "+bitexact"]
        + ["-metadata", "title=\(title)", "-metadata", "comment=\(settings)"]
        // Without the prefix, what stands before a colon in the path would be a protocol.
        + words + (format.map { ["-f", $0.muxer] } ?? []) + ["file:\(file)"]
    case nil: return words + [file]
    }
  }

  /// The names of the formats, the most channels of each that are speakers, what ffmpeg calls its coder and muxer, and
  /// the programs that write them.
  private typealias Format = (
    name: String, mostChannels: Int, codec: String, muxer: String, programs: [EncoderProgram]
  )
  private static let formats: [String: Format] = [
    "flac": ("FLAC", 8, "flac", "flac", [.flac, .ffmpeg]),
    "opus": ("Opus", 8, "libopus", "opus", [.opusenc, .ffmpeg]),
    "ogg": ("Vorbis", 8, "libvorbis", "ogg", [.oggenc, .ffmpeg]),
    "oga": ("Vorbis", 8, "libvorbis", "ogg", [.oggenc, .ffmpeg]),
    "mp3": ("MP3", 2, "libmp3lame", "mp3", [.lame, .ffmpeg]),
    "m4a": ("AAC", 8, "aac", "ipod", [.ffmpeg]), "m4b": ("AAC", 8, "aac", "ipod", [.ffmpeg]),
  ]

  /// Whether known programs write the format.
  package var isKnownFormat: Bool { Self.formats[ending] != nil }

  /// Formats whose coders begin and end the sound with silence, which many players leave in. Vorbis and Opus say how much
  /// there is, and every decoder leaves it out.
  private static let paddedEndings: Set = ["mp3", "mp2", "m4a", "m4b", "mp4", "aac", "ac3", "wma"]

  /// The note that a whole loop will have a gap; nil: it has none.
  package func gapSentence(of rendering: Rendering) -> String? {
    guard rendering.loop == rendering.frames.count, Self.paddedEndings.contains(ending) else {
      return nil
    }
    return "many players leave a gap between the end and the beginning of a .\(ending); .wav, "
      + ".flac, .ogg and .opus loop without one"
  }

  /// Throws where its format does not hold what a job makes, samples or channels, as they are.
  package func check(_ job: RenderJob) throws(Flaw) {
    if ending == "flac", job.format == .f32 {
      throw Flaw("FLAC has whole numbers; take --format s16, s24 or s32")
    }
    if ending == "flac", job.format == .s32, program == .ffmpeg {
      throw Flaw("ffmpeg writes FLAC of 24 bits at most; take --format s24, or --encoder flac")
    }
    let (layout, name) = (job.layout, job.layout.optionName)
    let format = Self.formats[ending]
    // flac keeps them with a flag, and so does the coder of Opus in ffmpeg. The other known programs take them for speakers.
    if layout.isAmbisonic, program != nil {
      if ending == "opus", program == .ffmpeg,
        words.firstIndex(of: "-mapping_family").map({ words[$0...].dropFirst().first }) == "2"
      {
        return
      }
      if program != .flac || layout.channels > 8 {
        throw Flaw(
          "\(self.name) takes the channels of .\(ending) for speakers, and \(name) is ambisonics; a WAV keeps it, "
            + ".flac by flac keeps foa, and --encoder 'ffmpeg -mapping_family 2' keeps both in .opus"
        )
      }
    }
    guard let format, layout.channels > format.mostChannels else { return }
    throw Flaw(
      "\(format.name) has at most \(format.mostChannels) channels, and \(name) has \(layout.channels); take "
        + (format.mostChannels == 2
          ? "--channels 2, or a name such as FILE.flac" : "--channels 7.1, or a WAV"))
  }
}
