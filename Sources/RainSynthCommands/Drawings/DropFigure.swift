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
  private let besides: [Part]
  private let title: String
  /// The settings that were changed, as flags; may be empty.
  private let settings: String
  /// Other facts: ("diameter", "2.1 mm").
  private let facts: [(name: String, reading: String)]
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

      var color: Chart.Color {
        switch self {
        case .impact: .orange
        case .delay: .gray
        case .bubble: .blue
        case .splash: .ochre
        case .modes: .violet
        }
      }
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
    self.title = title
    self.settings = settings
    self.facts = facts
    self.scale = scale ?? Double(samples.reduce(0) { max($0, $1.magnitude) })

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

  /// The length of so many frames.
  func milliseconds(_ frames: Int) -> Double {
    Double(frames) * 1000 / Double(sampleRate)
  }

  // MARK: Chart

  /// The waveform of each channel on one scale, since their difference shows where the drop falls, and the parts.
  package var chart: Chart {
    Chart(
      title: title, settings: settings, facts: facts, summary: summary,
      time: TimeAxis(length: milliseconds(max(frames, 1)), .milliseconds),
      panels: (0..<channels).map { channel in
        let samples = stride(from: channel, to: samples.count, by: channels)
          .map { Double(self.samples[$0]) }
        return Chart.Panel(
          side: channels == 1 ? "" : channel == 0 ? "left" : "right",
          // Behind the drop is silence.
          axis: .amplitude(peak: scale), values: (samples.isEmpty ? [0] : samples) + [0],
          color: .ink, isFilled: false)
      }, parts: parts.map(drawn), besides: besides.map(drawn))
  }

  private func drawn(_ part: Part) -> Chart.Part {
    Chart.Part(label: label(part), steps: part.frames, color: part.kind.color)
  }

  /// The name of a part and its length.
  private func label(_ part: Part) -> String {
    "\(part.kind.rawValue) \(FixedPoint.brief(milliseconds(part.frames.count))) ms"
  }

  /// The picture in words.
  private var summary: String {
    let parts = (parts + besides).map(label).joined(separator: ", ")
    let length = "\(FixedPoint.brief(milliseconds(frames))) ms"
    let loudest = samples.reduce(0) { max($0, $1.magnitude) }
    let peak = loudest == 0 ? "silence" : "peak amplitude \(loudest)"
    let facts = facts.map { "; \($0.name) \($0.reading)" }.joined()
    let settings = settings.isEmpty ? "" : "; with \(settings)"
    return
      "The waveform of one drop, \(length): \(parts.isEmpty ? "" : parts + "; ")\(peak)\(facts)"
      + "\(settings)."
  }
}
