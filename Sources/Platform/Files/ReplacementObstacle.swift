/// A reason why no file can be renamed over an existing one, found before hours are spent on the new
/// file.
package enum ReplacementObstacle: Sendable {
  /// A file that is mounted by itself, as `docker -v FILE:FILE` does.
  case mountPoint
  /// `chattr +i` or `chattr +a`.
  case protected
  /// A folder whose files cannot be renamed: `chattr +a`.
  case folderProtected
  /// A folder like /tmp, in which only the owner of a file may replace it.
  case otherOwner

  /// Goes on from the name of the file.
  var sentence: String {
    switch self {
    case .mountPoint: "is mounted by itself and cannot be replaced; choose another name"
    case .protected: "is protected against changes (chattr +i or +a)"
    case .folderProtected: "its folder is protected against changes (chattr +a)"
    case .otherOwner: "belongs to another user, who alone may replace it in this folder (sticky)"
    }
  }

  /// The obstacle to putting a file under the path, if one is known. `target` is the status of the
  /// file that lies there, nil if the name is free.
  static func find(at path: FilePath, _ target: stat?) -> ReplacementObstacle? {
    #if os(Linux)
    let appendOnly: UInt64 = 0x20  // STATX_ATTR_APPEND
    let immutable: UInt64 = 0x10  // STATX_ATTR_IMMUTABLE
    let mountRoot: UInt64 = 0x2000  // STATX_ATTR_MOUNT_ROOT
    if attributes(of: path.folder) & appendOnly != 0 { return .folderProtected }
    if target != nil {
      let attributes = attributes(of: path)
      if attributes & mountRoot != 0 { return .mountPoint }
      if attributes & (immutable | appendOnly) != 0 { return .protected }
    }
    #endif
    guard let target, let folder = try? path.folder.status(), folder.st_mode & S_ISVTX != 0
    else { return nil }
    let user = geteuid()
    return user == 0 || user == target.st_uid || user == folder.st_uid ? nil : .otherOwner
  }

  #if os(Linux)
  /// The attributes of the file from statx(2); 0 where the system does not know them.
  private static func attributes(of path: FilePath) -> UInt64 {
    // struct statx has 256 bytes; the attributes are bytes 8 to 15.
    var words = InlineArray<32, UInt64>(repeating: 0)
    var span = words.mutableSpan
    let noFollow: Int32 = 0x100
    let result = unsafe span.withUnsafeMutableBytes { buffer in
      unsafe statx(AT_FDCWD, path.cString, noFollow, 0, buffer.baseAddress)
    }
    return result == 0 ? words[1] : 0
  }
  #endif
}

#if os(Linux)
// Declared for _GNU_SOURCE alone, which Swift does not set.
@_silgen_name("statx")
private func statx(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mask: UInt32,
  _ status: UnsafeMutableRawPointer?
) -> Int32
#endif
