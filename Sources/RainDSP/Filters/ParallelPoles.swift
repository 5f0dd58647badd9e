/// A filter of two to four real poles in parallel, over whole tiles, RMS 1 for white noise of RMS 1:
///
///           ┌─ pole 0 ─┐
///           ├─ pole 1 ─┤
///     x ────┼─ pole 2 ─┼─ + ─ y       sₖ[n] = residueₖ · x[n] + poleₖ · sₖ[n-1]
///           ├─ pole 3 ─┤              y[n] = direct · x[n] + Σ sₖ[n]
///           └─ direct ─┘
///
/// These are the partial fractions of a product of poles and zeros. In parallel the poles do not wait
/// for one another, and all of them need one pass over the tile, which filters every lane from silence.
/// Then the state that enters each lane (``FilterMemory``) is added as it decays, pole by pole.
struct ParallelPoles: ~Copyable {
  /// From the slowest to the fastest; 0 beyond the last.
  private var poles = InlineArray<4, Float>(repeating: 0)
  private var residues = InlineArray<4, Float>(repeating: 0)
  private let direct: Float
  private let count: Int
  /// The rows in which a state of each pole decays by 2⁻³⁰.
  private var reach = InlineArray<4, Int>(repeating: 0)
  private let carry: FilterCarry<PoleDecay>
  private var memory: FilterMemory<PoleDecay>

  /// - Parameters:
  ///   - poles: two to four different ones, from the slowest to the fastest, within 0 .. 1.
  ///   - zeros: as many.
  init(poles: [Double], zeros: [Double]) {
    precondition((2...4).contains(poles.count) && zeros.count == poles.count, "two to four poles")
    count = poles.count
    // The carry needs the poles as the filter uses them, rounded to Float.
    let poles = poles.map { Double(Float($0)) }
    var direct = 1.0
    for (pole, zero) in zip(poles, zeros) { direct *= zero / pole }
    let residues = poles.map { pole in
      var residue = 1.0
      for zero in zeros { residue *= 1 - zero / pole }
      for other in poles where other != pole { residue /= 1 - other / pole }
      return residue
    }
    let scale = 1 / Self.power(poles, residues, direct).squareRoot()
    self.direct = Float(scale * direct)
    carry = FilterCarry(
      frames: PoleDecay.frames(pole: poles[0]),
      laneDecay: PoleDecay(poles, doublings: Tile.rowDoublings),
      tileDecay: PoleDecay(poles, doublings: Tile.frameDoublings))
    memory = FilterMemory(slowest: carry)
    for (k, pole) in poles.enumerated() {
      self.poles[k] = Float(pole)
      self.residues[k] = Float(scale * residues[k])
      reach[k] = min(PoleDecay.frames(pole: pole), Tile.rows)
    }
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { memory.mostTiles }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    // The compiler unrolls loops over a number of poles that it knows.
    var states =
      switch count {
      case 2: fromSilence(&tile, Self.first(of: poles) as InlineArray<2, Float>)
      case 3: fromSilence(&tile, Self.first(of: poles) as InlineArray<3, Float>)
      default: fromSilence(&tile, poles)
      }
    memory.carry(&states, by: carry)
    // The two slowest poles take all rows, the others some 200 rows or less.
    for half in 0..<2 {
      var a = states[0].half(half)
      var b = states[1].half(half)
      for row in 0..<Tile.rows {
        a *= poles[0]
        b *= poles[1]
        tile[row, half: half] += a + b
      }
    }
    for k in 2..<count {
      var state = states[k]
      for row in 0..<reach[k] {
        state *= poles[k]
        tile[row] += state
      }
    }
  }

  /// Filters each lane from silence; returns the states in which the lanes end.
  private func fromSilence<let n: Int>(
    _ tile: inout LaneTile, _ poles: InlineArray<n, Float>
  ) -> InlineArray<4, SIMD16<Float>> {
    let residues: InlineArray<n, Float> = Self.first(of: residues)
    var ends = InlineArray<4, SIMD16<Float>>(repeating: .zero)
    for half in 0..<2 {
      var states = InlineArray<n, SIMD8<Float>>(repeating: .zero)
      for row in 0..<Tile.rows {
        let x = tile[row, half: half]
        var y = x * direct
        for k in 0..<n {
          states[k] = x * residues[k] + states[k] * poles[k]
          y += states[k]
        }
        tile[row, half: half] = y
      }
      for k in 0..<n {
        if half == 0 { ends[k].lowHalf = states[k] } else { ends[k].highHalf = states[k] }
      }
    }
    return ends
  }

  @inline(__always)
  private static func first<let n: Int>(
    of numbers: InlineArray<4, Float>
  ) -> InlineArray<n, Float> {
    var first = InlineArray<n, Float>(repeating: 0)
    for k in 0..<n { first[k] = numbers[k] }
    return first
  }

  /// The power of the output for an input of power 1: the sum of the squared impulse response
  /// direct + Σ residue poleⁿ, which is (direct + Σ r)² + Σ Σ r r' p p' / (1 - p p').
  private static func power(_ poles: [Double], _ residues: [Double], _ direct: Double) -> Double {
    let start = residues.reduce(direct, +)
    var power = start * start
    for (r, p) in zip(residues, poles) {
      for (s, q) in zip(residues, poles) { power += r * s * p * q / (1 - p * q) }
    }
    return power
  }
}
