/// Which file has a name, and when it was changed: while the version is equal, so is the content.
package struct FileVersion: Equatable, Sendable {
  private let status: stat

  /// The version of the file at the path; nil if there is none.
  package init?(path: String) {
    guard let status = try? FilePath(path).status() else { return nil }
    self.init(status)
  }

  init(_ status: stat) { self.status = status }

  package static func == (a: Self, b: Self) -> Bool {
    a.isSameFile(as: b) && a.status.st_size == b.status.st_size
      && a.changed.tv_sec == b.changed.tv_sec && a.changed.tv_nsec == b.changed.tv_nsec
  }

  private var changed: timespec {
    #if canImport(Darwin)
    status.st_mtimespec
    #else
    status.st_mtim
    #endif
  }

  /// Whether both are the same file, even if its content has changed.
  package func isSameFile(as other: FileVersion) -> Bool { status.isSameFile(as: other.status) }
}
