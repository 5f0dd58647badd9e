/// Who may read and write a file: its owner, group, permissions and, on Linux, its access control
/// list. A file that replaces another one gets the access of the old one, or less.
///
/// The group bits of the mode need care in two cases:
/// - The old file has an access control list. Then they are not the permissions of the group but the
///   mask, an upper limit for every entry of the list. Copied alone, they give the group what the list
///   gave to others.
/// - The new file cannot get the group of the old one. Then the bits would apply to another group.
struct FileAccess {
  private static let groupBits: mode_t = 0o070
  private static let allBits: mode_t = 0o777

  private let status: stat
  /// The access control list as the kernel encodes it; nil if the file has none.
  private let list: [UInt8]?

  /// The access of the file at the path, which has that status.
  init(_ path: FilePath, _ status: stat) {
    self.status = status
    #if os(Linux)
    list = AccessList.read(path)
    #else
    list = nil
    #endif
  }

  /// Gives the access to a new file, which nobody else may open yet. Throws if more people could
  /// open it than the old one.
  func apply(to file: Descriptor) throws(SystemError) {
    let hasGroup = try keepOwner(of: file)
    var mode = status.st_mode & Self.allBits
    #if os(Linux)
    if let list, hasGroup, AccessList.set(list, on: file) { return }
    // The folder may have given the new file a list of its temporary.
    let isPlain = AccessList.remove(from: file)
    if let list { mode = mode & ~Self.groupBits | AccessList.groupPermissions(list) & mode }
    #else
    let isPlain = true
    #endif
    if !isPlain || !hasGroup {
      // The group may do what everybody may.
      mode = mode & ~Self.groupBits | mode & mode << 3 & Self.groupBits
    }
    do throws(SystemError) {
      _ = try SystemError.check { SystemCalls.current.setPermissions(file.number, mode) }
    } catch {
      // vfat, exFAT, NTFS and SMB give every file the permissions of the mount, and refuse others.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.errno),
        try file.status().st_mode & Self.allBits & ~mode == 0
      else { throw error }
    }
  }

  /// Gives the new file the owner and the group of the old one where the system lets us, and returns
  /// whether it has the group.
  private func keepOwner(of file: Descriptor) throws(SystemError) -> Bool {
    let temporary = try file.status()
    if temporary.st_uid == status.st_uid, temporary.st_gid == status.st_gid { return true }
    if fchown(file.number, status.st_uid, status.st_gid) == 0 { return true }
    if temporary.st_gid == status.st_gid { return true }
    let unchanged = uid_t.max
    return fchown(file.number, unchanged, status.st_gid) == 0
  }
}

#if os(Linux)
/// A POSIX access control list as Linux keeps it: an extended attribute of a version number and entries
/// of 8 bytes each, tag, permissions and the number of a user or group (linux/posix_acl_xattr.h).
private enum AccessList {
  private static let name = "system.posix_acl_access"
  private static let mostBytes = 1 << 16
  private static let versionBytes = 4
  private static let entryBytes = 8
  /// The tag of the entry for the group of the file, ACL_GROUP_OBJ.
  private static let groupTag: UInt8 = 0x04

  static func read(_ path: FilePath) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = unsafe getxattr(path.cString, name, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Returns whether the file has the list now.
  static func set(_ list: [UInt8], on file: Descriptor) -> Bool {
    unsafe fsetxattr(file.number, name, list, list.count, 0) == 0
  }

  /// Returns whether the file has no list now.
  static func remove(from file: Descriptor) -> Bool {
    unsafe fremovexattr(file.number, name) == 0 || [ENODATA, EOPNOTSUPP, ENOSYS].contains(errno)
  }

  /// The permissions of the file's group by the list, as the group bits of a mode.
  static func groupPermissions(_ list: [UInt8]) -> mode_t {
    for start in stride(from: versionBytes, to: list.count - entryBytes + 1, by: entryBytes)
    where list[start] == groupTag && list[start + 1] == 0 {
      return mode_t(list[start + 2] & 7) << 3
    }
    return 0
  }
}

// <sys/xattr.h> is not in the module of the C library.
@_silgen_name("getxattr")
private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
  _ size: Int
) -> Int
@_silgen_name("fsetxattr")
private func fsetxattr(
  _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int,
  _ flags: Int32
) -> Int32
@_silgen_name("fremovexattr")
private func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif
