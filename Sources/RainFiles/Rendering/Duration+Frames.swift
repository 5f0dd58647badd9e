extension Duration {
  /// The time of a frame, to the nanosecond. ``frames(sampleRate:)`` gives the frame again.
  package init(frame: Int, sampleRate: Int) {
    let (seconds, frames) = frame.quotientAndRemainder(dividingBy: sampleRate)
    let nanoseconds = (frames * 1_000_000_000 + sampleRate / 2) / sampleRate
    self = .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  /// The number of frames nearest to this time, which is not negative; half a frame is rounded up.
  /// Fractions of a nanosecond are ignored.
  package func frames(sampleRate: Int) -> Int {
    let (seconds, attoseconds) = components
    let nanoseconds = Int(attoseconds / 1_000_000_000)
    return Int(seconds) * sampleRate + (nanoseconds * sampleRate + 500_000_000) / 1_000_000_000
  }
}
