/// Which file has a name, and when it was changed: while the version is equal, so is the content.
package struct FileVersion: Equatable, Sendable {
  private let device: Int
  private let number: UInt64
  private let bytes: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// The version of the file at the path; nil if there is none.
  package init?(path: String) {
    guard let status = try? FilePath(path).status() else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = Int(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    bytes = Int(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }

  /// Whether both are the same file, even if its content has changed.
  package func isSameFile(as other: FileVersion) -> Bool {
    device == other.device && number == other.number
  }
}
