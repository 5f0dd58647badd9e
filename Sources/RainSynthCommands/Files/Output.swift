internal import Platform

/// The destination of a command: a file that appears when it is complete, or standard output, `-`.
enum Output {
  case file(OutputFile)
  case standardOutput

  /// The path is that of a file, or `-`; `isForced` lets an existing file be replaced, and
  /// `expectedBytes` is the length that the file will have, if it is known.
  init(
    _ path: String, isForced: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true
  ) throws(Failure) {
    if path == "-" {
      self = .standardOutput
      return
    }
    do {
      self = .file(
        try OutputFile(
          path: path, force: isForced, expectedBytes: expectedBytes,
          removesLeftovers: removesLeftovers))
    } catch {
      throw Failure(error)
    }
  }

  /// Throws if it is known that the file cannot be written. No file is made.
  static func check(_ path: String, isForced: Bool) throws(Failure) {
    do {
      try OutputFile.check(path: path, force: isForced)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether both are standard output, or files that would replace each other.
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

  /// Writes a part of the bytes, without a copy where the output is a file.
  func write(_ bytes: [UInt8], _ part: Range<Int>) throws(Failure) {
    guard case .file(let file) = self else { return try write(Array(bytes[part])) }
    do {
      try file.write(bytes.span.extracting(part))
    } catch {
      throw Failure(error)
    }
  }

  /// Puts on the disk what is written so far, where the output is a file.
  func flush() throws(Failure) {
    guard case .file(let file) = self else { return }
    do {
      try file.flush()
    } catch {
      throw Failure(error)
    }
  }

  /// Whether it is a file that can be written again, in place of what was written before.
  var isReplaceable: Bool {
    if case .file(let file) = self { !file.isWrittenDirectly } else { false }
  }

  /// The version of a file that is flushed.
  var version: FileVersion? {
    if case .file(let file) = self { file.version } else { nil }
  }

  /// Closes the output. A file appears under its name only now.
  func commit() throws(Failure) { try Self.commit([self]) }

  /// Closes the outputs: files appear under their names when all are on the disk.
  static func commit(_ outputs: [Output]) throws(Failure) {
    var files: [OutputFile] = []
    do {
      for output in outputs {
        switch output {
        case .file(let file): files.append(file)
        case .standardOutput: try StandardOutput().close()
        }
      }
      try OutputFile.commit(files)
    } catch {
      throw Failure(error)
    }
  }
}
