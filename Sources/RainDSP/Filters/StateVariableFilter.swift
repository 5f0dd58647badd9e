/// A filter with two poles and two zeros, over whole tiles: a state-variable filter, by the trapezoidal rule (Zavalishin
/// 2012, The Art of VA Filter Design).
///
/// With s = i · tan(π · frequency / sampleRate) / corner,
///
///     H = (high · s² + middle · s + low)/(s² + damping · s + 1)
///
/// Its two states are the outputs of integrators. So single precision keeps its shape at 63 Hz and 192 kHz, where the
/// coefficients of a ``HighPass`` would be 6 % off.
struct StateVariableFilter: ~Copyable {
  private var memory: FilterMemory<MatrixDecay>

  /// The filter over frequency, without a sample.
  struct Response: BitwiseCopyable {
    let corner, damping: Double
    var high = 1.0
    let middle: Double
    var low = 1.0

    func power(at frequency: WarpedFrequency) -> Double {
      let x = frequency.tangent / corner
      let (above, below) = (low - high * x * x, 1 - x * x)
      let (across, loss) = (middle * x, damping * x)
      return (above * above + across * across) / (below * below + loss * loss)
    }
  }

  struct Coefficients: BitwiseCopyable {
    fileprivate let a1, a2, a3: Float
    fileprivate let direct, ofBand, ofLow: Float
    /// Rows before this one do not affect the state in which a lane ends.
    fileprivate let rememberedRow: Int
    fileprivate let carry: FilterCarry<MatrixDecay>
    /// The frames in which a state decays by 2⁻³⁰.
    let frames: Int
    /// How many tiles back an output depends on the input.
    var memoryTiles: Int { carry.tiles }

    init(_ response: Response) {
      let (g, k) = (response.corner, response.damping)
      let a1 = 1 / (1 + g * (g + k))
      (self.a1, a2, a3) = (Float(a1), Float(g * a1), Float(g * g * a1))
      direct = Float(response.high)
      ofBand = Float(response.middle - k * response.high)
      ofLow = Float(response.low - response.high)
      // The carry needs the coefficients as the filter uses them, rounded to Float.
      let (b1, b2, b3) = (Double(self.a1), Double(a2), Double(a3))
      let step = MatrixDecay(a: 2 * b1 - 1, b: -2 * b2, c: 2 * b2, d: 1 - 2 * b3)
      frames = PoleDecay.frames(pole: step.radius)
      rememberedRow = max(0, Tile.rows - frames)
      carry = FilterCarry(
        frames: frames, laneDecay: step.squared(times: Tile.rowDoublings),
        tileDecay: step.squared(times: Tile.frameDoublings))
    }
  }

  init(slowest: Coefficients?) { memory = FilterMemory(slowest: slowest?.carry) }

  mutating func clear() { memory.clear() }

  /// Filters the next tile in place, as ``FirstOrderFilter/filter(_:by:isKept:)``.
  mutating func filter(
    _ tile: inout LaneTile, by coefficients: Coefficients?, isKept: Bool = true
  ) {
    guard let coefficients else {
      if isKept { memory.append(.zero, nil) }
      return
    }
    var low = State()
    var high = State()
    for row in coefficients.rememberedRow..<Tile.rows {
      _ = low.advance(by: tile[row, half: 0], coefficients)
      _ = high.advance(by: tile[row, half: 1], coefficients)
    }
    var states: InlineArray<2, SIMD16<Float>> = [
      SIMD16(lowHalf: low.band, highHalf: high.band), SIMD16(lowHalf: low.low, highHalf: high.low),
    ]
    memory.carry(&states, by: coefficients.carry, isKept: isKept)
    low = State(band: states[0].lowHalf, low: states[1].lowHalf)
    high = State(band: states[0].highHalf, low: states[1].highHalf)
    // The two halves of a row are computed side by side, so that neither waits for its own results.
    for row in 0..<Tile.rows {
      tile[row, half: 0] = low.advance(by: tile[row, half: 0], coefficients)
      tile[row, half: 1] = high.advance(by: tile[row, half: 1], coefficients)
    }
  }

  /// The integrators of eight lanes.
  private struct State {
    var band = SIMD8<Float>.zero
    var low = SIMD8<Float>.zero

    /// Takes a row; returns the output.
    @inline(__always)
    mutating func advance(by x: SIMD8<Float>, _ c: Coefficients) -> SIMD8<Float> {
      let rest = x - low
      let newBand = band * c.a1 + rest * c.a2
      let newLow = low + (band * c.a2 + rest * c.a3)
      band = newBand + newBand - band
      low = newLow + newLow - low
      return x * c.direct + (newBand * c.ofBand + newLow * c.ofLow)
    }
  }
}

extension StateVariableFilter.Response {
  /// A bell: a level in dB at a frequency, and 0 dB far from it. The sharpness of one of 0 dB is
  /// `sharpness`.
  init(bell level: Double, at frequency: WarpedFrequency, sharpness: Double) {
    let root = Elementary.amplitude(decibels: level / 2)
    (corner, damping) = (frequency.tangent, 1 / (sharpness * root))
    middle = root / sharpness
  }

  /// A shelf: a level in dB above a frequency, half of it there, and 0 dB far below.
  init(shelf level: Double, above frequency: WarpedFrequency, sharpness: Double) {
    let root = Elementary.amplitude(decibels: level / 2)
    (corner, damping) = (frequency.tangent * root.squareRoot(), 1 / sharpness)
    (high, middle) = (root * root, root / sharpness)
  }
}

/// A frequency of a filter that the bilinear transform makes: of the analogue filter, its tangent.
struct WarpedFrequency: BitwiseCopyable {
  /// tan(π · frequency / sampleRate).
  let tangent: Double

  /// In Hz; above a share of the sample rate it counts as that.
  init(_ frequency: Double, sampleRate: Int, highest: Double = Bandwidth.highest) {
    let turns = min(frequency / Double(sampleRate), highest) / 2
    tangent = Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
  }
}
