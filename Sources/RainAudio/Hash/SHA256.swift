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

  private static let bytesPerBlock = MessageSchedule.bytesPerBlock

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

  /// Hashes the next bytes.
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
    var words: InlineArray<8, UInt32> = [
      hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7],
    ]
    let blocks = (bytes.count - start) / bytesPerBlock
    var value = words.mutableSpan
    // Only the whole blocks from `start` on are read.
    unsafe bytes.extracting(start...).withUnsafeBufferPointer { bytes in
      guard blocks > 0, let bytes = bytes.baseAddress else { return }
      unsafe MessageSchedule.constants.span.withUnsafeBufferPointer { constants in
        unsafe value.withUnsafeMutableBufferPointer { value in
          unsafe sha256_compress(value.baseAddress, bytes, blocks, constants.baseAddress)
        }
      }
    }
    return SIMD8(words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7])
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
    var position = start
    // The words of eight blocks.
    var words = InlineArray<512, UInt32>(repeating: 0)
    while bytes.count - position >= bytesPerBlock {
      let count = min(MessageSchedule.blocks, (bytes.count - position) / bytesPerBlock)
      let end = position + count * bytesPerBlock
      var schedule = words.mutableSpan
      MessageSchedule.make(&schedule, from: bytes.extracting(position..<end))
      for block in 0..<count { hash = compressed(hash, with: schedule.span, block) }
      position = end
    }
    return hash
  }

  /// The hash value after one block, whose W + K are in `words` (steps 2 to 4).
  @inline(__always)
  private static func compressed(
    _ hash: SIMD8<UInt32>, with words: Span<UInt32>, _ block: Int
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    let blocks = MessageSchedule.blocks
    // Eight rounds bring every variable back to its own name, so that none is moved.
    for t in stride(from: 0, to: MessageSchedule.wordsPerBlock, by: 8) {
      round(a, b, c, &d, e, f, g, &h, words[blocks * t + block])
      round(h, a, b, &c, d, e, f, &g, words[blocks * (t + 1) + block])
      round(g, h, a, &b, c, d, e, &f, words[blocks * (t + 2) + block])
      round(f, g, h, &a, b, c, d, &e, words[blocks * (t + 3) + block])
      round(e, f, g, &h, a, b, c, &d, words[blocks * (t + 4) + block])
      round(d, e, f, &g, h, a, b, &c, words[blocks * (t + 5) + block])
      round(c, d, e, &f, g, h, a, &b, words[blocks * (t + 6) + block])
      round(b, c, d, &e, f, g, h, &a, words[blocks * (t + 7) + block])
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
}
