internal import RainAudio

/// Where a command writes: a file that appears when it is whole, or standard output, which is
/// called `-`.
enum Output {
  case file(OutputFile)
  case standardOutput

  /// The path is that of a file, or `-`; `isForced` lets an existing file be replaced, and
  /// `expectedBytes` is the length that the file will have, if it is known.
  init(_ path: String, isForced: Bool, expectedBytes: Int? = nil) throws(Failure) {
    if path == "-" {
      self = .standardOutput
      return
    }
    do {
      self = .file(
        try OutputFile(path: path, force: isForced, expectedBytes: expectedBytes))
    } catch {
      throw Failure(error)
    }
  }

  /// Whether one would take the place of the other, or both mix.
  func isRival(of other: Output) -> Bool {
    switch (self, other) {
    case (.standardOutput, .standardOutput): true
    case (.file(let file), .file(let otherFile)): file.isRival(of: otherFile)
    default: false
    }
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    do {
      switch self {
      case .file(let file): try file.write(bytes)
      case .standardOutput: try StandardOutput().write(bytes)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Ends the output well: only now does a file appear under its name.
  func commit() throws(Failure) {
    do {
      switch self {
      case .file(let file): try file.commit()
      case .standardOutput: try StandardOutput().close()
      }
    } catch {
      throw Failure(error)
    }
  }
}
