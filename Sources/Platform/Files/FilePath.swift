internal import Text

/// The bytes of the name of a file.
package struct FilePath {
  static let slash = UInt8(ascii: "/")

  /// As many symbolic links as Linux follows.
  private static let mostLinks = 40

  let bytes: [UInt8]

  /// The path as the system takes it. A path with a NUL, which no file can have, becomes the empty
  /// path: every call refuses that with ENOENT.
  var cString: [CChar] {
    if bytes.contains(0) { return [0] }
    let isRelative = bytes.first != nil && bytes.first != Self.slash
    let whole = isRelative ? SystemCalls.current.folder + bytes : bytes
    return whole.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes after the last slash; none if the path contains a NUL.
  var name: [UInt8] { bytes.contains(0) ? [] : Array(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The end of the name by which programs know formats: a point, and up to eight letters and digits, a letter among
  /// them; none in "1.5", ".hidden" and "rain.final take".
  package var ending: ArraySlice<UInt8> {
    let name = name
    let letters = name.reversed().prefix { $0.isLetter || $0.isDigit }
    let point = name.count - letters.count - 1
    guard point > 0, letters.count <= 8, name[point] == UInt8(ascii: "."),
      letters.contains(where: \.isLetter)
    else { return [] }
    return name[point...]
  }

  var folder: FilePath {
    guard let lastSlash else { return FilePath(".") }
    return lastSlash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<lastSlash]))
  }

  private var lastSlash: Int? { bytes.lastIndex(of: Self.slash) }

  func sibling(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes.prefix((lastSlash ?? -1) + 1) + name)
  }

  /// The status of the file to which the path and its links lead; or that of the path itself, which may be a link.
  func status(ofLink: Bool = false) throws(SystemError) -> stat {
    let path = cString
    var status = stat()
    _ = try SystemError.check { unsafe ofLink ? lstat(path, &status) : stat(path, &status) }
    return status
  }

  /// The free bytes on the disk of the file or folder, without those reserved for the superuser; nil if
  /// the system does not know.
  var freeBytes: Int? {
    var volume = statvfs()
    // Some network file systems do not know their size, and report 0.
    guard unsafe statvfs(cString, &volume) == 0, volume.f_blocks > 0 else { return nil }
    let (bytes, overflow) = UInt64(volume.f_bavail)
      .multipliedReportingOverflow(by: UInt64(volume.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }

  /// The path for a person, safe to show.
  var shown: String { PlainText.path(PathString.string(bytes)) }

  /// The path, and where its symbolic links lead, one after the other.
  private var trail: some Sequence<FilePath> {
    sequence(first: self) { $0.linkTarget }.prefix(Self.mostLinks)
  }

  /// Where the symbolic links lead, if the path is one; the file there need not exist.
  func followingLinks() -> FilePath { trail.reduce(self) { $1 } }

  /// The number of the open file of this process that the path leads to, such as 3 for /dev/fd/3 and
  /// 1 for /dev/stdout; nil for any other path.
  ///
  /// On Linux these are links in /proc that need not lead to a name: the file may be deleted, or never
  /// had one.
  var descriptorNumber: Int32? {
    for path in trail {
      let name = path.name
      if name.allSatisfy(\.isDigit), let number = Int32(String(decoding: name, as: UTF8.self)),
        path.folder.holdsOwnDescriptors
      {
        return number
      }
    }
    return nil
  }

  /// Whether the folder is /dev/fd or what Linux has for it: /proc/self/fd, /proc/self/task/THREAD/fd.
  private var holdsOwnDescriptors: Bool {
    #if os(Linux)
    guard let folder = resolved, let process = FilePath("/proc/self").resolved else { return false }
    let tail = folder.dropFirst(process.count)
    return folder.starts(with: process)
      && (tail.elementsEqual("/fd".utf8)
        || tail.starts(with: "/task/".utf8) && tail.suffix(3).elementsEqual("/fd".utf8))
    #else
    bytes.elementsEqual("/dev/fd".utf8)
    #endif
  }

  /// The path without links, dots and needless slashes; nil if nothing is there.
  private var resolved: [UInt8]? {
    guard let text = unsafe realpath(cString, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe [UInt8](cString: text)
  }

  /// The path that a symbolic link holds; nil if this is not one.
  private var linkTarget: FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(cString, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = buffer.prefix(count).map { UInt8(bitPattern: $0) }
    return target.first == Self.slash ? FilePath(bytes: target) : sibling(target)
  }
}

extension FilePath {
  package init(_ text: String) { self.init(bytes: PathString.bytes(of: text)) }

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

/// The names of the files in the folder at `path`, in no order; nil where that is no folder.
package func folderNames(_ path: String) -> [String]? {
  let folder = FilePath(path)
  guard (try? folder.status())?.isFolder == true else { return nil }
  var names: [String] = []
  try? folder.forEachName { names.append(String(decoding: $0, as: UTF8.self)) }
  return names
}

extension [UInt8] {
  /// The bytes of a text of C, which ends before its NUL.
  init(cString text: UnsafePointer<CChar>) {
    self = unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
