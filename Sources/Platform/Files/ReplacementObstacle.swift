/// Reasons why no file can be renamed over an existing one, found before hours are spent on the new file.
enum ReplacementObstacle {
  /// The sentence on the obstacle to putting a file under the path, which goes on from its name; nil: none is known.
  /// `target` is the status of the file that lies there, nil if the name is free.
  static func sentence(at path: FilePath, _ target: stat?) -> String? {
    #if os(Linux)
    let appendOnly: UInt64 = 0x20  // STATX_ATTR_APPEND
    let immutable: UInt64 = 0x10  // STATX_ATTR_IMMUTABLE
    let mountRoot: UInt64 = 0x2000  // STATX_ATTR_MOUNT_ROOT
    // No file can be renamed there.
    if attributes(of: path.folder) & appendOnly != 0 {
      return "its folder is protected against changes (chattr +a)"
    }
    let attributes = target == nil ? 0 : attributes(of: path)
    // As `docker -v FILE:FILE` does it.
    if attributes & mountRoot != 0 {
      return "is mounted by itself and cannot be replaced; choose another name"
    }
    if attributes & (immutable | appendOnly) != 0 {
      return "is protected against changes (chattr +i or +a)"
    }
    #endif
    // A folder like /tmp, in which only the owner of a file may replace it.
    guard let target, let folder = try? path.folder.status(), folder.st_mode & S_ISVTX != 0,
      ![0, target.st_uid, folder.st_uid].contains(geteuid())
    else { return nil }
    return "belongs to another user, who alone may replace it in this folder (sticky)"
  }

  #if os(Linux)
  /// The attributes of the file from statx(2); 0 where the system does not know them.
  private static func attributes(of path: FilePath) -> UInt64 {
    // struct statx has 256 bytes; the attributes are bytes 8 to 15.
    var words = [UInt64](repeating: 0, count: 32)
    let noFollow: Int32 = 0x100
    return unsafe statx(AT_FDCWD, path.cString, noFollow, 0, &words) == 0 ? words[1] : 0
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
