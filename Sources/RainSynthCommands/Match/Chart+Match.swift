extension Chart {
  /// A recording, below it its match, and the third octaves of both.
  init(_ recording: Recording, _ match: Match, title: String) throws {
    let (channels, rate) = (recording.channels.count, recording.sampleRate)
    func spectrogram(_ samples: [Float]) -> Spectrogram {
      let format = WaveFormat(.f32, layout: channels == 1 ? .mono : .stereo, sampleRate: rate)
      var sound = Spectrogram(format, frames: samples.count / channels)
      let bytes = unsafe samples.withUnsafeBytes { unsafe Array($0) }
      sound.update(bytes.span)
      sound.finish()
      return sound
    }
    var samples = recording.interleaved
    let above = spectrogram(samples)
    var renderer = try RainRenderer(
      match.preset.rain, sampleRate: rate, channels: channels, startingAt: 2 * rate)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    let below = spectrogram(samples)
    let loudest = (above.powers + below.powers).joined().max() ?? 0
    let peak = (above.extremes + below.extremes).reduce(0) {
      max($0, Double(max(-$1.low, $1.high)))
    }
    let thirds = match.thirds
    let axis = ValueAxis.numbers(thirds.flatMap { [$0.recording, $0.rain] }, isLevel: true)
    func panel(_ heading: String, _ values: [Double], _ color: Color) -> Panel {
      Panel(heading: heading, axis: axis, values: values, color: color, isFilled: false)
    }
    var octaves = panel(
      "third octaves of the recording, dB beside their mean", thirds.map(\.recording), .blue)
    octaves.others = [panel("match", thirds.map(\.rain), .orange)]
    let color = Chart(
      title: "Color", summary: "The third octaves of \(title), and of its match.",
      time: TimeAxis(length: Double(thirds.count - 1) / 3, .frequencies(from: thirds[0].frequency)),
      panels: [octaves])
    self.init(
      above, title: title, loudest: loudest, peak: peak,
      below: [Chart(below, title: match.preset.summary, loudest: loudest, peak: peak), color])
  }
}
