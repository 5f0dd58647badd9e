#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of the name of a file.
struct FilePath {
  private static let slash = UInt8(ascii: "/")

  /// As many symbolic links as Linux follows.
  private static let mostLinks = 40

  let bytes: [UInt8]

  init(_ text: String) {
    self.init(bytes: PathString.bytes(of: text))
  }

  init(bytes: [UInt8]) {
    precondition(!bytes.contains(0), "a path ends at its first NUL")
    self.bytes = bytes
  }

  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// What follows the last slash.
  var name: [UInt8] { Array(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  var folder: FilePath {
    guard let lastSlash else { return FilePath(".") }
    return lastSlash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<lastSlash]))
  }

  private var lastSlash: Int? { bytes.lastIndex(of: Self.slash) }

  /// The file of that name in the same folder.
  func sibling(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes.prefix((lastSlash ?? -1) + 1) + name)
  }

  /// What lies there, links followed; nil and an errno if nothing does.
  var status: stat? {
    var status = stat()
    return unsafe stat(cString, &status) == 0 ? status : nil
  }

  /// The bytes that are free where the file or folder lies, but for those kept for the superuser; nil
  /// if the system does not know.
  var freeBytes: Int? {
    var volume = statvfs()
    // Some network file systems do not know their size, and say 0.
    guard unsafe statvfs(cString, &volume) == 0, volume.f_blocks > 0 else { return nil }
    let (bytes, overflow) = UInt64(volume.f_bavail)
      .multipliedReportingOverflow(by: UInt64(volume.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }

  /// The path for a person: characters that control a terminal or turn the text around would not
  /// show what it is.
  var shown: String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: Unicode.Scalar("?")
      default: scalar
      }
    }
    return scalars.isEmpty ? "''" : String(String.UnicodeScalarView(scalars))
  }

  /// Where the symbolic links lead, if the path is one; the file there need not exist.
  func followingLinks() -> FilePath {
    var path = self
    for _ in 0..<Self.mostLinks {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(path.cString, &buffer, buffer.count)
      guard count > 0 else { break }
      let target = buffer.prefix(count).map { UInt8(bitPattern: $0) }
      path = target.first == Self.slash ? FilePath(bytes: target) : path.sibling(target)
    }
    return path
  }
}
