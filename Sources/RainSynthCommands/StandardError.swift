#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The stream for all that is no answer: messages and progress.
enum StandardError {
  /// Writes the text. When nobody can read it, there is nowhere left to say so.
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
        unsafe Glibc.write(2, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        unsafe Musl.write(2, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.write(2, bytes.baseAddress, bytes.count)
        #endif
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }

  /// Writes a line that is neither an error nor the answer.
  static func note(_ sentence: String) {
    write("\(RainSynth.name): \(sentence)\n")
  }
}
