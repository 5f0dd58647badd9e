/// The message schedule of ``SHA256``, with the constants of the rounds added: W + K of FIPS 180-4,
/// section 6.2.2. Blocks are independent of each other, so several are computed side by side.
enum MessageSchedule {
  static let blocks = 8
  static let bytesPerBlock = 64
  static let wordsPerBlock = 64

  /// Makes the words of whole blocks, up to eight: word t of block b is number 8 t + b. Words of
  /// missing blocks are undefined.
  @inline(never)
  static func make(_ words: inout MutableSpan<UInt32>, from bytes: Span<UInt8>) {
    precondition(
      words.count == wordsPerBlock * blocks && bytes.count <= bytesPerBlock * blocks,
      "there are words for every block")
    for block in 0..<bytes.count / bytesPerBlock {
      for t in 0..<16 {
        // Four bytes may hold any bits, and the span checks its bounds.
        words[blocks * t + block] = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: bytesPerBlock * block + 4 * t, as: UInt32.self
        ).bigEndian
      }
    }
    // The words may hold any bits, and the spans check their bounds.
    var lanes = unsafe words.mutableBytes
    for t in 16..<wordsPerBlock {
      let word =
        smallSigma1(eight(lanes.bytes, t - 2)) &+ eight(lanes.bytes, t - 7)
        &+ smallSigma0(eight(lanes.bytes, t - 15)) &+ eight(lanes.bytes, t - 16)
      lanes.storeBytes(of: word, toByteOffset: 32 * t, as: SIMD8<UInt32>.self)
    }
    for t in 0..<wordsPerBlock {
      let word = eight(lanes.bytes, t) &+ SIMD8(repeating: constants[t])
      lanes.storeBytes(of: word, toByteOffset: 32 * t, as: SIMD8<UInt32>.self)
    }
  }

  /// Word t of all blocks.
  @inline(__always)
  private static func eight(_ lanes: RawSpan, _ t: Int) -> SIMD8<UInt32> {
    // The span checks its bounds, and the lanes may hold any bits.
    unsafe lanes.unsafeLoadUnaligned(fromByteOffset: 32 * t, as: SIMD8<UInt32>.self)
  }

  // The two shifts of each rotation are kept apart: where the compiler recognises a rotation, it splits
  // the vector into its lanes.

  /// Rotated by 7 and by 18, shifted by 3.
  @inline(__always)
  private static func smallSigma0(_ x: SIMD8<UInt32>) -> SIMD8<UInt32> {
    (x &>> 3) ^ (x &>> 7) ^ (x &>> 18) ^ (((x &<< 11) ^ x) &<< 14)
  }

  /// Rotated by 17 and by 19, shifted by 10.
  @inline(__always)
  private static func smallSigma1(_ x: SIMD8<UInt32>) -> SIMD8<UInt32> {
    (x &>> 10) ^ (x &>> 17) ^ (x &>> 19) ^ (((x &<< 2) ^ x) &<< 13)
  }

  /// The fractional bits of the cube roots of the first 64 primes (4.2.2).
  static let constants: InlineArray<64, UInt32> = [
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
