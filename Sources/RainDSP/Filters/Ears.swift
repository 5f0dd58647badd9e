/// The last part of a mix for two ears, ``ChannelLayout/binaural``: makes them of its six planes.
///
///     0, 2    what comes from a direction, at the left and at the right ear
///     1, 3    the same, but what a low-pass leaves of it is heard (``Head``)
///     4, 5    middle and side of what comes from everywhere: two independent noises
///
///     ears = (middle ± side)/√2,   |middle(f)|² = 1 + r(f),   |side(f)|² = 1 - r(f)
///     r(f) = (1 + n x²)/(1 + (d² - 2) x² + x⁴),   x = f/480 Hz
///
/// r is the correlation of the ears. In rain on the ground d = 1.34 and n = -0.98, below a roof
/// 1.41 and -0.62: fits to the series of the sphere, over drops whose power falls as 1/(r² + h²),
/// and over all directions above.
struct Ears: ~Copyable {
  private let sampleRate: Int
  private let lowPass: FirstOrderFilter.Coefficients
  private var lows: InlineArray<2, FirstOrderFilter>
  private var fields: InlineArray<2, StateVariableFilter>
  private var tile = LaneTile()

  /// How many tiles back a mix depends on its planes: within 11 ms the filters have fallen by 2⁻³⁰.
  static func memoryTiles(of layout: ChannelLayout) -> Int { layout == .binaural ? 1 : 0 }

  init(sampleRate: Int) {
    let lowPass = FirstOrderFilter.Coefficients(lowPass: Head.corner, sampleRate: sampleRate)
    let coefficients = Self.coefficients(height: 0, sampleRate: sampleRate)
    (self.sampleRate, self.lowPass) = (sampleRate, lowPass)
    lows = InlineArray { _ in FirstOrderFilter(slowest: lowPass) }
    fields = InlineArray { StateVariableFilter(slowest: coefficients[$0]) }
  }

  /// The filters of middle and side, where rain strikes at a height in m over the ears.
  private static func coefficients(
    height: Double, sampleRate: Int
  ) -> InlineArray<2, StateVariableFilter.Coefficients> {
    // From the ground, 0, to the ears and what lies above them.
    let rise = max(0, min(1, 1 - height / Surface.open.height))
    let (damping, slope) = (1.34 + 0.07 * rise, -0.98 + 0.36 * rise)
    let (width, root2) = (damping * damping - 2, 2.0.squareRoot())
    let corner = WarpedFrequency(480, sampleRate: sampleRate).tangent
    return InlineArray { field in
      // The square of a filter has (low - high x²)² + middle² x² above the line.
      let power = field == 0 ? width + slope + 2 * root2 : width - slope
      return .init(
        .init(
          corner: corner, damping: damping, high: 1 / root2, middle: (power / 2).squareRoot(),
          low: field == 0 ? 1 : 0))
    }
  }

  mutating func clear() {
    for ear in 0..<2 { lows[ear].clear() }
    for ear in 0..<2 { fields[ear].clear() }
  }

  /// Makes the ears of the next tile, which the automation has read: the planes 0 and 1. Through a
  /// door the filters step from tile to tile: a step in noise is noise.
  mutating func fill(_ planes: inout Planes, of automation: borrowing AutomationReader) {
    let coefficients = Self.coefficients(height: automation.end.height, sampleRate: sampleRate)
    for plane in 1..<6 where plane != 2 {
      tile.gather(planes.samples, from: planes.start(of: plane))
      if plane < 4 {
        lows[plane / 2].filter(&tile, by: lowPass)
      } else {
        fields[plane - 4].filter(&tile, by: coefficients[plane - 4])
      }
      tile.scatter(into: &planes.samples, from: planes.start(of: plane))
    }
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      @inline(__always)
      func x(_ plane: Int) -> SIMD8<Float> {
        planes.samples[eightFrom: planes.start(of: plane) &+ frame]
      }
      let (left, right, middle, side) = (x(0) + x(1), x(2) + x(3), x(4), x(5))
      planes.samples[eightFrom: frame] = left + (middle + side)
      planes.samples[eightFrom: planes.start(of: 1) &+ frame] = right + (middle - side)
    }
  }
}
