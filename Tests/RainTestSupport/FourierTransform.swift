/// The discrete Fourier transform of real samples, a power of two of them (Cooley & Tukey 1965).
package struct FourierTransform {
  package let count: Int
  private let cosines: [Double]
  private let sines: [Double]

  package init(count: Int) {
    precondition(count >= 2 && count & (count - 1) == 0, "a power of two")
    self.count = count
    let angles = (0..<count / 2).map { 2 * Double.pi * Double($0) / Double(count) }
    cosines = angles.map(CLibrary.cosine)
    sines = angles.map(CLibrary.sine)
  }

  /// |X(k)|² for k from 0 to count/2, where X(k) = Σ x(n) e^(-2πi k n/count).
  package func powers(of samples: [Double]) -> [Double] {
    precondition(samples.count == count, "one transform has one length")
    var real = samples
    var imaginary = [Double](repeating: 0, count: count)
    unsafe real.withUnsafeMutableBufferPointer { real in
      unsafe imaginary.withUnsafeMutableBufferPointer { imaginary in
        unsafe cosines.withUnsafeBufferPointer { cosines in
          unsafe sines.withUnsafeBufferPointer { sines in
            // Plain pointers are the only access that is quick without optimisation, too.
            if let real = real.baseAddress, let imaginary = imaginary.baseAddress,
              let cosines = cosines.baseAddress, let sines = sines.baseAddress
            {
              unsafe transform(real, imaginary, cosines, sines)
            }
          }
        }
      }
    }
    return zip(real, imaginary).prefix(count / 2 + 1).map { (re: Double, im: Double) in
      re * re + im * im
    }
  }

  private func transform(
    _ real: UnsafeMutablePointer<Double>, _ imaginary: UnsafeMutablePointer<Double>,
    _ cosines: UnsafePointer<Double>, _ sines: UnsafePointer<Double>
  ) {
    // Numbers change places so that each pair's indices are each other's bits reversed.
    var reversed = 0
    for index in 0..<count {
      if index < reversed {
        let swapped = unsafe real[index]
        unsafe real[index] = real[reversed]
        unsafe real[reversed] = swapped
      }
      var bit = count >> 1
      while bit > 0 && reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    var half = 1
    while half < count {
      let step = count / (2 * half)
      var start = 0
      while start < count {
        var k = 0
        while k < half {
          let a = start + k
          let b = a + half
          let c = unsafe cosines[k * step]
          let s = unsafe sines[k * step]
          let x = unsafe real[b] * c + imaginary[b] * s
          let y = unsafe imaginary[b] * c - real[b] * s
          unsafe real[b] = real[a] - x
          unsafe imaginary[b] = imaginary[a] - y
          unsafe real[a] += x
          unsafe imaginary[a] += y
          k += 1
        }
        start += 2 * half
      }
      half *= 2
    }
  }
}
