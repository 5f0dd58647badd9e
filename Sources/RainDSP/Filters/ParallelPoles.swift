/// A filter with several real poles side by side, over whole tiles, RMS 1 for white noise of RMS 1:
///
///     sₖ[n] = residueₖ · x[n] + poleₖ · sₖ[n-1],   y[n] = direct · x[n] + Σ sₖ[n]
///
/// The partial fractions of a product of poles and zeros. Side by side the poles do not wait for
/// one another, and a tile passes once: every lane is filtered from silence, and then what the
/// lane before it leaves, which decays by itself, is added.
struct ParallelPoles: ~Copyable {
  /// From the slowest to the fastest; beyond the last there are zeros.
  private var poles = InlineArray<4, Float>(repeating: 0)
  private var residues = InlineArray<4, Float>(repeating: 0)
  private let direct: Float
  private let count: Int
  /// The rows that a state outlasts, and what a lane and a tile leave of it.
  private var reach = InlineArray<4, Int>(repeating: 0)
  private var laneDecay = InlineArray<4, Float>(repeating: 0)
  private var tileDecay = SIMD8<Float>.zero
  private var past: FilterMemory

  /// - Parameters:
  ///   - poles: three or four different ones, from the slowest to the fastest, within 0 .. 1.
  ///   - zeros: as many.
  init(poles: [Double], zeros: [Double]) {
    precondition((3...4).contains(poles.count) && zeros.count == poles.count, "three or four poles")
    count = poles.count
    // The powers belong to the poles as they are used, rounded to Float.
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
    past = FilterMemory(memoryFrames: FilterMemory.memoryFrames(decay: poles[0]))
    for (k, pole) in poles.enumerated() {
      let memory = FilterMemory.memoryFrames(decay: pole)
      self.poles[k] = Float(pole)
      self.residues[k] = Float(scale * residues[k])
      reach[k] = min(memory, Tile.rows)
      laneDecay[k] = memory < Tile.rows ? 0 : Float(Elementary.squared(pole, times: 8))
      tileDecay[k] = memory < Tile.frames ? 0 : Float(Elementary.squared(pole, times: 12))
    }
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { past.tiles }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    // The compiler unrolls loops over a number of poles that it knows.
    var states =
      count == 3
      ? fromSilence(&tile, Self.first(of: poles) as InlineArray<3, Float>)
      : fromSilence(&tile, poles)
    enter(&states)
    // The others have died away after two hundred rows or so.
    for half in 0..<2 {
      var a = Self.half(half, of: states[0])
      var b = Self.half(half, of: states[1])
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

  /// Filters each lane from silence; gives the states in which they end.
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

  /// Replaces what each lane leaves when it starts from silence by what enters each lane.
  private mutating func enter(_ states: inout InlineArray<4, SIMD16<Float>>) {
    // A closure that took `self` along would retain it.
    let decay = tileDecay
    let entering = past.state { $0 * decay }
    var end = SIMD8<Float>.zero
    for k in 0..<count {
      let ends = states[k]
      var state = entering[k]
      var fromSilence: Float = 0
      for lane in 0..<16 {
        states[k][lane] = state
        state = ends[lane] + laneDecay[k] * state
        fromSilence = ends[lane] + laneDecay[k] * fromSilence
      }
      end[k] = fromSilence
    }
    past.append(end)
  }

  @inline(__always)
  private static func first<let n: Int>(
    of numbers: InlineArray<4, Float>
  ) -> InlineArray<n, Float> {
    var first = InlineArray<n, Float>(repeating: 0)
    for k in 0..<n { first[k] = numbers[k] }
    return first
  }

  @inline(__always)
  private static func half(_ half: Int, of lanes: SIMD16<Float>) -> SIMD8<Float> {
    half == 0 ? lanes.lowHalf : lanes.highHalf
  }

  /// The power of the output for an input of power 1: the sum of the squared impulse response
  /// direct + Σ residue poleⁿ, which is (direct + Σ r)² + Σ Σ r r' p p' / (1 - p p').
  private static func power(_ poles: [Double], _ residues: [Double], _ direct: Double) -> Double {
    let start = residues.reduce(direct, +)
    var power = start * start
    for (r, p) in zip(residues, poles) {
      for (s, q) in zip(residues, poles) {
        power += r * s * p * q / (1 - p * q)
      }
    }
    return power
  }
}
