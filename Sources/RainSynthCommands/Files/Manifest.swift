internal import Platform
internal import Text

/// The content of manifest.json, where `batch` lists the files that it has written:
///
///     {
///       "rainsynth": "1.0.0",
///       "files": [
///         {"file":"light.wav","preset":"light", ... },
///         {"file":"tent.wav","preset":"tent", ... }
///       ]
///     }
///
/// Any JSON with these two members is read, with any indentation. Members that others have added are
/// kept.
struct Manifest {
  static let fileName = "manifest.json"
  /// A longer file is not a manifest.
  private static let longestBytes = 1 << 26
  private static let versionKey = "rainsynth"
  private static let filesKey = "files"

  private(set) var entries: [ManifestEntry] = []
  /// The index of the entry of a file.
  private var places: [String: Int] = [:]
  /// Members that others have added.
  private var otherMembers: [JSONNode.Member] = []

  init() {}

  /// The manifest in a text; nil if `batch` has not written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = JSONNode(bytes) else { return nil }
    var nodes: [JSONNode]?
    var hasVersion = false
    for member in members {
      switch (member.key, member.node) {
      case (Manifest.versionKey, .string): hasVersion = true
      case (Manifest.filesKey, .array(let array)): nodes = array
      default: otherMembers.append(member)
      }
    }
    guard hasVersion, let nodes else { return nil }
    for node in nodes {
      if let entry = ManifestEntry(node) { set(entry) }
    }
  }

  /// The manifest at the path; without entries if there is none. Another file is refused.
  init(path: String) throws(Failure) {
    guard fileLength(path) != nil else { return }
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Manifest.longestBytes)
    } catch {
      throw Failure(error)
    }
    guard let manifest = Manifest(bytes) else {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): exists, and batch has not written it; -f replaces it")
    }
    self = manifest
  }

  /// Whether the file at the path is a manifest.
  static func isManifest(path: String) -> Bool {
    guard let bytes = try? readFile(path, limit: longestBytes) else { return false }
    return Manifest(bytes) != nil
  }

  subscript(file: String) -> ManifestEntry? {
    places[file].map { entries[$0] }
  }

  /// Sets the entry of its file. Members that others have added to the old entry are kept.
  mutating func set(_ entry: ManifestEntry) {
    if let place = places[entry.file] {
      entries[place] = entry.keepingOtherMembers(of: entries[place])
    } else {
      places[entry.file] = entries.count
      entries.append(entry)
    }
  }

  /// Removes the entries that are not to be kept.
  mutating func keep(where isKept: (ManifestEntry) -> Bool) {
    entries.removeAll { !isKept($0) }
    places = Dictionary(uniqueKeysWithValues: zip(entries.map(\.file), entries.indices))
  }

  /// The text of the file: an entry a line.
  var text: String {
    var lines = [(Manifest.versionKey, JSONText.string(Program.version))]
    lines += otherMembers.map { ($0.key, $0.node.json) }
    let files = entries.map { "    \($0.json)" }.joined(separator: ",\n")
    lines.append((Manifest.filesKey, "[\n\(files)\n  ]"))
    return JSONText.object(lines) + "\n"
  }
}
