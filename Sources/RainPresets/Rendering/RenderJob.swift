public import RainAudio

/// Everything that determines the bytes of one rendering, as a person asks for it. ``Rendering`` checks it and
/// renders it.
///
/// The rain is described by ``/RainDSP/Setting``, all the rest by this type.
public struct RenderJob: Sendable, Hashable {
  /// The settings of the rain, and how they move.
  public var writtenAutomation: WrittenAutomation
  /// The name of the preset that the rain comes from. Files store it; the samples do not depend on it.
  public var presetName: String?
  /// Selects one of 2⁶⁴ renderings of the same rain.
  public var seed: UInt64 = 1
  /// Frames a second, 8,000 ... 192,000.
  public var sampleRate = 44_100
  /// The layout of the channels.
  public var layout = ChannelLayout.stereo
  /// How many channels it has.
  public var channels: Int { layout.channels }
  /// How a sample is written.
  public var format = SampleFormat.s16
  /// Whether 16 and 24 bits get dither: triangular noise of ±1 step, from the seed.
  public var isDithered = true
  /// The length, loop and fades of the whole, and the part that is rendered.
  public var extent: Extent

  /// The whole of a rendering of that length; nil for endless rain.
  public init(_ rain: Rain = Rain(), duration: Duration?) {
    self.init(WrittenAutomation(rain), duration: duration)
  }

  /// All of a rendering of rain whose settings may move; nil for one without an end.
  public init(_ automation: WrittenAutomation, duration: Duration?) {
    writtenAutomation = automation
    extent = Extent(duration: duration)
  }

  /// The settings that stay constant, and the first value of each setting that moves.
  public var rain: Rain {
    get { writtenAutomation.rain }
    set { writtenAutomation.rain = newValue }
  }

  /// The frames to render, counted from the beginning of the rain; up to Int.max without an end.
  var frames: Range<Int> {
    let end = extent.to.map { $0.frames(sampleRate: sampleRate) } ?? totalFrames
    return extent.from.frames(sampleRate: sampleRate)..<end
  }

  /// The frames of the whole; Int.max without an end.
  var totalFrames: Int { extent.duration.map { $0.frames(sampleRate: sampleRate) } ?? .max }

  /// The bytes of a sample of every channel.
  public var bytesPerFrame: Int { channels * format.bytesPerSample }
}

extension ChannelLayout {
  /// Its name in options: mono and stereo are 1 and 2.
  package var optionName: String { self == .mono || self == .stereo ? "\(channels)" : rawValue }
}
