/// The way from a rate that the engine has to that of a host. Above 192 kHz the engine makes every
/// second or fourth frame, below 8 kHz 2, 4 or 8 for each; where the rate of the host is no whole
/// number, it is at the nearest one.
///
///     y(n) = Σ h(n · down/up - k) · x(k)
///
/// h is a sinc that ends at 0.45 of the lower rate, in a Blackman window of 16 of its frames to
/// either side. It reads ahead, so nothing is late.
@safe struct HostRate: ~Copyable {
  /// In Hz.
  static let range = 1_000.0...768_000
  /// The frames of a run.
  private static let run = 128

  let engine: Int
  private let up, down, channels: Int
  /// The frames of the engine to either side that a frame needs.
  private let reach: Int
  /// Of each of the `up` frames between two of the engine.
  private let weights: UnsafeMutablePointer<Float>
  /// Frames of the engine, all channels of a frame side by side.
  private let window: UnsafeMutablePointer<Float>
  private var held = 0..<0

  init(_ rate: Double, channels: Int) {
    self.channels = channels
    up = rate > 384_000 ? 4 : rate > 192_000 ? 2 : 1
    down = rate < 2_000 ? 8 : rate < 4_000 ? 4 : rate < 8_000 ? 2 : 1
    engine = Int((rate * Double(down) / Double(up) + 0.5).rounded(.down))
    reach = 16 * down
    unsafe window = .allocate(capacity: (2 * reach + Self.run * down) * channels)
    unsafe weights = .allocate(capacity: 2 * reach * up)
    for phase in 0..<up {
      let numbers = (0..<2 * reach).map { index in
        let x = Double(phase) / Double(up) + Double(reach - 1 - index)
        let (turns, share) = (0.45 * x / Double(down), x / Double(2 * reach))
        let blackman =
          0.42 + 0.5 * Elementary.cosine(turns: share) + 0.08 * Elementary.cosine(turns: 2 * share)
        return blackman * (x == 0 ? 1 : Elementary.sine(turns: turns) / (2 * .pi * turns))
      }
      let sum = numbers.reduce(0, +)
      for (index, number) in numbers.enumerated() {
        unsafe weights[phase * 2 * reach + index] = Float(number / sum)
      }
    }
  }

  deinit {
    unsafe window.deallocate()
    unsafe weights.deallocate()
  }

  /// Whether the engine has the rate.
  var isOfEngine: Bool { up == down }

  /// Renders frames from a frame on, all of one channel and then all of the next. `engine` fills
  /// memory with frames of the engine from a frame on; `isNew`: it has other ones than before.
  mutating func render(
    _ count: Int, at clock: Int, into block: UnsafeMutablePointer<Float>, isNew: Bool,
    _ engine: (_ first: Int, _ frames: inout MutableSpan<Float>) -> Void
  ) {
    if isNew { held = 0..<0 }
    var done = 0
    while done < count {
      let first = clock + done
      let last = min(count - done, Self.run) - 1 + first
      load(first * down / up - reach + 1..<last * down / up + reach + 1, engine)
      for frame in first...last {
        let start = frame * down / up - reach + 1 - held.lowerBound
        let phase = frame * down % up * 2 * reach
        for channel in 0..<channels {
          var sum: Float = 0
          for index in 0..<2 * reach {
            unsafe sum += weights[phase + index] * window[(start + index) * channels + channel]
          }
          unsafe block[channel * count + frame - clock] = sum
        }
      }
      done += last - first + 1
    }
  }

  /// Lets the window hold some frames of the engine; before frame 0 they are silent.
  private mutating func load(
    _ frames: Range<Int>, _ engine: (_ first: Int, _ frames: inout MutableSpan<Float>) -> Void
  ) {
    let kept = held.contains(frames.lowerBound) ? held.upperBound - frames.lowerBound : 0
    let before = (held.count - kept) * channels
    unsafe window.update(from: window + before, count: kept * channels)
    let silent = max(0, -frames.lowerBound - kept)
    unsafe (window + kept * channels).update(repeating: 0, count: silent * channels)
    held = frames
    let first = kept + silent
    if first == frames.count { return }
    var rest = unsafe MutableSpan(
      _unsafeStart: window + first * channels, count: (frames.count - first) * channels)
    engine(frames.lowerBound + first, &rest)
  }
}
