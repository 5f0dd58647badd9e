import RainAudio
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// The digest, which is the same with the instructions of the processor and without.
  private func digest(_ parts: [[UInt8]]) -> String {
    var (swift, fast) = (SHA256(usesInstructions: false), SHA256(usesInstructions: true))
    for part in parts {
      swift.update(part.span)
      fast.update(part.span)
    }
    let digest = SHA256.hex(swift.finalize())
    #expect(SHA256.hex(fast.finalize()) == digest)
    return digest
  }

  @Test("the examples of FIPS 180 have their digests")
  func examples() {
    #expect(
      digest([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digest([Array("abc".utf8)])
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest([Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)])
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let thousand = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    #expect(
      digest([[UInt8]](repeating: thousand, count: 1000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// By Python's hashlib, the digest of the digests of the first 0 ... 130 bytes of the sequence 7i + 3 modulo 256:
  ///
  ///     parts = [bytes((7*i + 3) & 255 for i in range(n)) for n in range(131)]
  ///     sha256("".join(sha256(part).hexdigest() for part in parts).encode()).hexdigest()
  @Test("every length from 0 to 130 bytes has its digest, in one part and in any two")
  func lengths() {
    let bytes = (0..<130).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
    var all = ""
    for length in 0...130 {
      let whole = digest([Array(bytes[..<length])])
      let cut = length * 5 % 67 % (length + 1)
      #expect(digest([Array(bytes[..<cut]), Array(bytes[cut..<length])]) == whole)
      all += whole
    }
    #expect(
      digest([Array(all.utf8)])
        == "d2742658eeae2e342e618f39ae52ef451168b58f37f0932d49a52eda7f546706")
  }

  @Test("any number of blocks at once has the digest of the blocks one by one")
  func blocks() {
    for count in 1...20 {
      let bytes = (0..<64 * count + 9).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
      let oneByOne = stride(from: 0, to: bytes.count, by: 64).map {
        Array(bytes[$0..<min($0 + 64, bytes.count)])
      }
      #expect(digest([bytes]) == digest(oneByOne), "\(count)")
    }
  }

  @Test("a digest may be taken on the way")
  func intermediate() {
    var hash = SHA256()
    hash.update(Array("ab".utf8).span)
    _ = hash.finalize()
    hash.update(Array("c".utf8).span)
    #expect(
      SHA256.hex(hash.finalize())
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
