/// The power of a sound over time and frequency, and its lowest and highest samples: what a picture of it shows,
/// however long it is.
///
/// A column is the mean of some short-time Fourier transforms with Hann windows of a twentieth of a second or so
/// (Allen & Rabiner 1977), a row a band of frequencies; all bands have the same ratio.
package struct Spectrogram {
  package static let columns = 211
  package static let rows = 64
  /// A column has at most so many windows. Of a long sound they lie apart, or a night would take minutes.
  private static let mostWindows = 8
  /// In Hz: rain has little below.
  private static let lowestFrequency = 50.0

  package let format: WaveFormat
  package let frames: Int
  /// From the lower end of the lowest row to the upper end of the highest, in Hz.
  package let frequencies: ClosedRange<Double>
  /// The power in each row, from the lowest, of each column so far: the mean of the channels, in a band of
  /// ``bandwidth``. A sine at full scale has 1.
  package private(set) var powers: [[Double]] = []
  /// The lowest and the highest sample of all channels in each of twice as many columns.
  package private(set) var extremes: [(low: Float, high: Float)]

  private let transform: FourierTransform
  private let window: [Double]
  private let windowsPerColumn: Int
  /// The sums of the powers of the windows of the current column, and their number.
  private var sums: [Double]
  private var summed = 0
  /// The samples of each channel that a window may still need, and the frame of the first of them.
  private var planes: [[Float]]
  private var firstFrame: Int
  private var framesSoFar = 0
  /// The column of the waveform in which the frame before lies, or ends.
  private var column = 0

  /// The spectrogram of a sound of so many frames, one or more.
  package init(_ format: WaveFormat, frames: Int) {
    precondition(frames > 0, "a picture shows a sound")
    (self.format, self.frames) = (format, frames)
    let highest = Double(format.sampleRate) / 2
    frequencies = min(Self.lowestFrequency, highest / 10)...highest
    var count = 256
    // No sound has a rate beyond a megahertz; a damaged file may say any.
    while 3 * count < min(format.sampleRate, 1_000_000) / 10 { count *= 2 }
    transform = FourierTransform(count: count)
    window = (0..<count).map {
      0.5 - 0.5 * Elementary.cosine(turns: (Double($0) + 0.5) / Double(count))
    }
    // Each half over the next, if there are so many.
    windowsPerColumn = min(max(1, 2 * frames / (Self.columns * count)), Self.mostWindows)
    sums = [Double](repeating: 0, count: count / 2 + 1)
    extremes = Array(repeating: (.infinity, -.infinity), count: 2 * Self.columns)
    firstFrame = -count / 2
    planes = Array(repeating: [Float](repeating: 0, count: count / 2), count: format.channels)
  }

  /// The equivalent noise bandwidth of the window, in Hz.
  package var bandwidth: Double { 1.5 * Double(format.sampleRate) / Double(transform.count) }

  /// Takes the next bytes, which are whole frames.
  package mutating func update(_ bytes: Span<UInt8>) {
    let channels = format.channels
    for frame in 0..<bytes.count / format.bytesPerFrame {
      let time = framesSoFar * extremes.count
      framesSoFar += 1
      while (column + 1) * frames <= time { column += 1 }
      var last = column
      while (last + 1) * frames < time + extremes.count { last += 1 }
      for channel in 0..<channels {
        let sample = format.sample(bytes, frame * channels + channel) ?? 0
        planes[channel].append(sample)
        for column in column...last {
          extremes[column].low = min(extremes[column].low, sample)
          extremes[column].high = max(extremes[column].high, sample)
        }
      }
    }
    addWindows()
  }

  package mutating func finish() {
    for channel in planes.indices {
      planes[channel] += repeatElement(0, count: frames + transform.count - framesSoFar)
    }
    addWindows()
  }

  /// Adds the windows whose samples are there, and forgets samples that no window needs any more.
  private mutating func addWindows() {
    while powers.count < Self.columns {
      let number = powers.count * windowsPerColumn + summed
      let share = (Double(number) + 0.5) / Double(Self.columns * windowsPerColumn)
      let start = Int(share * Double(frames)) - transform.count / 2
      let surplus = min(start - firstFrame, planes[0].count)
      for channel in planes.indices { planes[channel].removeFirst(surplus) }
      firstFrame += surplus
      if planes[0].count < transform.count { return }
      addWindow()
    }
  }

  /// Adds the window at the first samples. One transform has two channels: its real part and its imaginary one.
  private mutating func addWindow() {
    let count = transform.count
    for pair in stride(from: 0, to: planes.count, by: 2) {
      var real = (0..<count).map { Double(planes[pair][$0]) * window[$0] }
      var imaginary = [Double](repeating: 0, count: count)
      if pair + 1 < planes.count {
        imaginary = (0..<count).map { Double(planes[pair + 1][$0]) * window[$0] }
      }
      transform.transform(&real, &imaginary)
      for bin in sums.indices {
        let mirror = (count - bin) % count
        sums[bin] +=
          (real[bin] * real[bin] + imaginary[bin] * imaginary[bin] + real[mirror] * real[mirror]
            + imaginary[mirror] * imaginary[mirror]) / 2
      }
    }
    summed += 1
    guard summed == windowsPerColumn else { return }
    // The mean of the window is a half, and a sine has half of its amplitude at positive frequencies.
    let sine = Double(count) / 4
    let scale = 1 / (sine * sine * Double(summed * planes.count))
    powers.append(bands(of: sums).map { $0 * scale })
    for bin in sums.indices { sums[bin] = 0 }
    summed = 0
  }

  /// The mean of the bins of each row; between two bins, of both, as far as each is near.
  private func bands(of bins: [Double]) -> [Double] {
    let (low, high) = (frequencies.lowerBound, frequencies.upperBound)
    func binPosition(_ row: Double) -> Double {
      Elementary.between(low, high, share: row / Double(Self.rows)) / high * Double(bins.count - 1)
    }
    return (0..<Self.rows).map { row in
      let first = Int(binPosition(Double(row)).rounded(.up))
      let end = min(Int(binPosition(Double(row + 1)).rounded(.up)), bins.count)
      if first < end { return bins[first..<end].reduce(0, +) / Double(end - first) }
      let middle = binPosition(Double(row) + 0.5)
      let bin = min(Int(middle), bins.count - 2)
      return bins[bin] + (middle - Double(bin)) * (bins[bin + 1] - bins[bin])
    }
  }
}
