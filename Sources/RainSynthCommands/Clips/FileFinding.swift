/// The result where a file is read and compared with its hash in a list.
enum FileFinding {
  case same
  /// Another hash, and words about the difference.
  case different(String)
  case unreadable

  /// Reads a file, and compares the SHA-256 of its samples, or of all bytes where it is no sound, with the expected
  /// one. `clip` is its entry in a list of clips; nil in a list of sha256sum.
  static func of(_ file: FileReader, hash expected: String, clip: ClipEntry?) -> Self {
    if let bytes = clip?.bytes, bytes != file.length {
      return .different(", \(file.length) bytes, not \(bytes)")
    }
    let path = file.path
    if let encoded = clip?.encodedHash { return of(file, bytesHash: encoded) }
    guard let wave = try? WaveReader(file) else {
      // Raw samples, or what is left of a WAV.
      return of(file, bytesHash: expected)
    }
    var hash = SHA256()
    guard (try? wave.forEachPiece(.never) { hash.update($0.span) }) != nil else {
      return .unreadable
    }
    guard SHA256.hex(hash.finalize()) == expected else {
      // A list of sha256sum has the hashes of whole files.
      return clip == nil && (try? SHA256.hex(ofFile: path)) == expected ? .same : .different("")
    }
    if wave.missingByteCount > 0 { return .different(", its end is missing") }
    guard let json = clip?.settings, let job = try? StoredSettings(json: json, of: path).rendering()
    else { return .same }
    if wave.format != job.waveFormat { return .different(", another format") }
    do {
      // A file without metadata stores none.
      guard let stored = try StoredSettings(wave, path: path) else { return .same }
      return try stored.rendering().job == job.job ? .same : .different(", other settings")
    } catch {
      return .different(", other settings")
    }
  }

  static func of(_ file: FileReader, bytesHash expected: String) -> Self {
    (try? SHA256.hex(ofFile: file.path)).map { $0 == expected ? .same : .different("") }
      ?? .unreadable
  }
}

extension SHA256 {
  static func hex(ofFile path: String) throws(FileError) -> String {
    var hash = SHA256()
    try InputReader(file: path).forEachPiece(of: 1 << 20) { piece in
      hash.update(piece.span)
      return true
    }
    return hex(hash.finalize())
  }
}
