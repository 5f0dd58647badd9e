extension WaveFormat {
  /// The word of the highest integer.
  var highestWord: Int32 { .max & (-1 << (32 - 8 * (isPadded ? 3 : bytesPerSample))) }

  /// Sample number `index` of the bytes, in the highest bits of a word. An integer has a sign there,
  /// and its amplitude is the word over 2³¹; a Float keeps its bits, and a Double is rounded to one.
  package func word(_ bytes: Span<UInt8>, _ index: Int) -> Int32 {
    let start = index * bytesPerSample
    if bytesPerSample == 8 {
      let bits = (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
      return Int32(bitPattern: Float(Double(bitPattern: bits)).bitPattern)
    }
    var word: UInt32 = 0
    for byte in 0..<bytesPerSample { word = word >> 8 | UInt32(bytes[start + byte]) << 24 }
    if isPadded { word <<= 8 }
    // Samples of one byte have no sign: 128 is silence.
    return Int32(bitPattern: bytesPerSample == 1 ? word ^ 0x8000_0000 : word)
  }

  /// 240 dB above full scale. Sums and squares of samples below it still fit a Float.
  static let loudest: Float = 0x1p40

  /// Sample number `index` of the bytes; 1 is full scale. Nil if it is no number, or far beyond full scale.
  package func sample(_ bytes: Span<UInt8>, _ index: Int) -> Float? {
    let word = word(bytes, index)
    guard isFloat else { return Float(word) * 0x1p-31 }
    let sample = Float(bitPattern: UInt32(bitPattern: word))
    return sample.magnitude < Self.loudest ? sample : nil
  }

  /// Whether a sample of the bytes has this magnitude.
  package func reaches(_ level: Float, _ bytes: Span<UInt8>) -> Bool {
    for index in 0..<bytes.count / bytesPerSample {
      if let sample = sample(bytes, index), sample.magnitude >= level { return true }
    }
    return false
  }

  /// Samples number `first` to `first + 7` of the bytes; 0 for those beyond the last.
  @inline(__always)
  func words(_ bytes: Span<UInt8>, _ first: Int) -> SIMD8<Int32> {
    let start = first * bytesPerSample
    // Of a sample of three bytes, four are read. Those of one or eight are rare.
    guard 2...4 ~= bytesPerSample,
      start + 8 * bytesPerSample + (bytesPerSample == 3 ? 1 : 0) <= bytes.count
    else {
      var words = SIMD8<Int32>.zero
      for lane in 0..<min(8, bytes.count / bytesPerSample - first) {
        words[lane] = word(bytes, first + lane)
      }
      return words
    }
    // The span checks its bounds, the lanes may hold any bits, and every processor that Swift supports
    // is little-endian.
    let raw = unsafe bytes.bytes
    switch bytesPerSample {
    case 2:
      var halves = SIMD16<UInt16>.zero
      halves.oddHalf = unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD8<UInt16>.self)
      return unsafe unsafeBitCast(halves, to: SIMD8<Int32>.self)
    case 3:
      var x = SIMD8<Int32>.zero
      for lane in 0..<8 {
        x[lane] = unsafe raw.unsafeLoadUnaligned(fromByteOffset: start + 3 * lane, as: Int32.self)
      }
      return x &<< 8
    default:
      let x = unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD8<Int32>.self)
      return isPadded ? x &<< 8 : x
    }
  }
}
