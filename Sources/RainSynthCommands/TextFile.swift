/// A text that a command writes to a file, or to standard output if the path is `-`.
enum TextFile {
  static func write(_ text: String, to path: String, isForced: Bool) throws(Failure) {
    let output = try Output(path, isForced: isForced)
    try output.write(Array(text.utf8))
    try output.commit()
  }
}
