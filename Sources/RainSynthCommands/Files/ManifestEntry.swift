internal import RainDSP
internal import RainFiles
internal import Text

/// The entry of one WAV in a manifest: how it is made, then the results of the rendering.
struct ManifestEntry: Sendable {
  let file: String
  /// The length of the file.
  let bytes: Int
  private var members: [JSONNode.Member]

  private static let fileKey = "file"
  private static let bytesKey = "bytes"
  /// How the line of an entry that we write begins.
  static let beginning = "{\"\(fileKey)\":"
  /// The keys of the members that determine the file. The version of the software is not one of them,
  /// the sound revision is.
  private static let recipeKeys = [fileKey, "preset", "revision", "seed", "settings", bytesKey]

  /// The entry of a job in a file of that length.
  init(
    file: String, preset: String, _ job: Rendering, bytes: Int,
    results: [(key: String, json: String)]
  ) {
    self.file = file
    self.bytes = bytes
    let recipe = [
      JSONText.string(file), JSONText.string(preset), "\(Rain.soundRevision)", "\(job.seed)",
      JSONText.line(job.settings), "\(bytes)",
    ]
    let software = [("software", JSONText.string(Program.signature))]
    members = (Array(zip(Self.recipeKeys, recipe)) + software + results).map { key, json in
      guard let node = JSONNode(Array(json.utf8)) else {
        preconditionFailure("what we write is JSON")
      }
      return JSONNode.Member(key: key, node: node)
    }
  }

  /// Reads an entry; nil if `batch` has not written it.
  init?(_ node: JSONNode) {
    guard case .object(let members) = node, case .string(let file)? = node[Self.fileKey],
      case .number(let digits)? = node[Self.bytesKey], let bytes = Int(digits), bytes >= 0,
      // Only a name in this folder.
      !file.isEmpty, file != "..", !file.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" })
    else { return nil }
    self.file = file
    self.bytes = bytes
    self.members = members
  }

  /// The text of a member; nil if there is none.
  subscript(text key: String) -> String? {
    guard case .string(let text)? = JSONNode.object(members)[key] else { return nil }
    return text
  }

  /// The object on one line.
  var json: String { JSONNode.object(members).json }

  /// Whether both entries describe the same file, without a comparison of the results.
  func hasRecipe(of other: ManifestEntry) -> Bool {
    let (own, others) = (JSONNode.object(members), JSONNode.object(other.members))
    return Self.recipeKeys.allSatisfy { key in
      guard let a = own[key], let b = others[key] else { return false }
      return a.matches(b)
    }
  }

  /// A hash of what determines the file, for this process.
  var recipe: Int {
    let node = JSONNode.object(members)
    var hasher = Hasher()
    for key in Self.recipeKeys { hasher.combine(node[key]?.json) }
    return hasher.finalize()
  }

  /// The entry with the members that others have added to an older one.
  func keepingOtherMembers(of older: ManifestEntry) -> ManifestEntry {
    let own = Set(members.map(\.key))
    var entry = self
    entry.members += older.members.filter { !own.contains($0.key) }
    return entry
  }
}
