public import RainAudio
public import RainDSP

/// Everything that determines the bytes of one rendering.
///
/// The rain is described by ``/RainDSP/Rain/parameters``, all the rest by this type.
public struct RenderJob: Sendable, Hashable {
  /// The settings of the rain, and how they move.
  public var writtenCourse: WrittenCourse
  /// The name of the preset that the rain comes from. Files store it; the samples do not depend on it.
  public var presetName: String?
  /// The name of the preset, or that of steady rain, which holds without one.
  package var title: String { presetName ?? Preset.standardName }
  /// Selects one of 2⁶⁴ renderings of the same rain.
  public var seed: UInt64 = 1
  /// Frames a second, 8,000 ... 192,000.
  public var sampleRate = 44_100
  /// 1 for mono, 2 for stereo.
  public var channels = 2
  /// How a sample is written.
  public var format = SampleFormat.s16
  /// Whether 16 and 24 bits get dither: triangular noise of ±1 step, from the seed.
  public var isDithered = true
  /// The part that is rendered, and the length, loop and fades of the whole.
  public var excerpt: Excerpt

  /// The whole of a rendering of that length; nil for endless rain.
  public init(_ rain: Rain = Rain(), duration: Duration?) {
    self.init(WrittenCourse(rain), duration: duration)
  }

  /// All of a rendering of rain whose settings may move; nil for one without an end.
  public init(_ course: WrittenCourse, duration: Duration?) {
    writtenCourse = course
    excerpt = Excerpt(duration: duration)
  }

  /// The whole of a rendering of a preset; nil for endless rain. ``Preset/duration`` has the length that the
  /// preset is made for.
  public init(_ preset: Preset, duration: Duration?) {
    self.init(duration: duration)
    take(preset) { _ in true }
  }

  /// Takes rain, name and options of a preset, those options whose names are wanted.
  package mutating func take(_ preset: Preset, options isWanted: (String) -> Bool) {
    (writtenCourse, presetName) = (preset.course, preset.name)
    for option in RenderJob.options where isWanted(option.name) {
      guard let scalar = preset.options[option.name] else { continue }
      do {
        try option.set(&self, to: scalar)
      } catch {
        preconditionFailure("the preset was checked: \(error)")
      }
    }
    if let first = preset.course.seeds.first, isWanted("seed") {
      seed = first.seed
    } else {
      writtenCourse.seeds = []
    }
  }

  /// Where a rendering has which seed: the first frame of each, in order.
  package var seedFrames: [(frame: Int, seed: UInt64)] {
    [(0, seed)]
      + writtenCourse.seeds.dropFirst().map {
        ($0.time.frames(sampleRate: sampleRate), $0.seed)
      }
  }

  /// The settings that rest; of those that move, the first value.
  public var rain: Rain {
    get { writtenCourse.rain }
    set { writtenCourse.rain = newValue }
  }

  /// The course of the settings in a rendering of this length.
  ///
  /// - Throws: The first key of a curve that it cannot have.
  public var course: RainCourse {
    get throws(InvalidJob) {
      do {
        return try writtenCourse.course(lasting: seconds)
      } catch {
        throw .course(error)
      }
    }
  }

  /// The length of the whole in s, in whole frames; nil without an end.
  var seconds: Double? {
    excerpt.duration.map { Double($0.frames(sampleRate: sampleRate)) / Double(sampleRate) }
  }

  /// The frames to render, counted from the beginning of the rain; up to Int.max without an end.
  public var frames: Range<Int> {
    let end = excerpt.to.map { $0.frames(sampleRate: sampleRate) } ?? totalFrames
    return excerpt.from.frames(sampleRate: sampleRate)..<end
  }

  /// The length of the frames to render, in s.
  package var renderedSeconds: Double { Double(frames.count) / Double(sampleRate) }

  /// The frames of the whole; Int.max without an end.
  public var totalFrames: Int {
    excerpt.duration.map { $0.frames(sampleRate: sampleRate) } ?? .max
  }

  /// Whether the rendering has no end.
  public var isEndless: Bool { frames.upperBound == .max }

  /// The bytes of a sample of every channel.
  public var bytesPerFrame: Int { channels * format.bytesPerSample }

  package var fades: Fades {
    Fades(
      inFrames: excerpt.fadeIn.frames(sampleRate: sampleRate),
      outFrames: excerpt.fadeOut.frames(sampleRate: sampleRate))
  }

  /// Rain that is silent at all times gets no dither: the result is digital silence.
  package var encoder: PCMEncoder {
    PCMEncoder(
      format: format, channels: channels,
      dither: isDithered && !(rain.isSilent && writtenCourse.curves.isEmpty)
        ? Source.dither.key(seed: seed) : nil)
  }
}
