/// SHA-256 (FIPS 180-4), the digest that `sha256sum` prints.
package struct SHA256: Sendable {
  private static let bytesPerBlock = 64

  /// The intermediate hash value H of section 6.2: at first the fractional bits of the square
  /// roots of the first eight primes (5.3.3).
  private var hash = SIMD8<UInt32>(
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)

  /// Bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {
    pending.reserveCapacity(Self.bytesPerBlock)
  }

  /// Goes on with `bytes`.
  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var position = 0
    if !pending.isEmpty {
      position = min(Self.bytesPerBlock - pending.count, bytes.count)
      for i in 0..<position { pending.append(bytes[i]) }
      if pending.count < Self.bytesPerBlock { return }
      hash = Self.compressed(hash, with: pending.span, from: 0)
      pending.removeAll(keepingCapacity: true)
    }
    hash = Self.compressed(hash, with: bytes, from: position)
    position += (bytes.count - position) / Self.bytesPerBlock * Self.bytesPerBlock
    for i in position..<bytes.count { pending.append(bytes[i]) }
  }

  /// The 32 bytes of the digest of all that went before.
  package consuming func finalize() -> [UInt8] {
    let bitCount = byteCount &* 8
    // A bit that is set, zeros, and the number of bits in the last eight bytes of a block (5.1.1).
    pending.append(0x80)
    while pending.count % Self.bytesPerBlock != Self.bytesPerBlock - 8 { pending.append(0) }
    for byte in 0..<8 { pending.append(UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * byte))) }
    hash = Self.compressed(hash, with: pending.span, from: 0)
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in 0..<8 {
      for byte in 0..<4 { digest.append(UInt8(truncatingIfNeeded: hash[word] >> (24 - 8 * byte))) }
    }
    return digest
  }

  /// `bytes` as lower-case hexadecimal digits.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The hash value after the whole blocks of `bytes` from `start` on (6.2.2).
  private static func compressed(
    _ hash: SIMD8<UInt32>, with bytes: Span<UInt8>, from start: Int
  ) -> SIMD8<UInt32> {
    var hash = hash
    var position = start
    var words = InlineArray<64, UInt32>(repeating: 0)
    while bytes.count - position >= bytesPerBlock {
      for t in 0..<16 {
        // Four bytes may hold any bits, and the span checks its bounds.
        words[t] = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: position + 4 * t, as: UInt32.self
        ).bigEndian
      }
      for t in 16..<64 {
        words[t] =
          smallSigma1(words[t - 2]) &+ words[t - 7]
          &+ smallSigma0(words[t - 15]) &+ words[t - 16]
      }
      var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
      var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
      // Eight rounds bring every variable back to its place, so that none is moved.
      var t = 0
      while t < 64 {
        round(a, b, c, &d, e, f, g, &h, constants[t] &+ words[t])
        round(h, a, b, &c, d, e, f, &g, constants[t + 1] &+ words[t + 1])
        round(g, h, a, &b, c, d, e, &f, constants[t + 2] &+ words[t + 2])
        round(f, g, h, &a, b, c, d, &e, constants[t + 3] &+ words[t + 3])
        round(e, f, g, &h, a, b, c, &d, constants[t + 4] &+ words[t + 4])
        round(d, e, f, &g, h, a, b, &c, constants[t + 5] &+ words[t + 5])
        round(c, d, e, &f, g, h, a, &b, constants[t + 6] &+ words[t + 6])
        round(b, c, d, &e, f, g, h, &a, constants[t + 7] &+ words[t + 7])
        t += 8
      }
      hash = hash &+ SIMD8(a, b, c, d, e, f, g, h)
      position += bytesPerBlock
    }
    return hash
  }

  /// One round, in which d becomes the e and h the a of the next one.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ constantAndWord: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ sum1 &+ choice &+ constantAndWord
    d = d &+ first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func smallSigma0(_ x: UInt32) -> UInt32 {
    rotated(x, 7) ^ rotated(x, 18) ^ (x &>> 3)
  }

  @inline(__always)
  private static func smallSigma1(_ x: UInt32) -> UInt32 {
    rotated(x, 17) ^ rotated(x, 19) ^ (x &>> 10)
  }

  @inline(__always)
  private static func rotated(_ x: UInt32, _ places: UInt32) -> UInt32 {
    (x &>> places) | (x &<< (32 &- places))
  }

  /// The fractional bits of the cube roots of the first 64 primes (4.2.2).
  private static let constants: InlineArray<64, UInt32> = [
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
