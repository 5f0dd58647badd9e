/// The picture of the typical drop on the screen of `live`, in mono.
package struct LiveDrop {
  private var scaleNumber = -1
  private var scale = 1.0
  private var span = 1

  package init() {}

  /// The picture of the drop. Its axes are those of the picture before as long as `scaleNumber` is; a louder or
  /// longer drop is cut off at them, so that a slider shows by how much.
  package mutating func chart(
    _ rain: Rain, sampleRate: Int, seed: UInt64, scaleNumber: Int
  ) -> Chart? {
    guard let recording = DropRecording(typicalOf: rain, sampleRate: sampleRate, seed: seed)
    else {
      return nil
    }
    if scaleNumber != self.scaleNumber {
      self.scaleNumber = scaleNumber
      scale = Double(recording.samples.reduce(0) { max($0, $1.magnitude) }) * 1.25
      // 40 dB below the peak, nothing is seen.
      let heard = recording.samples.lastIndex { Double($0.magnitude) > scale * 1e-2 } ?? 0
      span = max(heard * 5 / 4, sampleRate / 200)
    }
    let limits = 0..<span
    let samples = limits.map { $0 < recording.samples.count ? recording.samples[$0] : 0 }
    let timing = recording.timing
    func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: limits) }
    return Chart(
      drop: samples, channels: 1, sampleRate: sampleRate, impact: clamped(timing.impact),
      delay: clamped(timing.delay), bubble: clamped(timing.bubble), splash: clamped(timing.splash),
      modes: clamped(timing.modes), title: "", facts: [], scale: max(scale, 1e-6))
  }
}
