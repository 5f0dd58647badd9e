/// A program that plays what it reads from its standard input.
enum PlayerProgram: String, CaseIterable {
  // In the order in which they are looked for: first players that mix with the sound of other programs.
  case pwPlay = "pw-play"
  case paplay, aplay, ffplay, play, afplay

  /// The buffer that is asked for where a change is to be heard soon, in ms.
  private static let shortBuffer = 80

  /// Whether it takes a WAV; raw samples otherwise.
  var takesWave: Bool { self == .ffplay || self == .afplay }

  /// Whether it plays each channel of a layout from the speaker of that channel, or mixes all of them to those that are
  /// there. None decodes ambisonics. aplay drops what the card lacks, and its map is one that few devices follow; play
  /// has no map; ffplay leaves out what comes from above.
  func takes(_ layout: ChannelLayout) -> Bool {
    switch self {
    case .pwPlay, .paplay: !layout.isAmbisonic
    case .ffplay, .afplay: !layout.isAmbisonic && layout.channels <= 8
    case .aplay, .play: !layout.isSurround
    }
  }

  /// The speakers of a layout as PipeWire and PulseAudio call them, which take other orders without a map; nil: they
  /// know them. The names stand at their bits in a mask.
  private func map(_ layout: ChannelLayout) -> String? {
    guard layout.isSurround else { return nil }
    let names =
      self == .pwPlay
      ? "FL FR FC LFE RL RR - - - SL SR - TFL - TFR TRL - TRR"
      : "front-left front-right front-center lfe rear-left rear-right - - - side-left side-right "
        + "- top-front-left - top-front-right top-rear-left - top-rear-right"
    return names.split(separator: " ").enumerated()
      .filter { layout.speakerMask >> $0.offset & 1 == 1 }.map { String($0.element) }
      .joined(separator: ",")
  }

  /// The words after its name that let it play the samples of the job. Where the job `isLive`, a change is heard as soon
  /// as it can be without gaps; else when the player prefers.
  func arguments(_ job: Rendering, isLive isShort: Bool = false) -> [String] {
    let (rate, channels) = ("\(job.sampleRate)", "\(job.channels)")
    switch self {
    case .pwPlay:
      // Up to 1.2 it took what it reads for raw samples; 1.4 needs a flag for that.
      let raw = takesOption("--raw") ? ["--raw"] : []
      let format =
        ["--rate", rate, "--channels", channels, "--format", job.format.rawValue]
        + (map(job.layout).map { ["--channel-map", $0] } ?? [])
      return raw + format + (isShort ? ["--latency", "\(Self.shortBuffer)ms"] : []) + ["-"]
    case .paplay:
      let format = job.format.isFloat ? "float32le" : "\(job.format.rawValue)le"
      return ["--raw", "--rate=\(rate)", "--channels=\(channels)", "--format=\(format)"]
        + (map(job.layout).map { ["--channel-map=\($0)"] } ?? [])
        + (isShort ? ["--latency-msec=\(Self.shortBuffer)"] : [])
    case .aplay:
      return ["-q", "-t", "raw"] + Self.aplayWords(job)
        + (isShort ? ["--buffer-time=\(Self.shortBuffer * 1000)"] : [])
    case .ffplay:
      // It probes and analyses the sound before it starts.
      return ["-nodisp", "-autoexit", "-loglevel", "error"]
        + (isShort ? ["-fflags", "nobuffer", "-probesize", "32", "-analyzeduration", "0"] : [])
        + ["-i", "-"]
    case .play:
      return ["-q"] + (isShort ? ["--buffer", "4096"] : []) + Self.playWords(job)
    case .afplay: return ["/dev/stdin"]
    }
  }

  /// The words that say to aplay what the samples of the job are.
  static func aplayWords(_ job: Rendering) -> [String] {
    let name = job.format.isFloat ? "FLOAT" : "S\(job.format.bitsPerSample)"
    return [
      "-f", name + (job.format == .s24 ? "_3LE" : "_LE"), "-r", "\(job.sampleRate)", "-c",
      "\(job.channels)",
    ]
  }

  /// The same for play, of SoX.
  static func playWords(_ job: Rendering) -> [String] {
    [
      "-t", "raw", "-e", job.format.isFloat ? "floating-point" : "signed-integer",
      "-b", "\(job.format.bitsPerSample)", "-r", "\(job.sampleRate)", "-c", "\(job.channels)", "-",
    ]
  }

  /// Whether the help of the program names an option.
  private func takesOption(_ option: String) -> Bool {
    guard let path = ChildProgram.path(of: rawValue),
      let help = try? ChildProgram(path: path, arguments: ["--help"], pipeBytes: 4096)
    else { return false }
    return help.allMessages(milliseconds: 1000).contains(option)
  }
}
