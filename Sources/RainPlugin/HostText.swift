internal import CLAP
internal import RainPresets

/// Texts for hosts, and from them.
enum HostText {
  nonisolated(unsafe) static let software = unsafe lasting(Software.name)
  nonisolated(unsafe) static let clap = unsafe lasting("clap")
  static let clapVersion = clap_version(major: 1, minor: 2, revision: 0)
  static let summary = "Rain: each place of the song has its own, the same each time."

  /// A text with a NUL, which is never freed.
  static func lasting(_ text: String) -> UnsafePointer<CChar> {
    let room = text.utf8.count + 1
    let target = UnsafeMutablePointer<CChar>.allocate(capacity: room)
    _ = unsafe copy(text, to: target, room: room)
    return unsafe UnsafePointer(target)
  }

  /// A value in memory that is never freed.
  static func lasting<Value>(_ value: Value) -> UnsafePointer<Value> {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe copy.initialize(to: value)
    return unsafe UnsafePointer(copy)
  }

  /// Copies as much of a text as fits, and a NUL. Returns whether there is a target.
  static func copy(_ text: String, to target: UnsafeMutablePointer<CChar>?, room: Int) -> Bool {
    guard let target = unsafe target, room > 0 else { return false }
    var index = 0
    for byte in text.utf8 where index < room - 1 {
      unsafe target[index] = CChar(bitPattern: byte)
      index += 1
    }
    unsafe target[index] = 0
    return true
  }

  /// Copies as much of a text as fits into an array of a structure of C.
  static func fill<Characters>(_ text: String, _ array: inout Characters) {
    unsafe withUnsafeMutableBytes(of: &array) { array in
      let target = unsafe array.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe copy(text, to: target, room: array.count)
    }
  }

  /// The bytes of a file; nil if it cannot be read, or is too long for a preset.
  static func file(_ path: UnsafePointer<CChar>) -> [UInt8]? {
    guard let file = unsafe openFile(path, "rb") else { return nil }
    defer { _ = unsafe closeFile(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe readFile(&part, 1, part.count, file)
      if count == 0 { return bytes }
      bytes += part[..<count]
      if bytes.count > 1 << 26 { return nil }
    }
  }

  /// A folder that is there, below the home of the user; nil: there is none.
  static func folderOfUser(_ path: String) -> String? {
    guard let home = unsafe environment("HOME") else { return nil }
    let path = unsafe String(cString: home) + "/" + path
    guard let folder = unsafe openFile(path, "rb") else { return nil }
    _ = unsafe closeFile(folder)
    return path
  }
}

// Embedded Swift has no module of the C library.
@_silgen_name("fopen") private func openFile(
  _ path: UnsafePointer<CChar>, _ mode: UnsafePointer<CChar>
) -> OpaquePointer?
@_silgen_name("fread") private func readFile(
  _ bytes: UnsafeMutableRawPointer, _ size: Int, _ count: Int, _ file: OpaquePointer
) -> Int
@_silgen_name("fclose") private func closeFile(_ file: OpaquePointer) -> Int32
@_silgen_name("getenv") private func environment(
  _ name: UnsafePointer<CChar>
) -> UnsafePointer<CChar>?
