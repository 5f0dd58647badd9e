internal import Text

/// The content of the list of a folder of clips.
///
/// `vary` and `drop --count` write manifest.jsonl, with an object of JSON on each line. `batch` writes manifest.json,
/// one object:
///
///     {
///       "rainsynth": "1.1.0",
///       "files": [
///         {"file":"light.wav","preset":"light", ... },
///         {"file":"tent.wav","preset":"tent", ... }
///       ]
///     }
///
/// Any JSON with these two members is read, with any indentation. Members that others have added are
/// kept.
public struct Manifest: Sendable {
  private static let versionKey = "rainsynth"
  private static let filesKey = "files"

  /// The entries, one for each file. Of several lines about one file, the last one counts.
  public private(set) var entries: [ClipEntry] = []
  /// The index of the entry of a file.
  private var places: [String: Int] = [:]
  /// Members that others have added to the object.
  private var otherMembers: [JSONNode.Member] = []

  /// No entries yet.
  public init() {}

  /// The manifest in the text of manifest.json; nil for other text.
  public init?(_ json: [UInt8]) {
    guard case .object(let members)? = JSONNode(json) else { return nil }
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
      if let entry = ClipEntry(node) { set(entry) }
    }
  }

  /// The manifest in the text of manifest.jsonl; nil where a line is no entry.
  public init?(lines: [UInt8]) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let entry = ClipEntry(json: Array(line)) else { return nil }
      set(entry)
    }
  }

  /// The entry of a file; nil if there is none.
  public subscript(file: String) -> ClipEntry? {
    places[file].map { entries[$0] }
  }

  /// Sets the entry of its file. Members that others have added to the old entry are kept.
  public mutating func set(_ entry: ClipEntry) {
    if let place = places[entry.file] {
      entries[place] = entry.keepingOtherMembers(of: entries[place])
    } else {
      places[entry.file] = entries.count
      entries.append(entry)
    }
  }

  /// Removes the entries that are not to be kept.
  package mutating func keep(where isKept: (ClipEntry) -> Bool) {
    entries.removeAll { !isKept($0) }
    places = Dictionary(uniqueKeysWithValues: zip(entries.map(\.file), entries.indices))
  }

  /// The text of manifest.json: an entry a line.
  public var json: String {
    var members = [(Manifest.versionKey, JSONText.string(Software.version))]
    members += otherMembers.map { ($0.key, $0.node.json) }
    let files = entries.map { "    \($0.json)" }.joined(separator: ",\n")
    members.append((Manifest.filesKey, "[\n\(files)\n  ]"))
    return JSONText.object(members) + "\n"
  }

  /// The text of manifest.jsonl.
  public var lines: String { entries.map { "\($0.json)\n" }.joined() }
}
