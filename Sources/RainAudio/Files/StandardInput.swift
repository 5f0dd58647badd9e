#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Standard input, which is called `-` on the command line.
package enum StandardInput {
  /// All bytes that are left to read, at most `limit`.
  ///
  /// Reads the descriptor itself: on Linux, opening /dev/stdin starts at the beginning of a file again,
  /// and fails for a socket.
  package static func read(limit: Int) throws(InputError) -> [UInt8] {
    let name = "standard input"
    let descriptor = Descriptor(number: STDIN_FILENO)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try InputError.naming(name) { () throws(SystemError) in
        try descriptor.read(into: &buffer)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .tooLong(path: name, limit: limit) }
    }
  }
}
