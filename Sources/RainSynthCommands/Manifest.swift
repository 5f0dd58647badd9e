internal import RainAudioIO

/// The file in which `batch` says what it has written: a line of JSON for each WAV in the folder.
struct Manifest {
  static let fileName = "manifest.json"
  /// A manifest that is longer is something else.
  private static let longestBytes = 1 << 26
  private static let margin = "    "
  private static let beginning = "{\n  \"rainsynth\": "

  private(set) var entries: [ManifestEntry] = []

  init() {}

  /// The manifest at the path; without entries if there is none. What is none of ours is refused.
  init(path: String) throws(Failure) {
    guard fileLength(path) != nil else { return }
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Manifest.longestBytes)
    } catch {
      throw Failure(error)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(Manifest.beginning) else {
      throw Failure(
        .couldNot,
        "\(PlainText.line(path, limit: 200)): exists, and batch has not written it; "
          + "-f replaces it")
    }
    for line in text.split(separator: "\n") {
      let entry = line.drop { $0 == " " }
      if let entry = ManifestEntry(String(entry.last == "," ? entry.dropLast() : entry)) {
        set(entry)
      }
    }
  }

  subscript(file: String) -> ManifestEntry? {
    entries.first { $0.file == file }
  }

  /// Sets the entry of its file, which it has no more than one of.
  mutating func set(_ entry: ManifestEntry) {
    if let index = entries.firstIndex(where: { $0.file == entry.file }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  mutating func remove(_ file: String) {
    entries.removeAll { $0.file == file }
  }

  var text: String {
    let lines = entries.map { Manifest.margin + $0.line }.joined(separator: ",\n")
    return "\(Manifest.beginning)\(JSONText.string(rainSynthVersion)),\n"
      + "  \"files\": [\n\(lines)\n  ]\n}\n"
  }
}
