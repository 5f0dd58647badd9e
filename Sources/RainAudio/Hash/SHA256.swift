#if canImport(SHA256Instructions)
internal import SHA256Instructions
#endif

/// SHA-256 (FIPS 180-4), the digest that `sha256sum` prints: by the instructions of the processor where it has them.
package struct SHA256: Sendable {
  #if canImport(SHA256Instructions)
  /// Whether this processor has instructions for it.
  package static let hasInstructions = sha256_has_instructions()
  #else
  package static let hasInstructions = false
  #endif

  private static let bytesPerBlock = 64

  /// The intermediate hash value H of section 6.2: at first the fractional bits of the square
  /// roots of the first eight primes (5.3.3).
  private var hash = SIMD8<UInt32>(
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)

  /// Bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0
  private let usesInstructions: Bool

  /// Without the instructions, Swift makes the same digest.
  package init(usesInstructions: Bool = hasInstructions) {
    self.usesInstructions = usesInstructions && Self.hasInstructions
    pending.reserveCapacity(Self.bytesPerBlock)
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var position = 0
    if !pending.isEmpty {
      position = min(Self.bytesPerBlock - pending.count, bytes.count)
      for i in 0..<position { pending.append(bytes[i]) }
      if pending.count < Self.bytesPerBlock { return }
      hash = Self.compressed(hash, with: pending.span, from: 0, usesInstructions)
      pending.removeAll(keepingCapacity: true)
    }
    hash = Self.compressed(hash, with: bytes, from: position, usesInstructions)
    position += (bytes.count - position) / Self.bytesPerBlock * Self.bytesPerBlock
    for i in position..<bytes.count { pending.append(bytes[i]) }
  }

  /// The 32 bytes of the digest of all bytes so far.
  package consuming func finalize() -> [UInt8] {
    let bitCount = byteCount &* 8
    // A bit that is set, zeros, and the number of bits in the last eight bytes of a block (5.1.1).
    pending.append(0x80)
    while pending.count % Self.bytesPerBlock != Self.bytesPerBlock - 8 { pending.append(0) }
    for byte in 0..<8 { pending.append(UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * byte))) }
    hash = Self.compressed(hash, with: pending.span, from: 0, usesInstructions)
    return (0..<32).map { UInt8(truncatingIfNeeded: hash[$0 / 4] >> (24 - 8 * ($0 % 4))) }
  }

  /// `bytes` as lower-case hexadecimal digits.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  #if canImport(SHA256Instructions)
  private static func compressedByInstructions(
    _ hash: SIMD8<UInt32>, with bytes: Span<UInt8>, from start: Int
  ) -> SIMD8<UInt32> {
    var words = hash.indices.map { hash[$0] }
    let blocks = (bytes.count - start) / bytesPerBlock
    // Only the whole blocks from `start` on are read.
    unsafe bytes.extracting(start...).withUnsafeBufferPointer { bytes in
      guard blocks > 0, let bytes = bytes.baseAddress else { return }
      unsafe sha256_compress(&words, bytes, blocks, constants)
    }
    return SIMD8(words)
  }
  #endif

  /// The hash value after the whole blocks of `bytes` from `start` on (6.2.2).
  private static func compressed(
    _ hash: SIMD8<UInt32>, with bytes: Span<UInt8>, from start: Int, _ usesInstructions: Bool
  ) -> SIMD8<UInt32> {
    #if canImport(SHA256Instructions)
    if usesInstructions { return compressedByInstructions(hash, with: bytes, from: start) }
    #endif
    var hash = hash
    // The message schedule W.
    var words = InlineArray<64, UInt32>(repeating: 0)
    for start in stride(from: start, through: bytes.count - bytesPerBlock, by: bytesPerBlock) {
      for t in 0..<16 {
        // Four bytes may hold any bits, and the span checks its bounds.
        words[t] = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: start + 4 * t, as: UInt32.self
        ).bigEndian
      }
      for t in 16..<64 {
        let (x, y) = (words[t - 15], words[t - 2])
        words[t] =
          words[t - 16] &+ (rotated(x, 7) ^ rotated(x, 18) ^ (x &>> 3)) &+ words[t - 7]
          &+ (rotated(y, 17) ^ rotated(y, 19) ^ (y &>> 10))
      }
      for t in 0..<64 { words[t] &+= constants[t] }
      hash = compressed(hash, with: words.span)
    }
    return hash
  }

  /// The hash value after one block (steps 2 to 4).
  @inline(__always)
  private static func compressed(
    _ hash: SIMD8<UInt32>, with words: Span<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    // Eight rounds bring every variable back to its own name, so that none is moved.
    for t in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, words[t])
      round(h, a, b, &c, d, e, f, &g, words[t + 1])
      round(g, h, a, &b, c, d, e, &f, words[t + 2])
      round(f, g, h, &a, b, c, d, &e, words[t + 3])
      round(e, f, g, &h, a, b, c, &d, words[t + 4])
      round(d, e, f, &g, h, a, b, &c, words[t + 5])
      round(c, d, e, &f, g, h, a, &b, words[t + 6])
      round(b, c, d, &e, f, g, h, &a, words[t + 7])
    }
    return hash &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round: d becomes e, and h becomes a, of the next round. The next round waits for e, so the
  /// terms that are known early are added first.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ constantAndWord: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    // a ^ b is the b ^ c of the next round.
    let majority = b ^ ((a ^ b) & (b ^ c))
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let early = h &+ constantAndWord
    d = ((d &+ early) &+ choice) &+ sum1
    h = ((early &+ choice) &+ sum1) &+ (sum0 &+ majority)
  }

  @inline(__always)
  private static func rotated(_ x: UInt32, _ bits: UInt32) -> UInt32 {
    (x &>> bits) | (x &<< (32 &- bits))
  }

  /// The fractional bits of the cube roots of the first 64 primes (4.2.2).
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5,
    0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC,
    0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3,
    0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5,
    0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
