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

    fileprivate var isMix: Bool { if case .mix = self { true } else { false } }
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

  /// The bytes before the samples; none in a part without the first frame, or of raw samples.
  package let header: [UInt8]
  /// The bytes after the samples; none in a part without the last frame, or of raw samples.
  package let trailer: [UInt8]
  /// The length of the file; 0 where an encoder writes it.
  package let byteCount: Int
  private let content: Content
  /// What the file is, or is a part of.
  private let job: RenderJob

  /// The settings that the file stores unless it is without metadata, a line of JSON. It is made when it is asked for:
  /// the curves of a gauge are long.
  var settings: String { content.settings(of: job) }
  /// What the file is called in its tags.
  var title: String { content.title(of: job) }

  /// Throws ``RenderError/tooLong(longest:)`` above 4 GiB without RF64, or ``RenderError/lossy(reason:)``.
  init(_ rendering: Rendering, _ content: Content, _ writer: WaveWriter) throws(RenderError) {
    let frames = rendering.frames
    let format = content.isStem ? .f32 : rendering.job.format
    let sampleBytes = frames.count * rendering.job.channels * format.bytesPerSample
    // All parts in order join to the WAV of the whole.
    var whole = rendering.job
    if writer.isPart { (whole.extent.from, whole.extent.to) = (.zero, nil) }
    (self.content, job) = (content, whole)
    if writer.isRaw {
      (header, trailer, byteCount) = ([], [], sampleBytes)
      return
    }
    let all = writer.isPart ? 0..<rendering.totalFrames : frames
    if let encoder = writer.encoder, !content.isStem {
      if let reason = encoder.lossSentence(of: format) { throw .lossy(reason: reason) }
      (header, trailer) = Encoder.wave(of: rendering)
      byteCount = 0
      return
    }
    let layout = WaveLayout(
      format: format, sampleRate: rendering.job.sampleRate, channels: rendering.job.channels,
      speakers: rendering.job.layout.speakerMask, frames: all.count,
      // A part of a loop would have a seam when it is repeated.
      isLoop: rendering.loop == all.count,
      rf64: writer.rf64, extensible: writer.extensible,
      markers: content.isMix ? writer.markers : [],
      broadcast: writer.hasBroadcast
        ? BroadcastChunk(
          description: content.title(of: whole), originator: Software.signature,
          // The time of the first frame in the rain; that of a drop is its onset.
          timeReference: all.lowerBound,
          loudness: content.isMix ? writer.loudness : nil,
          truePeak: content.isMix ? writer.truePeak : nil) : nil,
      information: writer.hasMetadata
        ? [("ISFT", Software.signature), ("ICMT", content.settings(of: whole))] : [])
    if let frames = layout.mostFrames {
      throw .tooLong(longest: .seconds(frames / rendering.job.sampleRate))
    }
    let isEmptyPart = frames.isEmpty && !all.isEmpty
    header = isEmptyPart || frames.lowerBound > all.lowerBound ? [] : layout.header
    trailer = isEmptyPart || frames.upperBound < all.upperBound ? [] : layout.trailer
    byteCount = header.count + sampleBytes + trailer.count
  }

  /// Whether the header leaves the length open, for an encoder.
  var isEndless: Bool { header.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF] }

  /// Whether the file begins with sizes of 64 bits, which some programs cannot read.
  package var isRF64: Bool { header.starts(with: "RF64".utf8) }
}

extension WaveWriter {
  /// The bytes of a file before and after its samples.
  package func wave(
    of rendering: Rendering, _ content: RenderedWave.Content = .mix
  ) throws(RenderError) -> RenderedWave {
    try RenderedWave(rendering, content, self)
  }

  /// The longest duration whose WAV needs no RF64; nil if this one needs none.
  package func longestRIFF(of rendering: Rendering) -> Duration? {
    var writer = self
    writer.rf64 = .never
    do throws(RenderError) {
      _ = try writer.wave(of: rendering)
      return nil
    } catch {
      guard case .tooLong(let longest) = error else { return nil }
      return longest
    }
  }
}
