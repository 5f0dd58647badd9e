extension FilePath {
  /// Hands the name of each file in the folder to `body`, in the order of the file system; also . and ..
  func forEachName(_ body: ([UInt8]) -> Void) throws(SystemError) {
    guard let folder = unsafe opendir(cString) else { throw .last }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) { unsafe body(Self.name(of: entry)) }
  }

  /// The name in an entry of a folder.
  ///
  /// An entry is only as long as its name: a copy of the whole structure, or of its array of 256 bytes, may read beyond
  /// the last page of the buffer.
  package static func name(of entry: UnsafePointer<dirent>) -> [UInt8] {
    let start = unsafe UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    return unsafe [UInt8](cString: start.assumingMemoryBound(to: CChar.self))
  }
}

extension [UInt8] {
  /// The bytes of a text of C, which ends before its NUL.
  init(cString text: UnsafePointer<CChar>) {
    self = unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
