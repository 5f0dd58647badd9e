package import Platform
internal import Text

/// The metadata of a FLAC file, which another program decodes.
///
/// Source: RFC 9639, "Free Lossless Audio Codec (FLAC)", sections 6 to 8.
package struct FLACFile {
  private static let streamInformation: UInt8 = 0
  private static let comments: UInt8 = 4
  private static let lastBlock: UInt8 = 0x80

  private let file: FileReader
  private var bitsPerSample = 16
  /// The texts by the identifiers that they have in a WAV.
  package private(set) var information: [String: String] = [:]

  /// Reads the metadata; nil for another file.
  package init?(_ file: FileReader) throws(FileError) {
    guard try file.read(4, at: 0) == Array("fLaC".utf8) else { return nil }
    self.file = file
    var place = 4
    while true {
      let head = try file.read(4, at: place)
      guard head.count == 4 else {
        throw .malformed(path: file.path, "ends within the metadata of FLAC")
      }
      let length = head[1...].reduce(0) { $0 << 8 | Int($1) }
      place += head.count
      switch head[0] & ~Self.lastBlock {
      case Self.streamInformation:
        let block = try file.read(length, at: place)
        // 5 bits that begin with the last one of byte 12; one less than the number.
        if block.count > 13 { bitsPerSample = Int(block[12] & 1) << 4 + Int(block[13] >> 4) + 1 }
      case Self.comments: take(try file.read(length, at: place))
      default: break
      }
      place += length
      if head[0] & Self.lastBlock != 0 { return }
    }
  }

  /// Takes the texts of a block of comments: KEY=TEXT, each behind its length.
  private mutating func take(_ block: [UInt8]) {
    var rest = block[...]
    func number() -> Int {
      let bytes = rest.prefix(4)
      rest = rest.dropFirst(4)
      return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    // The name of the encoder.
    let nameLength = number()
    rest = rest.dropFirst(nameLength)
    let count = number()
    for _ in 0..<count where !rest.isEmpty {
      let length = number()
      let halves = String(decoding: rest.prefix(length), as: UTF8.self)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      rest = rest.dropFirst(length)
      guard halves.count == 2 else { continue }
      switch halves[0].uppercased() {
      case "TITLE": information["INAM"] = String(halves[1])
      // ffmpeg calls its comments so.
      case "COMMENT", "DESCRIPTION": information["ICMT"] = String(halves[1])
      default: break
      }
    }
  }

  /// The samples as a WAV, by the decoder that is here.
  package func decoded() throws(FileError) -> FileReader {
    if let flac = ChildProgram.path(of: "flac") {
      // RF64 has room for any length.
      let arguments = ["--decode", "--silent", "--stdout", "--force-rf64-format", "-"]
      return try file.converted(by: "flac", at: flac, arguments: arguments)
    }
    guard let ffmpeg = ChildProgram.path(of: "ffmpeg") else {
      throw .malformed(path: file.path, "is FLAC, which flac or ffmpeg decodes; install one")
    }
    let codec = "pcm_s\(bitsPerSample <= 16 ? 16 : bitsPerSample <= 24 ? 24 : 32)le"
    // Its standard output as a file, since it writes sizes last.
    return try file.converted(
      by: "ffmpeg", at: ffmpeg,
      arguments: [
        "-v", "error", "-y", "-i", "-", "-c:a", codec, "-f", "wav", "-rf64", "always",
        "file:/dev/fd/1",
      ])
  }
}
