internal import CommandLineKit
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// Writes jobs as WAVs, with the flags that commands share for it.
struct WaveFile {
  static let group = OptionGroup(
    "WAV",
    [
      Option(
        "rf64", takes: "WHEN", "64-bit sizes; auto: above 4 GiB",
        range: RF64.allCases.map(\.rawValue).joined(separator: ", "),
        standard: RF64.auto.rawValue, completion: Completion(words: RF64.allCases.map(\.rawValue))),
      Option(
        "extensible", takes: "WHEN",
        "format tag WAVE_FORMAT_EXTENSIBLE; auto: above 16 bits, as the specification asks",
        range: Extensible.allCases.map(\.rawValue).joined(separator: ", "),
        standard: Extensible.never.rawValue,
        completion: Completion(words: Extensible.allCases.map(\.rawValue))),
      Option(
        "metadata", "store the settings after the samples", standard: "on", isNegatable: true),
    ])

  private let rf64: RF64
  private let extensible: Extensible
  /// Whether the file stores the settings.
  let hasMetadata: Bool
  /// Whether the file is a part of the file of the whole.
  let isPart: Bool

  init(_ commandLine: ParsedCommandLine) throws(Failure) {
    do {
      rf64 = try commandLine.choice("rf64", of: RF64.self) ?? .auto
      // All twenty programs that were tried read it: see Extensible.
      extensible = try commandLine.choice("extensible", of: Extensible.self) ?? .never
    } catch {
      throw Failure(error)
    }
    hasMetadata = commandLine.isOn("metadata") ?? true
    isPart = commandLine.isOn("part") ?? false
  }

  /// Writes the job to a file, to standard output if the path is `-`, or nowhere without a path, and its
  /// stems, in one pass; returns how many samples were limited. Raw samples have no header.
  ///
  /// `opened` is called once the files are open. `observer` gets the samples of the mix, none where there
  /// are only stems, and the number of their frames. `beforeCommit` gets the number of limited samples
  /// when everything is written, before a file gets its name.
  nonisolated(nonsending) func write(
    _ job: Rendering, to path: String?, _ stems: StemFiles? = nil, isRaw: Bool = false,
    threads: Int, isForced: Bool, removesLeftovers: Bool = true,
    opened: () throws(Failure) -> Void = {},
    observer: nonisolated(nonsending) (_ samples: ArraySlice<UInt8>, _ frames: Int) async -> Void,
    beforeCommit: (_ limitedSamples: Int) throws(Failure) -> Void = { _ in }
  ) async throws(Failure) -> Int {
    let contents = isRaw ? nil : try contents(of: job)
    var outputs: [(output: Output, contents: WaveContents?)] = []
    if let path {
      let output = try Output(
        path, isForced: isForced, expectedBytes: try byteCount(of: job, isRaw: isRaw),
        removesLeftovers: removesLeftovers)
      outputs.append((output, contents))
    }
    let mix = outputs.first?.output
    let stemOutputs = try stems?.open(job, self) ?? []
    if let path, let mix, stemOutputs.contains(where: { $0.output.isRival(of: mix) }) {
      throw Failure(
        .wrongUsage,
        "\(path.quoted) is the name of a stem, too; give the mix or --stems another one")
    }
    for stem in stemOutputs { outputs.append((stem.output, stem.contents)) }
    try opened()
    for file in outputs { try file.output.write(file.contents?.header ?? []) }
    let limitedSamples: Int
    if let stems {
      limitedSamples = try await job.deliver(
        stems: stems.point, hasMix: mix != nil, threads: threads
      ) { (bytes, parts, frames) throws(Failure) in
        try mix?.write(bytes, parts[0])
        for (stem, part) in zip(stemOutputs, parts.dropFirst()) {
          try stem.output.write(bytes, part)
        }
        await observer(bytes[parts[0]], frames)
      }
    } else {
      limitedSamples = try await job.deliver(threads: threads) { (bytes) throws(Failure) in
        try mix?.write(bytes)
        await observer(bytes[...], bytes.count / job.bytesPerFrame)
      }
    }
    for file in outputs { try file.output.write(file.contents?.trailer ?? []) }
    try beforeCommit(limitedSamples)
    try Output.commit(outputs.map(\.output))
    return limitedSamples
  }

