extension FileReader {
  private static let bytesPerRead = 1 << 16

  /// What a program writes to its standard output when it reads the file, kept in a temporary file without a name.
  package func converted(
    by name: String, at program: String, arguments: [String]
  ) throws(FileError) -> FileReader {
    ChildProgram.ignoreBrokenPipes()
    let output = try FileError.naming(path, .read, try Descriptor.makeNamelessFile())
    // Closes the descriptor, whatever happens.
    let result = FileReader(writtenTo: output, of: path)
    let child = try ChildProgram(
      path: program, arguments: arguments, pipeBytes: Self.bytesPerRead, output: output.number)
    defer { child.end() }
    var place = 0
    while place < length {
      let bytes = try read(min(Self.bytesPerRead, length - place), at: place)
      guard !bytes.isEmpty, child.writeAll(bytes.span) else { break }
      place += bytes.count
    }
    guard child.waitForEnd() == .status(0), place == length else {
      throw .malformed(path: path, "\(name) \(child.complaint)")
    }
    try result.takeLength()
    return result
  }
}
