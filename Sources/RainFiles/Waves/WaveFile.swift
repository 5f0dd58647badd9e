package import Platform
internal import RainAudio
package import RainDSP
internal import Text

/// The file of a rendering: the bytes before and after its samples, and how it is written.
///
///     Rendering ──▶ JobRenderer, on each thread ──▶ WaveFile ──▶ Output
package struct WaveFile: Sendable {
  /// How the samples are kept.
  package enum Form: Sendable {
    case wave
    /// The samples alone.
    case raw
    /// What a program makes of the WAV.
    case encoded(Encoder)

    /// The program that turns the WAV into another format, if there is one.
    package var encoder: Encoder? { if case .encoded(let encoder) = self { encoder } else { nil } }
    /// The ending of the file.
    package var ending: String { encoder?.ending ?? "wav" }
  }

  /// What the file holds of the rendering.
  package enum Content: Sendable {
    case mix
    /// One drop, counted from 1, alone; at the level of the mix, or with a peak in dB.
    case drop(Int, peak: Double?)
    /// A stem of the mix, as Floats.
    case stem(RainStem)

    /// The members that stand before the settings.
    fileprivate var marks: [(key: String, json: String)] {
      switch self {
      case .mix: []
      case .drop(let number, let peak):
        [(Content.dropKey, "\(number)")]
          + (peak.map { [(Content.peakKey, NumberText.shortest($0))] } ?? [])
      case .stem(let stem): [(Content.stemKey, JSONText.string(stem.rawValue))]
      }
    }

    /// The name of the part in the title of the file.
    fileprivate var title: String {
      switch self {
      case .mix: ""
      case .drop(let number, _): ", drop \(number)"
      case .stem(let stem): ", \(stem.rawValue)"
      }
    }

    static let dropKey = "drop"
    static let peakKey = "peak"
    static let stemKey = "stem"
  }

  /// What the file is, or is a part of.
  package let rendering: Rendering
  private let content: Content
  private let encoder: Encoder?
  /// The bytes before the samples; none of raw samples.
  package let header: [UInt8]
  /// The bytes after the samples; none of raw samples.
  package let trailer: [UInt8]
  /// The length of the file; 0 where an encoder writes it.
  package let byteCount: Int
  /// Whether sizes have 64 bits, which some programs cannot read.
  package let isRF64: Bool
  /// The longest duration whose WAV needs no sizes of 64 bits.
  package let longestRIFF: Duration

  /// The file of a rendering. Throws ``RenderError/lossy(reason:)``.
  package init(
    _ rendering: Rendering, _ content: Content = .mix, as form: Form = .wave
  ) throws(RenderError) {
    let job = rendering.job
    (self.rendering, self.content, encoder) = (rendering, content, form.encoder)
    if let reason = form.encoder?.lossSentence(of: job) { throw .lossy(reason: reason) }
    let format = if case .stem = content { SampleFormat.f32 } else { job.format }
    let isWave = if case .wave = form { true } else { false }
    let layout = WaveLayout(
      format: format, sampleRate: job.sampleRate, channels: job.channels,
      speakers: job.layout.speakerMask, frames: rendering.frames.count,
      // An excerpt of a loop would have a seam when it is repeated.
      isLoop: rendering.loop == rendering.frames.count,
      broadcast: BroadcastChunk(
        description: Self.title(of: content, job), originator: Software.signature,
        // The time of the first frame in the rain; that of a drop is its onset.
        timeReference: rendering.frames.lowerBound),
      information: isWave
        ? [("ISFT", Software.signature), ("ICMT", Self.settings(of: content, job))] : [])
    longestRIFF = .seconds(layout.mostFrames / job.sampleRate)
    switch form {
    case .wave:
      (header, trailer, isRF64) = (layout.header, layout.trailer, layout.isRF64)
      byteCount = header.count + layout.audioByteCount + trailer.count
    case .raw: (header, trailer, byteCount, isRF64) = ([], [], layout.audioByteCount, false)
    case .encoded:
      (header, trailer) = rendering.pipedWave
      (byteCount, isRF64) = (0, false)
    }
  }

  /// The settings that the file stores, a line of JSON. It is made when it is asked for: the curves of a gauge are long.
  private var settings: String { Self.settings(of: content, rendering.job) }

  private static func settings(of content: Content, _ job: RenderJob) -> String {
    JSONText.line(content.marks + job.members)
  }

  /// What the file is called in its tags.
  private static func title(of content: Content, _ job: RenderJob) -> String {
    "Rain: \(job.title)\(content.title), seed \(job.seed), \(job.layout.rawValue)"
  }

  /// Whether the WAV at the path stores these settings and the sound revision of this program.
  package func isStored(at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"]?.hasPrefix("\(Software.name) ") == true
      && wave.information["ICMT"] == settings
  }

  /// Whether the file at the path has the length of this one, and stores the same settings.
  package func exists(at path: String) -> Bool {
    fileLength(path) == byteCount && isStored(at: path)
  }
}

// MARK: Writing

extension WaveFile {
  /// The longest word of a command line on Linux, less its key.
  private static let longestTag = (1 << 17) - 64

