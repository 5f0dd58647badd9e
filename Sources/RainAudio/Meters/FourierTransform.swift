/// The discrete Fourier transform of complex numbers, a power of two of them (Cooley & Tukey 1965).
package struct FourierTransform: Sendable {
  package let count: Int
  /// e^(-2πik/count) for k below count/2.
  private let cosines: [Double]
  private let sines: [Double]

  package init(count: Int) {
    precondition(count >= 2 && count & (count - 1) == 0, "a power of two")
    self.count = count
    let turns = (0..<count / 2).map { Double($0) / Double(count) }
    cosines = turns.map { Elementary.cosine(turns: $0) }
    sines = turns.map { -Elementary.sine(turns: $0) }
  }

  /// Replaces x(n) by X(k) = Σ x(n) e^(-2πikn/count).
  package func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "one transform has one length")
    // Numbers are swapped so that the indices of each pair are each other's bits reversed.
    var reversed = 0
    for index in 0..<count {
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
      var bit = count >> 1
      while bit > 0 && reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    // Plain pointers: checks of bounds would take half of the time.
    unsafe real.withUnsafeMutableBufferPointer { real in
      unsafe imaginary.withUnsafeMutableBufferPointer { imaginary in
        var half = 1
        while half < count {
          let step = count / (2 * half)
          for start in stride(from: 0, to: count, by: 2 * half) {
            for k in 0..<half {
              let (a, b) = (start &+ k, start &+ k &+ half)
              let (c, s) = (cosines[k &* step], sines[k &* step])
              let x = unsafe real[b] * c - imaginary[b] * s
              let y = unsafe imaginary[b] * c + real[b] * s
              unsafe (real[b], imaginary[b]) = (real[a] - x, imaginary[a] - y)
              unsafe real[a] += x
              unsafe imaginary[a] += y
            }
          }
          half *= 2
        }
      }
    }
  }
}
