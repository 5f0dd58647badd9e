/// The destination of a command: a file that appears when it is complete, or standard output, `-`.
package enum Output {
  case file(OutputFile)
  case standardOutput

  /// The path is that of a file, or `-`; `isForced` lets an existing file be replaced, and
  /// `expectedBytes` is the length that the file will have, if it is known.
  package init(
    _ path: String, isForced: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true
  ) throws(FileError) {
    if path == "-" {
      self = .standardOutput
      return
    }
    self = .file(
      try OutputFile(
        path: path, force: isForced, expectedBytes: expectedBytes,
        removesLeftovers: removesLeftovers))
  }

  /// Throws if it is known that the file cannot be written. No file is made.
  package static func check(_ path: String, isForced: Bool) throws(FileError) {
    try OutputFile.check(path: path, force: isForced)
  }

  /// Whether both are standard output, or files that would replace each other.
  package func isRival(of other: Output) -> Bool {
    switch (self, other) {
    case (.standardOutput, .standardOutput): true
    case (.file(let file), .file(let otherFile)): file.isRival(of: otherFile)
    default: false
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    switch self {
    case .file(let file): try file.write(bytes)
    case .standardOutput: try StandardOutput().write(bytes)
    }
  }

  /// Writes a part of the bytes, without a copy where the output is a file.
  package func write(_ bytes: [UInt8], _ part: Range<Int>) throws(FileError) {
    guard case .file(let file) = self else { return try write(Array(bytes[part])) }
    try file.write(bytes.span.extracting(part))
  }

  /// Puts on the disk what is written so far, where the output is a file.
  package func flush() throws(FileError) {
    guard case .file(let file) = self else { return }
    try file.flush()
  }

  /// Whether it is a file that can be written again, in place of what was written before.
  package var isReplaceable: Bool {
    if case .file(let file) = self { !file.isWrittenDirectly } else { false }
  }

  /// The version of a file that is flushed.
  package var version: FileVersion? {
    if case .file(let file) = self { file.version } else { nil }
  }

  /// Closes the output. A file appears under its name only now.
  package func commit() throws(FileError) { try Self.commit([self]) }

  /// Closes the files of each group: they appear under their names when all are on the disk, or, without `isSynced`,
  /// when they are written. Returns the error of each group; nil where all of its files have their names.
  package static func commitEach(_ groups: [[Output]], isSynced: Bool) -> [FileError?] {
    OutputFile.commitEach(
      groups.map { outputs in
        outputs.compactMap { if case .file(let file) = $0 { file } else { nil } }
      }, isSynced: isSynced)
  }

  /// Closes the outputs: files appear under their names when all are on the disk.
  package static func commit(_ outputs: [Output]) throws(FileError) {
    var files: [OutputFile] = []
    for output in outputs {
      switch output {
      case .file(let file): files.append(file)
      case .standardOutput: try StandardOutput().close()
      }
    }
    try OutputFile.commit(files)
  }
}
