internal import RainAudio
package import RainDSP
internal import Text

/// The WAV of a job: a header, the samples, and chunks that follow them.
package struct WaveContents: Sendable {
  /// The bytes before the samples; none in a part without the first frame.
  package let header: [UInt8]
  /// The bytes after the samples; none in a part without the last frame.
  package let trailer: [UInt8]
  /// Whether sizes have 64 bits, which some programs cannot read.
  package let isRF64: Bool
  /// The settings that the file stores unless it is without metadata, a line of JSON.
  package let settings: String
  private let frameCount: Int
  private let bytesPerFrame: Int

  /// The keys of what is stored before the settings.
  package static let dropKey = "drop"
  package static let peakKey = "peak"
  package static let stemKey = "stem"
  package static let pointKey = "taken"

  /// - Parameters:
  ///   - rendering: What renders the samples.
  ///   - hasMetadata: Whether the software and the settings are stored.
  ///   - drop: The number of the drop that the file holds alone, counted from 1; nil for rain.
  ///   - peak: The peak in dB that the drop was given; nil: the level of the mix.
  ///   - stem: The stem of the mix that the file holds, as Floats, and where it was taken; nil: the mix.
  ///   - rf64: When sizes have 64 bits.
  ///   - extensible: When the format is WAVEFORMATEXTENSIBLE.
  ///   - isPart: Whether this is the part of the WAV of the whole that `from` and `to` select. All parts
  ///     in order join to the WAV of the whole.
  /// - Throws: ``RainAudio/WaveError/tooLong(mostFrames:)`` above 4 GiB without RF64.
  package init(
    _ rendering: Rendering, hasMetadata: Bool = true, drop: Int? = nil, peak: Double? = nil,
    stem: (stem: RainStem, point: StemPoint)? = nil, rf64: RF64 = .auto,
    extensible: Extensible = .never, isPart: Bool = false
  ) throws(WaveError) {
    var whole = rendering.job
    if isPart { (whole.extent.from, whole.extent.to) = (.zero, nil) }
    let frames = rendering.frames
    let all = isPart ? 0..<rendering.totalFrames : frames
    var marks = drop.map { [(Self.dropKey, "\($0)")] } ?? []
    if let peak { marks.append((Self.peakKey, NumberText.shortest(peak))) }
    if let stem {
      marks = [
        (Self.stemKey, JSONText.string(stem.stem.rawValue)),
        (Self.pointKey, JSONText.string(stem.point.rawValue)),
      ]
    }
    settings = JSONText.line(marks + whole.members)
    let format = stem == nil ? rendering.format : .f32
    bytesPerFrame = rendering.channels * format.bytesPerSample
    let layout = try WaveLayout(
      format: format, sampleRate: rendering.sampleRate, channels: rendering.channels,
      frames: all.count,
      // A part of a loop would have a seam when it is repeated.
      isLoop: rendering.loop == all.count,
      rf64: rf64, extensible: extensible,
      information: hasMetadata
        ? [("ISFT", Software.signature), ("ICMT", settings)] : [])
    let isEmptyPart = frames.isEmpty && !all.isEmpty
    header = isEmptyPart || frames.lowerBound > all.lowerBound ? [] : layout.header
    trailer = isEmptyPart || frames.upperBound < all.upperBound ? [] : layout.trailer
    isRF64 = layout.header.starts(with: "RF64".utf8)
    frameCount = frames.count
  }

  /// The length of the file.
  package var byteCount: Int {
    header.count + frameCount * bytesPerFrame + trailer.count
  }
}
