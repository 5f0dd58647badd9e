/// How the planes of a bus hear some directions: a row of gains and delays for each. The last gain is that of the
/// plane of scattered sound.
struct DirectionTable: ~Copyable {
  private let layout: ChannelLayout
  private let sampleRate: Int
  /// The entries of a row.
  let planes: Int
  var gains: FixedArray<Float>
  /// In frames.
  var delays: FixedArray<Int>
  /// At two ears: how many frames later left hears the row set last than right.
  private(set) var lag = 0.0
  private let mostDelay: Int

  init(_ layout: ChannelLayout, rows: Int, sampleRate: Int) {
    self.layout = layout
    self.sampleRate = sampleRate
    planes = layout.planes
    mostDelay = layout.mostDelay(spacing: 0, sampleRate: sampleRate)
    gains = FixedArray(repeating: 0, count: rows * planes)
    delays = FixedArray(repeating: 0, count: rows * planes)
  }

  /// Sets a row to a direction, which is that of ``ChannelLayout/gains(azimuth:height:width:)``.
  ///
  /// `level` is that of the sound, and `scattered` the share of its energy that reaches the plane of scattered sound, and
  /// not the channels.
  mutating func set(
    _ row: Int, azimuth: Double, height: Double, width: Double, spacing: Double, level: Double = 1,
    scattered: Double = 0
  ) {
    let gains = layout.gains(azimuth: azimuth, height: height, width: width)
    let straight = scattered > 0 ? level * (1 - scattered).squareRoot() : level
    let first = row * planes
    for channel in 0..<layout.mixPlanes {
      self.gains[first + channel] = Float(straight * gains[channel])
    }
    self.gains[first + layout.scatteredPlane] = Float(level * scattered.squareRoot())
    setDelays(row, azimuth: azimuth, height: height, width: width, spacing: spacing)
  }

  /// Sets the delays of a row alone: that of the channel that hears the sound first is 0, or
  /// ``Head/lead``. At two ears they are whole frames; ``DropBus/add(_:_:at:from:_:)`` has parts of
  /// them.
  mutating func setDelays(
    _ row: Int, azimuth: Double, height: Double = 0, width: Double, spacing: Double
  ) {
    if layout == .binaural {
      lag = Head.lag(Head.side(azimuth: azimuth, height: height), sampleRate: sampleRate)
      for plane in 0..<4 {
        delays[row * planes + plane] = Head.lead + Int(max(0, plane < 2 ? lag : -lag) + 0.5)
      }
    }
    if layout != .stereo { return }
    let lag = layout.lag(azimuth: azimuth, width: width, spacing: spacing, sampleRate: sampleRate)
    delays[row * planes] = max(0, lag)
    delays[row * planes + 1] = max(0, -lag)
  }

  /// The greatest delay of a row, which the caller has made sure is there: that of the channel that hears it last.
  @inline(__always)
  func lastDelay(_ row: Int) -> Int {
    layout == .stereo
      ? max(delays[unchecked: 3 &* row], delays[unchecked: 3 &* row &+ 1]) : mostDelay
  }
}
