/// A WAV file as one finds it who walks from chunk to chunk and believes nothing else.
package struct WaveChunks {
  /// The error for a file that is not a sequence of whole chunks.
  package struct Flaw: Error {
    package let text: String
  }

  /// The identifiers in their order.
  package private(set) var order: [String] = []
  /// The content of each chunk, without the zero that pads it.
  package private(set) var contents: [String: [UInt8]] = [:]

  /// Walks the chunks of a RIFF file, whose size has to be exact.
  package init(_ file: [UInt8]) throws(Flaw) { try self.init(file, form: "RIFF", type: "WAVE") }

  private init(_ bytes: [UInt8], form: String?, type: String) throws(Flaw) {
    var position = 0
    if let form {
      guard bytes.starts(with: form.utf8) else { throw Flaw(text: "no \(form)") }
      guard bytes.integer(4, 4) == bytes.count - 8 else { throw Flaw(text: "size of \(form)") }
      position = 8
    }
    guard bytes.dropFirst(position).starts(with: type.utf8) else { throw Flaw(text: "no \(type)") }
    position += 4
    while position < bytes.count {
      guard position + 8 <= bytes.count else { throw Flaw(text: "stray bytes") }
      let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      let end = position + 8 + bytes.integer(position + 4, 4)
      guard end + end % 2 <= bytes.count else { throw Flaw(text: "\(name) is cut off") }
      guard end % 2 == 0 || bytes[end] == 0 else { throw Flaw(text: "the pad of \(name)") }
      order.append(name)
      contents[name] = Array(bytes[position + 8..<end])
      position = end + end % 2
    }
  }

  /// The texts of LIST INFO by their identifiers, without the NUL that ends each.
  package func information() throws(Flaw) -> [String: String] {
    guard let list = contents["LIST"] else { return [:] }
    return try WaveChunks(list, form: nil, type: "INFO").contents.mapValues { text in
      String(decoding: text.dropLast(), as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// The little-endian integer of `count` bytes at `position`.
  package func integer(_ position: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[position + $1]) << (8 * $1) }
  }
}
