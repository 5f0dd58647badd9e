/// The discrete Fourier transform of complex numbers, a power of two of them (Cooley & Tukey 1965).
package struct FourierTransform: Sendable {
  package let count: Int
  /// e^(-πik/half) at half + k, for each power of two below count and each k below it.
  private let cosines: [Double]
  private let sines: [Double]
  /// The pairs of indices that are each other's bits reversed.
  private let swaps: [(Int, Int)]

  package init(count: Int) {
    precondition(count >= 2 && count & (count - 1) == 0, "a power of two")
    self.count = count
    let halves = Array(sequence(first: 1) { 2 * $0 }.prefix { $0 < count })
    let turns: [Double] =
      [0]
      + halves.flatMap { half in
        (0..<half).map { Double($0) / Double(2 * half) }
      }
    cosines = turns.map { Elementary.cosine(turns: $0) }
    sines = turns.map { -Elementary.sine(turns: $0) }
    var reversed = [0]
    for half in halves.reversed() { reversed += reversed.map { $0 + half } }
    swaps = reversed.enumerated().filter { $0 < $1 }.map { ($0, $1) }
  }

  /// Replaces x(n) by X(k) = Σ x(n) e^(-2πikn/count).
  package func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "one transform has one length")
    for (index, reversed) in swaps {
      real.swapAt(index, reversed)
      imaginary.swapAt(index, reversed)
    }
    // Checks of bounds would take half of the time.
    var x = real.mutableSpan
    var y = imaginary.mutableSpan
    let cosines = cosines.span
    let sines = sines.span
    var half = 1
    while half < count {
      for start in stride(from: 0, to: count, by: 2 * half) {
        for k in 0..<half {
          let (a, b, turn) = (start &+ k, start &+ k &+ half, half &+ k)
          let (c, s) = unsafe (cosines[unchecked: turn], sines[unchecked: turn])
          let (p, q) = unsafe (x[unchecked: b], y[unchecked: b])
          let (r, t) = unsafe (x[unchecked: a], y[unchecked: a])
          let (u, v) = (p * c - q * s, q * c + p * s)
          unsafe (x[unchecked: b], y[unchecked: b]) = (r - u, t - v)
          unsafe (x[unchecked: a], y[unchecked: a]) = (r + u, t + v)
        }
      }
      half *= 2
    }
  }
}
