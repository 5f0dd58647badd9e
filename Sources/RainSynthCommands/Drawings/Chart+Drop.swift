extension Chart {
  /// One drop: the waveform of each channel on one scale, since their difference shows where the drop falls, and its
  /// parts.
  ///
  /// The samples are finite amplitudes from its onset on, the channels of a frame side by side. Impact, delay and
  /// bubble follow each other; splash and modes begin with the drop and sound at the same time. A part without
  /// frames, such as the delay of a drop that has none, is left out. The axis ends at `scale`, or at the peak if that
  /// is nil. The texts may hold anything.
  package init(
    drop samples: [Float], channels: Int, sampleRate: Int, impact: Range<Int>, delay: Range<Int>,
    bubble: Range<Int>?, splash: Range<Int> = 0..<0, modes: Range<Int> = 0..<0, title: String,
    settings: String = "", facts: [(String, String)], scale: Double? = nil, below: [Chart] = []
  ) {
    precondition(channels == 1 || channels == 2, "a drop is mono or stereo")
    precondition(sampleRate > 0, "a sample rate is above 0")
    precondition(samples.count.isMultiple(of: channels), "a frame has a sample for each channel")
    let frames = samples.count / channels
    func milliseconds(_ frames: Int) -> Double { Double(frames) * 1000 / Double(sampleRate) }
    func length(_ frames: Int) -> String { "\(FixedPoint.brief(milliseconds(frames))) ms" }
    func parts(_ parts: [(name: String, steps: Range<Int>, color: Color)]) -> [Part] {
      parts.filter { !$0.steps.isEmpty }.map { name, steps, color in
        Part(name: name, length: length(steps.count), steps: steps, color: color)
      }
    }
    // The delay begins where the blow has faded away.
    let fading = delay.isEmpty ? 0..<0 : impact.upperBound..<delay.lowerBound
    let following = parts([
      ("impact", impact, .orange), ("fading", fading, .orange), ("delay", delay, .gray),
      ("bubble", bubble ?? 0..<0, .blue),
    ])
    let besides = parts([("splash", splash, .ochre), ("modes", modes, .violet)])
    precondition(
      (following + besides).allSatisfy { $0.steps.upperBound <= frames },
      "a part lies within the drop")
    let loudest = samples.reduce(0) { max($0, $1.magnitude) }
    let findings =
      [(following + besides).map(\.label).joined(separator: ", ")].filter { !$0.isEmpty }
      + [loudest == 0 ? "silence" : "peak amplitude \(loudest)"] + facts.map { "\($0) \($1)" }
      + (settings.isEmpty ? [] : ["with \(settings)"])
    self.init(
      title: title, settings: settings, facts: facts,
      summary: "The waveform of one drop, \(length(frames)): \(findings.joined(separator: "; ")).",
      time: TimeAxis(length: milliseconds(max(frames, 1)), .milliseconds),
      panels: Recording.planes(samples, channels).enumerated().map { channel, plane in
        Panel(
          side: channels == 1 ? "" : channel == 0 ? "left" : "right",
          axis: .amplitude(peak: scale ?? Double(loudest)),
          // Behind the drop is silence.
          values: (plane.isEmpty ? [0] : plane.map(Double.init)) + [0], color: .ink, isFilled: false
        )
      }, parts: following, besides: besides, below: below)
  }

  /// The law of sizes of a rain: how many drops of each diameter fall on the ground, and one of them.
  package init(lawOf rain: Rain, drop diameter: Double) {
    let (millimeters, perMillimeter) = (6, 20)
    var law = GroundDrops(RainAutomation(rain)).histogram(
      bins: millimeters * perMillimeter, of: 1 / Double(perMillimeter))
    law = law.map { $0 * Double(perMillimeter) }
    let step = min(law.count - 1, Int(diameter * Double(perMillimeter)))
    let size = "\(FixedPoint.text(diameter, decimals: 2)) mm"
    let rainfall = "\(FixedPoint.brief(rain[.rainfall])) mm/h"
    self.init(
      title: "Sizes of the drops at \(rainfall)",
      summary: "How many drops of each diameter fall at \(rainfall); this one has \(size).",
      time: TimeAxis(length: Double(millimeters), .millimeters),
      panels: [
        Panel(
          heading: "drops on a m², a second and mm of diameter, at \(rainfall)",
          axis: .numbers(law), values: law + [0], color: .blue, isFilled: true)
      ],
      parts: [Part(name: "this drop", length: size, steps: step..<step + 1, color: .orange)])
  }

  /// The decibels from the loudest color, or the most dots, down to none.
  private static let fieldDecibels = 60.0
  /// Below, in dBFS, all is silence.
  private static let silence = -200.0

  /// A sound: its waveform and its spectrogram, on the scales that are given, or on its own.
  package init(
    _ sound: Spectrogram, title: String, settings: String = "", loudest power: Double? = nil,
    peak highest: Double? = nil, below: [Chart] = []
  ) {
    let levels = sound.powers.map { column in
      column.map { max(Self.silence, Levels.decibels($0.squareRoot()) ?? Self.silence) }
    }
    let loudest =
      power.flatMap { Levels.decibels($0.squareRoot()) } ?? levels.joined().max() ?? Self.silence
    let top = loudest > Self.silence ? (loudest / 10).rounded(.up) * 10 : 0
    let bottom = top - Self.fieldDecibels
    let band = FixedPoint.text(sound.bandwidth, decimals: 0)
    let field = Field(
      heading: "frequency, Hz", axis: .frequencies(sound.frequencies),
      scale: (
        FixedPoint.text(bottom, decimals: 0),
        "\(FixedPoint.text(top, decimals: 0)) dBFS in \(band) Hz"
      ),
      shares: levels.map { $0.map { min(max(($0 - bottom) / Self.fieldDecibels, 0), 1) } })
    let ends = sound.extremes.flatMap { [Double($0.low), Double($0.high)] }
    let peak = ends.reduce(0) { max($0, $1.magnitude) }
    let seconds = Double(sound.frames) / Double(sound.format.sampleRate)
    self.init(
      title: title, settings: settings,
      summary: "The waveform and the spectrogram of \(FixedPoint.trimmed(seconds, decimals: 3)) s. "
        + "The highest sample has \(FixedPoint.brief(peak)) of full scale.",
      time: seconds < 1
        ? TimeAxis(length: 1000 * seconds, .milliseconds) : TimeAxis(length: seconds, .clock),
      panels: [
        Panel(
          heading: "amplitude", axis: .amplitude(peak: highest ?? peak), values: ends, color: .blue,
          isFilled: false)
      ],
      field: field, below: below)
  }
}
