internal import RainAudio
package import RainDSP
internal import Text

/// The WAV of a rendering: the bytes before and after its samples.
package struct RenderedWave: Sendable {
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

    fileprivate var isStem: Bool { if case .stem = self { true } else { false } }

    /// The settings of a file that holds this of a job.
    fileprivate func settings(of job: RenderJob) -> String {
      JSONText.line(marks + job.members)
    }

    fileprivate func title(of job: RenderJob) -> String {
      let part =
        switch self {
        case .mix: ""
        case .drop(let number, _): ", drop \(number)"
        case .stem(let stem): ", \(stem.rawValue)"
        }
      return "Rain: \(job.title)\(part), seed \(job.seed), \(job.layout.rawValue)"
    }

    static let dropKey = "drop"
    static let peakKey = "peak"
    static let stemKey = "stem"
  }

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
  private let content: Content
  /// What the file is, or is a part of.
  private let job: RenderJob

  /// The settings that the file stores, a line of JSON. It is made when it is asked for: the curves of a gauge are long.
  var settings: String { content.settings(of: job) }
  /// What the file is called in its tags.
  var title: String { content.title(of: job) }

  /// Throws ``RenderError/lossy(reason:)``.
  init(_ rendering: Rendering, _ content: Content, _ writer: WaveWriter) throws(RenderError) {
    let frames = rendering.frames
    let format = content.isStem ? .f32 : rendering.job.format
    (self.content, job) = (content, rendering.job)
    let isEncoded = writer.encoder != nil && !content.isStem
    if isEncoded, let reason = writer.encoder?.lossSentence(of: rendering.job) {
      throw .lossy(reason: reason)
    }
    let layout = WaveLayout(
      format: format, sampleRate: rendering.job.sampleRate, channels: rendering.job.channels,
      speakers: rendering.job.layout.speakerMask, frames: frames.count,
      // An excerpt of a loop would have a seam when it is repeated.
      isLoop: rendering.loop == frames.count,
      broadcast: BroadcastChunk(
        description: content.title(of: job), originator: Software.signature,
        // The time of the first frame in the rain; that of a drop is its onset.
        timeReference: frames.lowerBound),
      information: isEncoded || writer.isRaw
        ? [] : [("ISFT", Software.signature), ("ICMT", content.settings(of: job))])
    longestRIFF = .seconds(layout.mostFrames / rendering.job.sampleRate)
    if isEncoded {
      (header, trailer) = Encoder.wave(of: rendering)
      (byteCount, isRF64) = (0, false)
    } else if writer.isRaw {
      (header, trailer, byteCount, isRF64) = ([], [], layout.audioByteCount, false)
    } else {
      (header, trailer, isRF64) = (layout.header, layout.trailer, layout.isRF64)
      byteCount = header.count + layout.audioByteCount + trailer.count
    }
  }

  /// What its channels are.
  var layout: ChannelLayout { job.layout }

  /// Whether the header leaves the length open, for an encoder.
  var isEndless: Bool { header.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF] }
}

extension WaveWriter {
  /// The bytes of a file before and after its samples.
  package func wave(
    of rendering: Rendering, _ content: RenderedWave.Content = .mix
  ) throws(RenderError) -> RenderedWave {
    try RenderedWave(rendering, content, self)
  }
}

/// Writes renderings as WAVs, and their stems.
package struct WaveWriter: Sendable {
  /// The program that turns the WAV into another format; nil: the file is the WAV. Stems stay WAVs.
  package var encoder: Encoder?
  /// The ending of the file.
  package var ending: String { encoder?.ending ?? "wav" }
  /// Whether the file holds the samples alone.
  package var isRaw = false

  package init() {}
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
