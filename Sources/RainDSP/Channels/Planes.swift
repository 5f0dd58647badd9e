/// Frames of all channels in one allocation, one plane a channel:
///
///     |<------- frames ------->|gap|<------- frames ------->|gap|
///     |       channel 0        |   |       channel 1        |   | ...
///
/// Without the gaps, the same frame of all channels would lie at addresses a power of two apart, which share a set
/// in the cache: sixteen channels would drive each other out.
///
/// Loops over every sample take all planes as one.
struct Planes: ~Copyable {
  /// How many channels there are.
  let count: Int
  let frames: Int
  /// Frames from the beginning of a plane to that of the next: a line of the cache more, 64 bytes.
  private let spacing: Int
  /// All planes, one after the other.
  var samples: FixedArray<Float>

  /// Silence. `frames` is a whole number of groups of four, so that every plane begins at one.
  init(count: Int, frames: Int) {
    precondition(frames & 3 == 0, "every plane begins at a multiple of four frames")
    self.count = count
    self.frames = frames
    spacing = frames + 16
    samples = FixedArray(repeating: 0, count: count * spacing)
  }

  /// Where the plane of a channel begins.
  @inline(__always)
  func start(of channel: Int) -> Int { channel &* spacing }

  subscript(channel: Int, frame: Int) -> Float {
    @inline(__always) get { samples[start(of: channel) + frame] }
    @inline(__always) set { samples[start(of: channel) + frame] = newValue }
  }

  /// Silences all channels.
  mutating func clear() { samples.fill(0..<samples.count, with: 0) }

  /// Silences the frames of a range in all channels.
  mutating func clear(_ range: Range<Int>) {
    for channel in 0..<count {
      let start = start(of: channel)
      samples.fill(start + range.lowerBound..<start + range.upperBound, with: 0)
    }
  }

  /// Copies the frames of a range to those from `target` on, which may overlap them.
  mutating func move(_ range: Range<Int>, to target: Int) {
    for channel in 0..<count {
      let start = start(of: channel)
      samples.move(start + range.lowerBound..<start + range.upperBound, to: start + target)
    }
  }

  /// Adds all channels of others.
  mutating func add(_ other: borrowing Planes) {
    precondition(samples.count == other.samples.count, "planes of one size")
    for index in stride(from: 0, to: samples.count, by: 8) {
      samples.addUnchecked(other.samples.eightUnchecked(from: index), from: index)
    }
  }

  /// Multiplies all channels by a factor that goes in a line from that of `before`, at the first
  /// frame, to that of `after`, behind the last.
  mutating func scale(from before: SideGains, to after: SideGains) {
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    for channel in 0..<count {
      let first = before[channel]
      let slope = (after[channel] - first) / Float(frames)
      let start = start(of: channel)
      for frame in stride(from: 0, to: frames, by: 8) {
        samples[eightFrom: start + frame] *= (steps + Float(frame)) * slope + first
      }
    }
  }
}
