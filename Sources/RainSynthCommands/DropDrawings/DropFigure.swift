internal import Text

/// One drop as it is drawn: its samples from its onset on, and what is known about it.
package struct DropFigure: Sendable {
  /// Finite amplitudes, the channels of a frame side by side.
  package let samples: [Float]
  package let channels: Int
  /// Frames per second.
  package let sampleRate: Int
  /// The parts that follow one another, in order; parts without frames are left out.
  package let parts: [Part]
  /// The parts that sound at the same time as these, from the onset on.
  package let besides: [Part]
  package let title: String
  /// The settings that were changed, as flags; may be empty.
  package let settings: String
  /// Other facts: ("diameter", "2.1 mm").
  package let facts: [(name: String, reading: String)]
  /// The amplitude at which the axis ends.
  package let scale: Double

  /// A part of the drop in time.
  package struct Part: Sendable {
    package enum Kind: String, Sendable {
      case impact
      /// From impact to bubble; the splash and the modes of the surface sound on.
      case delay
      case bubble
      case splash
      /// The surface rings.
      case modes
    }

    package let kind: Kind
    package let frames: Range<Int>
  }

  /// Impact, delay and bubble follow each other; splash and modes begin with the drop. A part without
  /// frames, such as the delay of a drop that has none, is left out of the drawings. The axis ends at
  /// `scale`, or at the peak if that is nil. The texts may hold anything.
  package init(
    samples: [Float], channels: Int, sampleRate: Int, impact: Range<Int>, delay: Range<Int>,
    bubble: Range<Int>?, splash: Range<Int> = 0..<0, modes: Range<Int> = 0..<0, title: String,
    settings: String = "", facts: [(String, String)], scale: Double? = nil
  ) {
    precondition(channels == 1 || channels == 2, "a drop is mono or stereo")
    precondition(sampleRate > 0, "a sample rate is above 0")
    precondition(samples.count.isMultiple(of: channels), "a frame has a sample for each channel")
    precondition(samples.allSatisfy(\.isFinite), "an amplitude is finite")
    self.samples = samples
    self.channels = channels
    self.sampleRate = sampleRate
    self.title = PlainText.line(title, limit: 200)
    self.settings = PlainText.line(settings, limit: 1000)
    self.scale = scale ?? Double(samples.reduce(0) { max($0, $1.magnitude) })
    // One fact fits into a line of the narrowest drawing.
    self.facts = facts.map {
      (
        TextWidth.cut(PlainText.line($0, limit: 100), columns: 25),
        TextWidth.cut(PlainText.line($1, limit: 100), columns: 50)
      )
    }

    parts = [
      Part(kind: .impact, frames: impact), Part(kind: .delay, frames: delay),
      Part(kind: .bubble, frames: bubble ?? 0..<0),
    ].filter { !$0.frames.isEmpty }
    besides = [Part(kind: .splash, frames: splash), Part(kind: .modes, frames: modes)]
      .filter { !$0.frames.isEmpty }
    var end = 0
    for part in parts {
      precondition(part.frames.lowerBound >= end, "the parts of a drop follow each other")
      end = part.frames.upperBound
    }
    precondition(
      (parts + besides).allSatisfy { $0.frames.upperBound <= samples.count / channels },
      "a part lies within the drop")
  }

  package var frames: Int { samples.count / channels }

  /// The frames of the time axis: those of the drop, and at least one.
  package var span: Int { max(frames, 1) }

  /// The length of so many frames.
  package func milliseconds(_ frames: Int) -> Double {
    Double(frames) * 1000 / Double(sampleRate)
  }

  /// The name of a part and its length.
  package func label(_ part: Part) -> String {
    "\(part.kind.rawValue) \(FixedPoint.brief(milliseconds(part.frames.count))) ms"
  }

  package func channelName(_ channel: Int) -> String {
    channels == 1 ? "" : channel == 0 ? "left" : "right"
  }

  /// The greatest magnitude of any sample.
  package var peak: Double {
    Double(samples.reduce(0) { max($0, $1.magnitude) })
  }

  /// The amplitude of a frame; behind the drop is silence.
  package func amplitude(_ frame: Int, _ channel: Int) -> Double {
    frame < frames ? Double(samples[frame * channels + channel]) : 0
  }

  /// The lowest and the highest amplitude of each of `count` columns of equal time. Straight lines join
  /// the samples, so that a wide column shows every sample, and a narrow one has an amplitude.
  package func envelope(_ channel: Int, columns count: Int) -> [ClosedRange<Double>] {
    (0..<count).map { column in
      let start = Double(column * span) / Double(count)
      let end = Double((column + 1) * span) / Double(count)
      let edges = (joined(start, channel), joined(end, channel))
      var low = min(edges.0, edges.1)
      var high = max(edges.0, edges.1)
      for frame in (column * span + count - 1) / count..<((column + 1) * span + count - 1) / count {
        low = min(low, amplitude(frame, channel))
        high = max(high, amplitude(frame, channel))
      }
      return low...high
    }
  }

  /// The amplitude at a time, in frames, between two samples.
  private func joined(_ time: Double, _ channel: Int) -> Double {
    let frame = Int(time)
    let fraction = time - Double(frame)
    return amplitude(frame, channel) * (1 - fraction) + amplitude(frame + 1, channel) * fraction
  }
}
