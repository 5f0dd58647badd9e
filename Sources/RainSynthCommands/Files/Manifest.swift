internal import RainAudio
internal import Wording

/// The list of the files of a batch, as a file: a line of JSON for each WAV.
struct Manifest {
  static let fileName = "manifest.json"
  /// A longer file is not a manifest.
  private static let longestBytes = 1 << 26
  private static let margin = "    "
  private static let beginning = "{\n  \"rainsynth\": "

  private(set) var entries: [ManifestEntry] = []
  /// The index of the entry of each file.
  private var places: [String: Int] = [:]

  init() {}

  /// The manifest at the path; without entries if there is none. Throws if batch did not write it.
  init(path: String) throws(Failure) {
    guard fileLength(path) != nil else { return }
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Manifest.longestBytes)
    } catch {
      throw Failure(error)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !CombiningMarkLimit.isExceeded(by: text), text.hasPrefix(Manifest.beginning) else {
      throw Failure(
        .couldNot,
        "\(PlainText.line(path, limit: 200)): exists and is not by batch; "
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
    places[file].map { entries[$0] }
  }

  /// Sets the entry of a file, which has one at most.
  mutating func set(_ entry: ManifestEntry) {
    if let place = places[entry.file] {
      entries[place] = entry
    } else {
      places[entry.file] = entries.count
      entries.append(entry)
    }
  }

  /// Removes all other entries.
  mutating func keep(where isKept: (ManifestEntry) -> Bool) {
    let kept = entries.filter(isKept)
    self = Manifest()
    for entry in kept { set(entry) }
  }

  var text: String {
    let lines = entries.map { Manifest.margin + $0.line }.joined(separator: ",\n")
    return "\(Manifest.beginning)\(JSONText.string(Program.version)),\n"
      + "  \"files\": [\n\(lines)\n  ]\n}\n"
  }
}