  /// Opens the file, written by the encoder if there is one.
  package func open(
    _ path: String, isForced: Bool, removesLeftovers: Bool = true
  ) throws(FileError) -> Output {
    let command = try encoder.map { encoder throws(FileError) in
      let settings = settings
      guard settings.utf8.count <= Self.longestTag else {
        throw .malformed(path: path, "its settings are too long for a tag; write a WAV")
      }
      // Where the header does not say the length of the samples.
      let isLong = header.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF]
      return EncoderCommand(
        name: encoder.name, path: encoder.path,
        arguments: { file in
          encoder.arguments(
            writing: file, isLong: isLong, layout: rendering.job.layout,
            title: Self.title(of: content, rendering.job), settings: settings)
        },
        // What a program that is not known writes may have a format that is not known.
        isWhole: { file throws(FileError) in
          try EncodedEnd.isThere(in: file) ?? (encoder.program == nil)
        })
    }
    return try Output(
      path, isForced: isForced, expectedBytes: byteCount, removesLeftovers: removesLeftovers,
      encoder: command)
  }

  /// Renders to the file, to standard output if the path is `-`, or nowhere without a path, and to the stems, in one
  /// pass. The files get their names by ``Output/commit(_:)``. The rendering has an end.
  ///
  /// `opened` is called once all files are open; `observer` gets the samples of the first file, and the number of
  /// their frames.
  ///
  /// - Returns: How many samples the limiter has bent by more than 1 dB, and the files.
  /// - Throws: ``RenderError``, or an error of the files or of the observer.
  package nonisolated(nonsending) func writeUnnamed(
    to path: String?, _ stems: StemFolder?, threads: Int, isForced: Bool,
    removesLeftovers: Bool = true, opened: () throws -> Void = {},
    observer:
      nonisolated(nonsending) (_ samples: ArraySlice<UInt8>, _ frames: Int) async throws -> Void
  ) async throws -> (limitedSamples: Int, outputs: [Output]) {
    let mix = try path.map { path in
      try open(path, isForced: isForced, removesLeftovers: removesLeftovers)
    }
    let stemFiles = try stems?.open(rendering) ?? []
    if let path, let mix, stemFiles.contains(where: { $0.output.isRival(of: mix) }) {
      throw RenderError.nameOfStem(path: path)
    }
    let files = (mix.map { [(output: $0, wave: self)] } ?? []) + stemFiles
    let parts: [RainStem?] =
      (mix == nil ? [] : [nil]) + (stemFiles.isEmpty ? [] : RainStem.allCases)
    try opened()
    for file in files { try file.output.write(file.wave.header) }
    let limitedSamples = try await rendering.deliver(parts, threads: threads) {
      (bytes, places, frames) in
      for (file, place) in zip(files, places) { try file.output.write(bytes, place) }
      try await observer(bytes[places[0]], frames)
    }
    for file in files {
      try file.output.write(file.wave.trailer)
      try file.output.finishEncoding()
    }
    return (limitedSamples, files.map(\.output))
  }
}

extension Rendering {
  /// Renders to a WAV file, and to files of its stems.
  ///
  /// Files are written under temporary names, flushed and renamed, so a file under its own name is
  /// complete. It stores the settings of the job: see ``StoredSettings``. Above 4 GiB it is RF64.
  ///
  /// SIGINT, SIGTERM and the other signals that end a process first remove the temporary files, unless
  /// the program handles or ignores them itself.
  ///
  /// - Parameters:
  ///   - path: The name of the file.
  ///   - stems: The folder for the stems of the mix; nil for none.
  ///   - replacing: Whether existing files may be replaced.
  ///   - threads: The threads that render, 1 or more. Their number does not change a byte.
  ///   - progress: Is called every third of a second of sound or so, with the frames that are done.
  /// - Returns: How many samples the limiter has bent by more than 1 dB.
  /// - Throws: ``RenderError`` for rain without an end, an existing file, or an error of the system;
  ///   `CancellationError` where the task is cancelled: no file is left then.
  @discardableResult
  public nonisolated(nonsending) func write(
    to path: String, stems: StemFolder? = nil, replacing: Bool = false,
    threads: Int = Processors.count, progress: (_ doneFrames: Int) -> Void = { _ in }
  ) async throws -> Int {
    guard !isEndless else { throw RenderError.endless }
    var stems = stems
    stems?.isForced = replacing
    var done = 0
    do {
      let (limitedSamples, outputs) = try await WaveFile(self).writeUnnamed(
        to: path, stems, threads: threads, isForced: replacing,
        observer: { _, frames in
          try Task.checkCancellation()
          done += frames
          progress(done)
        })
      try Output.commit(outputs)
      return limitedSamples
    } catch FileError.exists(let path) {
      throw RenderError.exists(path: path)
    } catch let error as FileError {
      throw RenderError.notWritten(path: path, reason: "\(error)")
    }
  }

  /// What stands before and behind the samples for a program that reads a WAV from a pipe: without chunks at its end,
  /// which some programs take for sound.
  package var pipedWave: (header: [UInt8], trailer: [UInt8]) {
    let layout = job.layout
    if !isEndless {
      let wave = WaveLayout(
        format: job.format, sampleRate: job.sampleRate, channels: layout.channels,
        speakers: layout.speakerMask, frames: frames.count)
      if !wave.isRF64 { return (wave.header, wave.trailer) }
    }
    // Above 4 GiB: few programs read RF64, and all of them read to the end.
    let header = WaveLayout.endlessHeader(
      format: job.format, sampleRate: job.sampleRate, layout: layout)
    return (header, [])
  }
}

/// A rendering that could not be written to a file. Its description is a sentence for people.
public enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rain has no end, but a file has.
  case endless
  /// A file with that name exists, and replacing it was not allowed.
  case exists(path: String)
  /// The file could not be written; the reason names the file.
  case notWritten(path: String, reason: String)
  /// The encoder would not keep the samples that its format promises to keep.
  case lossy(reason: String)
  /// The file of the mix has the name of a stem.
  case nameOfStem(path: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .endless: "rain without a duration does not fit a file"
    case .exists(let path): "\(PlainText.path(path)): exists"
    case .notWritten(_, let reason), .lossy(let reason): reason
    case .nameOfStem(let path):
      "\(path.quoted) is the name of a stem, too; give the mix or --stems another one"
    }
  }
}