  /// The bytes of the file.
  func byteCount(of job: Rendering, isRaw: Bool) throws(Failure) -> Int {
    isRaw
      ? job.frames.count * job.bytesPerFrame
      : try contents(of: job).byteCount
  }

  /// Prints a note that a file becomes RF64 since it exceeds 4 GiB, and how to avoid that. `words` are
  /// the command line of `stream` for the same samples, if there is one.
  func announceRF64(_ job: Rendering, path: String, streamWords words: [String]?) throws(Failure) {
    guard try isRF64OfNecessity(job) else { return }
    guard path == "-" else {
      let ways = [longestRIFF(of: job), "any length fits raw samples: -o FILE.raw"]
      return WaveFile.noteRF64("\(path.quoted) exceeds 4 GiB and is", ways)
    }
    let raw = words.map {
      ": \(ShellWord.line([Program.name] + $0)) | \(PlaybackHint.encoder(job))"
    }
    WaveFile.noteRF64(
      "this WAV exceeds 4 GiB and is",
      ["give them raw samples, as stream writes them\(raw ?? "")"])
  }

  /// Prints one note if files of a folder become RF64 since they exceed 4 GiB, and how to avoid that.
  func announceRF64(_ files: [(job: Rendering, file: String)]) throws(Failure) {
    var long: [(job: Rendering, file: String)] = []
    for file in files where try isRF64OfNecessity(file.job) { long.append(file) }
    guard let first = long.first else { return }
    WaveFile.noteRF64(
      long.count == 1
        ? "\(first.file.quoted) exceeds 4 GiB and is" : "\(long.count) files exceed 4 GiB and are",
      [longestRIFF(of: first.job)])
  }

  /// Whether --rf64 is auto, and the file is too long for a plain WAV.
  private func isRF64OfNecessity(_ job: Rendering) throws(Failure) -> Bool {
    guard rf64 == .auto else { return false }
    return try contents(of: job).isRF64
  }

  private static func noteRF64(_ fact: String, _ waysAround: [String?]) {
    let ways = waysAround.compactMap { $0 }.joined(separator: ", ")
    StandardError.note(
      "\(fact) RF64, which opusenc, lame and aplay cannot read\(ways.isEmpty ? "" : "; \(ways)")")
  }

  /// The longest duration whose WAV needs no RF64, in words.
  private func longestRIFF(of job: Rendering) -> String? {
    do {
      _ = try WaveContents(
        job, hasMetadata: hasMetadata, rf64: .never, extensible: extensible, isPart: isPart)
      return nil
    } catch {
      guard case .tooLong(let mostFrames) = error else { return nil }
      return "up to \(Duration.seconds(mostFrames / job.sampleRate).clockText) fits a plain WAV"
    }
  }

  /// The bytes of the file before and after its samples; `drop` is the number of the drop that it holds
  /// alone, `stem` the stem.
  func contents(
    of job: Rendering, drop: Int? = nil, peak: Double? = nil,
    stem: (stem: RainStem, point: StemPoint)? = nil
  ) throws(Failure) -> WaveContents {
    do {
      return try WaveContents(
        job, hasMetadata: hasMetadata, drop: drop, peak: peak, stem: stem, rf64: rf64,
        extensible: extensible, isPart: isPart)
    } catch {
      switch error {
      case .tooLong(let mostFrames):
        let longest = Duration.seconds(mostFrames / job.sampleRate).clockText
        throw Failure(
          .wrongUsage,
          "above 4 GiB, here above \(longest), a WAV needs RF64, which --rf64 never rules out; "
            + "stream has no such limit")
      }
    }
  }

  /// Whether the WAV at the path stores the settings of the job and the sound revision of this program.
  static func stores(_ job: Rendering, at path: String) -> Bool {
    stores(JSONText.line(job.members), at: path)
  }

  /// Whether the WAV at the path stores these settings, a line of JSON.
  static func stores(_ settings: String, at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"]?.hasPrefix("\(Program.name) ") == true
      && wave.information["ICMT"] == settings
  }
}
