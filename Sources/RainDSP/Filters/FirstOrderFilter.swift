/// A filter with one real pole and one real zero, over whole tiles:
///
///     s[n] = gain · x[n] + pole · s[n-1],   y[n] = s[n] - zero · s[n-1]
///
/// The sixteen lanes of a tile are filtered side by side. Stretch l takes over the state
///
///     s(l) = e(l-1) + pole²⁵⁶ · s(l-1)
///
/// where e(l) is what lane l leaves when it starts from silence; that depends on its last
/// few frames only and is computed first. From tile to tile the state goes through
/// ``FilterMemory``.
struct FirstOrderFilter: ~Copyable {
  private let pole: Float
  private let zero: Float
  private let gain: Float
  private let laneDecay: Float
  private let tileDecay: Float
  /// The first row of a lane that its end remembers.
  private let rememberedRow: Int
  private var past: FilterMemory

  /// - Parameters:
  ///   - pole: the pole, within -1 .. 1.
  ///   - zero: the zero.
  ///   - gain: the factor of the input.
  init(pole: Double, zero: Double = 0, gain: Double) {
    self.pole = Float(pole)
    self.zero = Float(zero)
    self.gain = Float(gain)
    // The powers belong to the pole as it is used, rounded to Float.
    let used = Double(self.pole)
    let memory = FilterMemory.memoryFrames(decay: used.magnitude)
    rememberedRow = max(0, Tile.rows - memory)
    // 256 and 4,096 are powers of two: square eight times, then four times more.
    laneDecay = memory < Tile.rows ? 0 : Float(Elementary.squared(used, times: 8))
    tileDecay = memory < Tile.frames ? 0 : Float(Elementary.squared(used, times: 12))
    past = FilterMemory(memoryFrames: memory)
  }

  /// A low-pass with its -3 dB point near `frequency`, gain 1 at 0 Hz:
  /// the pole e^(-2π · frequency / sampleRate) of the analogue filter.
  init(lowPass frequency: Double, sampleRate: Int) {
    let pole = Elementary.exp(-2 * .pi * frequency / Double(sampleRate))
    self.init(pole: pole, gain: 1 - Double(Float(pole)))
  }

  /// A shelf, the factor `low` at 0 Hz and 1 at half the sample rate: the bilinear transform of
  /// (s + low · frequency)/(s + frequency). With a `low` of 0, a high-pass with its -3 dB point there.
  init(shelf frequency: Double, low: Double = 0, sampleRate: Int) {
    let turns = min(frequency / Double(sampleRate), 0.45) / 2
    let k = Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
    self.init(
      pole: (1 - k) / (1 + k), zero: (1 - low * k) / (1 + low * k), gain: (1 + low * k) / (1 + k))
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { past.tiles }

  /// Forgets what was heard.
  mutating func clear() {
    past.clear()
  }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    var s = SIMD16<Float>.zero
    for row in rememberedRow..<Tile.rows {
      s = tile[row] * gain + s * pole
    }
    s = enter(s)
    // Two rows at a time: s[n] and s[n+1] both follow s[n-1], and neither waits for the other.
    let pole2 = pole * pole
    if zero == 0 {
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        let x = tile[row] * gain
        let first = x + s * pole
        s = (tile[row &+ 1] * gain + x * pole) + s * pole2
        tile[row] = first
        tile[row &+ 1] = s
      }
    } else {
      for row in stride(from: 0, to: Tile.rows, by: 2) {
        let x = tile[row] * gain
        let first = x + s * pole
        let second = (tile[row &+ 1] * gain + x * pole) + s * pole2
        tile[row] = first - s * zero
        tile[row &+ 1] = second - first * zero
        s = second
      }
    }
  }

  /// The states that enter the lanes, from what each leaves when it starts from silence.
  private mutating func enter(_ ends: SIMD16<Float>) -> SIMD16<Float> {
    var entering = SIMD16<Float>.zero
    // A closure that took `self` along would retain it.
    let decay = tileDecay
    var state = past.state { $0 * decay }[0]
    var fromSilence: Float = 0
    for lane in 0..<16 {
      entering[lane] = state
      state = ends[lane] + laneDecay * state
      fromSilence = ends[lane] + laneDecay * fromSilence
    }
    past.append(SIMD8(fromSilence, 0, 0, 0, 0, 0, 0, 0))
    return entering
  }
}
