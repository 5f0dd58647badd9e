internal import RainAudio

/// The file of a rendering: the bytes before and after its samples, and how it is written.
///
///     Rendering ──▶ JobRenderer, on each thread ──▶ WaveFile ──▶ Output
package struct WaveFile: Sendable {
  /// How the samples are kept.
  package enum Form: Sendable {
    case wave
    /// The samples alone.
    case raw
    /// The file that a program makes of the WAV.
    case encoded(Encoder)

    package var isRaw: Bool { if case .raw = self { true } else { false } }
    /// The program that turns the WAV into another format, if there is one.
    package var encoder: Encoder? { if case .encoded(let encoder) = self { encoder } else { nil } }
    package var ending: String { encoder?.ending ?? "wav" }
  }

  /// The part of the rendering that the file holds.
  package enum Content: Sendable {
    case mix
    /// One drop, counted from 1, alone; at the level of the mix, or with a peak in dB.
    case drop(Int, peak: Double?)
    /// A stem of the mix.
    case stem(RainStem)

    /// The members that stand before the settings.
    private var marks: [(key: String, json: String)] {
      switch self {
      case .mix: []
      case .drop(let number, let peak):
        [(Content.dropKey, "\(number)")]
          + (peak.map { [(Content.peakKey, NumberText.shortest($0))] } ?? [])
      case .stem(let stem): [(Content.stemKey, JSONText.string(stem.rawValue))]
      }
    }

    /// The settings that a file of a job stores, a line of JSON.
    func settings(of job: RenderJob) -> String { JSONText.line(marks + job.members) }

    /// The title of a file of a job in its tags.
    package func title(of job: RenderJob) -> String {
      let part =
        switch self {
        case .mix: ""
        case .drop(let number, _): ", drop \(number)"
        case .stem(let stem): ", \(stem.rawValue)"
        }
      let place = job.placeTitle.map { ", \($0)" } ?? ""
      return "Rain: \(job.title)\(place)\(part), seed \(job.seed), \(job.layout.rawValue)"
    }

    package static let dropKey = "drop"
    package static let peakKey = "peak"
    package static let stemKey = "stem"
  }

  /// The rendering that the file is, or is a part of.
  package let rendering: Rendering
  package let content: Content
  package let encoder: Encoder?
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

  /// The file of a rendering. Whether an encoder keeps it, ``Encoder/check(_:)`` says.
  /// `levels` are those of the chunk `bext`.
  package init(
    _ rendering: Rendering, _ content: Content = .mix, as form: Form = .wave, levels: [UInt8] = []
  ) {
    let job = rendering.job
    (self.rendering, self.content, encoder) = (rendering, content, form.encoder)
    let isWave = if case .wave = form { true } else { false }
    let layout = WaveLayout(
      format: job.format, sampleRate: job.sampleRate, channels: job.channels,
      speakers: job.layout.speakerMask, frames: rendering.frames.count,
      // An excerpt of a loop would have a seam when it is repeated.
      isLoop: rendering.loop == rendering.frames.count,
      broadcast: BroadcastChunk.make(
        description: content.title(of: job), originator: Software.signature,
        // The time of the first frame in the rain; that of a drop is its onset.
        timeReference: Int64(rendering.frames.lowerBound)
          + job.extent.timeReference.wideFrames(sampleRate: job.sampleRate), levels: levels),
      information: isWave
        ? [
          ("INAM", content.title(of: job)), ("ISFT", Software.signature),
          ("ICMT", content.settings(of: job)),
        ] : [])
    longestRIFF = .seconds(layout.mostFrames / job.sampleRate)
    switch form {
    case .wave:
      (header, trailer, isRF64) = (layout.header, layout.trailer, layout.isRF64)
      byteCount = Int(clamping: Int64(header.count + trailer.count) + layout.audioByteCount)
    case .raw:
      (header, trailer, byteCount, isRF64) = ([], [], Int(clamping: layout.audioByteCount), false)
    case .encoded:
      (header, trailer) = rendering.pipedWave
      (byteCount, isRF64) = (0, false)
    }
  }

  /// The settings that the file stores. They are made when they are asked for: the curves of a gauge are long.
  package var settings: String { content.settings(of: rendering.job) }
}

extension Rendering {
  /// The bytes before and behind the samples for a program that reads a WAV from a pipe: without chunks at its end,
  /// which some programs take for sound.
  package var pipedWave: (header: [UInt8], trailer: [UInt8]) {
    func wave(_ frames: Int) -> WaveLayout {
      WaveLayout(
        format: job.format, sampleRate: job.sampleRate, channels: job.channels,
        speakers: job.layout.speakerMask, frames: frames)
    }
    if !isEndless, case let wave = wave(frames.count), !wave.isRF64 {
      return (wave.header, wave.trailer)
    }
    // Above 4 GiB: few programs read RF64, and all of them read to the end: sizes as ffmpeg writes them into pipes.
    let (header, size) = (wave(1).header, WaveLayout.elsewhere)
    return (header.prefix(4) + size + header[8...].dropLast(4) + size, [])
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
  /// The file of the mix has the name of a stem.
  case nameOfStem(path: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .endless: "rain without a duration does not fit a file"
    case .exists(let path): "\(PlainText.path(path)): exists"
    case .notWritten(_, let reason): reason
    case .nameOfStem(let path):
      "\(path.quoted) is the name of a stem, too; give the mix or --stems another one"
    }
  }
}
