package import Platform

/// An empty folder of a test's own, removed with all files in it.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/rainsynth-tests-XXXXXX".utf8CString)
    if unsafe mkdtemp(&template) == nil { throw CallFailed(errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { _ = unsafe unlink("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }

  /// The names of the files in the folder.
  package var names: [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe String(decoding: FilePath.name(of: entry), as: UTF8.self)
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a file, and returns its path.
  @discardableResult
  package func makeFile(_ name: String, _ text: String = "", mode: mode_t = 0o644) throws -> String
  {
    let file = "\(path)/\(name)"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL, mode)
    try check(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try check(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    try check(fchmod(descriptor, mode) == 0)
    return file
  }

  /// Makes a file, or replaces its content, and returns its path.
  @discardableResult
  package func makeFile(_ name: String, bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    try check(descriptor >= 0)
    defer { close(descriptor) }
    try check(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    return file
  }

  package func text(_ name: String) throws -> String {
    let descriptor = unsafe open("\(path)/\(name)", O_RDONLY)
    try check(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    try check(count >= 0)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Type and permissions under the name; of a link, not of its target.
  package func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try check(unsafe lstat("\(path)/\(name)", &status) == 0)
    return status.st_mode
  }

  package func link(_ name: String, to target: String) throws {
    try check(unsafe symlink(target, "\(path)/\(name)") == 0)
  }

  private struct CallFailed: Error { let errno: Int32 }

  private func check(_ succeeded: Bool) throws { if !succeeded { throw CallFailed(errno: errno) } }
}
