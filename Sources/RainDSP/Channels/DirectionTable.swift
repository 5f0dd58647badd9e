/// How the planes of a bus hear some directions: a row of gains and delays for each.
struct DirectionTable: ~Copyable {
  private let layout: ChannelLayout
  private let sampleRate: Int
  /// The entries of a row.
  let planes: Int
  var gains: FixedArray<Float>
  /// In frames.
  var delays: FixedArray<Int>

  init(_ layout: ChannelLayout, rows: Int, sampleRate: Int) {
    self.layout = layout
    self.sampleRate = sampleRate
    planes = layout.planes
    gains = FixedArray(repeating: 0, count: rows * planes)
    delays = FixedArray(repeating: 0, count: rows * planes)
  }

  /// Sets a row to a direction, which is that of ``ChannelLayout/gains(azimuth:height:width:)``.
  mutating func set(
    _ row: Int, azimuth: Double, height: Double, width: Double, spacing: Double, level: Double = 1
  ) {
    let gains = layout.gains(azimuth: azimuth, height: height, width: width)
    for plane in 0..<planes { self.gains[row * planes + plane] = Float(level * gains[plane]) }
    if layout.isSurround { return }
    let delays = layout.delays(
      azimuth: azimuth, width: width, spacing: spacing, sampleRate: sampleRate)
    for plane in 0..<planes { self.delays[row * planes + plane] = delays[plane] }
  }

  /// The greatest delay of a row, which the caller has made sure is there: that of the channel that hears it last.
  @inline(__always)
  func lastDelay(_ row: Int) -> Int {
    planes == 2 ? max(delays[unchecked: 2 &* row], delays[unchecked: 2 &* row &+ 1]) : 0
  }
}
