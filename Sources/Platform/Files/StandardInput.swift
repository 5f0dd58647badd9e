/// Standard input, which is called `-` on the command line.
package enum StandardInput {
  /// All bytes that are left to read, at most `limit`.
  ///
  /// Reads the descriptor itself: on Linux, opening /dev/stdin starts at the beginning of a file again,
  /// and fails for a socket.
  package static func read(limit: Int) throws(FileError) -> [UInt8] {
    try readAll(Descriptor(number: STDIN_FILENO), "standard input", limit: limit)
  }
}
