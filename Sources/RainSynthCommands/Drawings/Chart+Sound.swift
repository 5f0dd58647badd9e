package import RainAudio
internal import Text

extension Chart {
  /// The decibels from the loudest color, or the most dots, down to none.
  private static let fieldDecibels = 60.0
  /// Below, in dBFS, all is silence.
  private static let silence = -200.0

  /// A sound: its waveform, and its spectrogram.
  package init(_ sound: Spectrogram, title: String, settings: String = "") {
    let levels = sound.powers.map { column in
      column.map { max(Self.silence, Levels.decibels($0.squareRoot()) ?? Self.silence) }
    }
    let loudest = levels.joined().max() ?? Self.silence
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
          heading: "amplitude", axis: .amplitude(peak: peak), values: ends, color: .blue,
          isFilled: false)
      ],
      field: field)
  }
}
