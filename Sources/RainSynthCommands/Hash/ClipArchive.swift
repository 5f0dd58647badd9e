internal import Platform
internal import RainFiles

/// An archive of clips, each a WAV and its entry, as `vary --shards` writes it.
struct ClipArchive {
  private let path: String
  /// Where its files lie, by their names.
  private let parts: [String: Range<Int>]
  /// Whether its headers and its end are there.
  let isWhole: Bool
  /// The entries of its clips.
  let list: ChecksumFile
  /// The clips whose entries cannot be read.
  let clipsWithoutEntry: [String]

  /// Reads all but the clips; nil where the file is no archive.
  init?(_ file: FileReader) throws {
    guard let (files, isWhole) = try TarArchive.files(in: file) else { return nil }
    (path, self.isWhole) = (file.path, isWhole)
    parts = Dictionary(files.map { ($0.name, $0.range) }) { $1 }
    var lines: [UInt8] = []
    for (name, range) in files where name.hasSuffix(".json") {
      lines += try file.read(range.count, at: range.lowerBound)
    }
    list = ChecksumFile(lines)
    let known = Set(list.entries.map(\.line.name))
    clipsWithoutEntry = files.map(\.name).filter { $0.hasSuffix(".wav") && !known.contains($0) }
  }

  /// A file of the archive; nil if there is none of that name.
  func file(_ name: String) -> FileReader? {
    parts[name].flatMap { try? FileReader(path: path, part: $0) }
  }
}
