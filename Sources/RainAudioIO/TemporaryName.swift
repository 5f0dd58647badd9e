#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The name under which a file is written before it has its own: `.NAME.rainsynth-PID-RANDOM` in
/// the same folder.
enum TemporaryName {
  /// The longest name that a file may have, in bytes.
  private static let mostBytes = 255
  private static let mostBytesAfterPrefix = "2147483647-ffffffff".utf8.count

  /// A new name; the random number keeps two containers apart that have the same process number.
  static func make(for target: FilePath) -> FilePath {
    let random = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    return target.sibling(prefix(for: target) + Array("\(getpid())-\(random)".utf8))
  }

  /// Removes what processes left behind that were killed while they wrote the same file.
  static func removeLeftovers(for target: FilePath) {
    guard let folder = unsafe opendir(target.folder.cString) else { return }
    defer { unsafe closedir(folder) }
    let prefix = prefix(for: target)
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { name in
        unsafe Array(name.prefix { $0 != 0 })
      }
      if let process = process(of: name, prefix: prefix), kill(process, 0) == -1, errno == ESRCH {
        _ = unsafe unlink(target.sibling(name).cString)
      }
    }
  }

  private static func prefix(for target: FilePath) -> [UInt8] {
    let mark = Array(".rainsynth-".utf8)
    let room = mostBytes - mostBytesAfterPrefix - mark.count - 1
    return [UInt8(ascii: ".")] + target.name.prefix(room) + mark
  }

  /// The number of the process that made the name, if it is a temporary one for `prefix`.
  private static func process(of name: [UInt8], prefix: [UInt8]) -> pid_t? {
    guard name.starts(with: prefix) else { return nil }
    let parts = String(decoding: name.dropFirst(prefix.count), as: UTF8.self)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 8, UInt32(parts[1], radix: 16) != nil,
      let process = pid_t(parts[0]), process > 0
    else { return nil }
    return process
  }
}
