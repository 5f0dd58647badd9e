internal import CLAP
internal import CRain

/// Runs what a host has called in the floating-point state of the engine.
func inOwnState<Result>(_ body: () -> Result) -> Result {
  let host = rain_take_floating_point()
  defer { rain_give_back_floating_point(host) }
  return body()
}

/// Texts for hosts, and from them.
enum HostText {
  nonisolated(unsafe) static let software = unsafe lasting(Software.name)
  nonisolated(unsafe) static let clap = unsafe lasting("clap")
  static let clapVersion = clap_version(major: 1, minor: 2, revision: 0)
  static let summary = "Rain: each place of the song has its own, the same each time."

  /// Copies as much of a text as fits into an array of a structure of C.
  static func fill<Characters>(_ text: String, _ array: inout Characters) {
    unsafe withUnsafeMutableBytes(of: &array) { array in
      let target = unsafe array.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe text.copy(to: target, room: array.count)
    }
  }

  /// The bytes of a file; nil if it cannot be read, or is too long for a preset.
  static func file(_ path: UnsafePointer<CChar>) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { _ = unsafe fclose(file) }
    return bytes { unsafe Int(fread(&$0, 1, $0.count, file)) }
  }

  /// The bytes that `read` puts into a buffer, part by part until none is left; nil if it fails, or has too many for a
  /// preset.
  static func bytes(_ read: (inout [UInt8]) -> Int) -> [UInt8]? {
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while bytes.count <= 1 << 26 {
      let count = read(&part)
      if count == 0 { return bytes }
      guard 1...part.count ~= count else { return nil }
      bytes += part[..<count]
    }
    return nil
  }

  /// A folder that is there, below the home of the user; nil: there is none.
  static func folderOfUser(_ path: String) -> String? {
    guard let home = unsafe getenv("HOME") else { return nil }
    let path = unsafe String(cString: home) + "/" + path
    guard let folder = unsafe fopen(path, "rb") else { return nil }
    _ = unsafe fclose(folder)
    return path
  }
}
