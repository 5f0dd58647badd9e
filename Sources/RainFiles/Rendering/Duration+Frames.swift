// In Int64, as an Int has 32 bits in WebAssembly.
extension Duration {
  /// The time of a frame, to the nanosecond. ``frames(sampleRate:)`` gives the frame again.
  package init(frame: Int, sampleRate: Int) {
    let rate = Int64(sampleRate)
    let (seconds, frames) = Int64(frame).quotientAndRemainder(dividingBy: rate)
    let nanoseconds = (frames * 1_000_000_000 + rate / 2) / rate
    self = .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  /// The number of frames nearest to this time, which is not negative; half a frame is rounded up.
  /// Fractions of a nanosecond are ignored. `Int.max` where it cannot count so many.
  package func frames(sampleRate: Int) -> Int {
    let (seconds, attoseconds) = components
    let (nanoseconds, rate) = (attoseconds / 1_000_000_000, Int64(sampleRate))
    return Int(clamping: seconds * rate + (nanoseconds * rate + 500_000_000) / 1_000_000_000)
  }
}
