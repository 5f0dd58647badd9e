/// The entry of one WAV in the list of its folder, as `batch`, `vary` and `drop --count` write it: an object of JSON
/// that says how the file is made, then the results of the rendering.
public struct ClipEntry: Sendable {
  /// The name of the file, in the folder of the list.
  public let file: String
  /// The length of the file; nil where an encoder writes it.
  public let bytes: Int?
  private var members: [JSONNode.Member]

  private static let fileKey = "file"
  private static let presetKey = "preset"
  package static let bytesKey = "bytes"
  private static let settingsKey = "settings"
  private static let numberKey = "number"
  package static let logKey = "log"
  package static let logHashKey = "logSha256"
  private static let encoderKey = "encoder"
  package static let encodedHashKey = "fileSha256"
  /// A longer line is no entry. A curve of a million keys has 35 MB.
  package static let longestLine = 1 << 27
  /// How the line of an entry that we write begins.
  package static let beginning = "{\"\(fileKey)\":"
  /// The keys of the members that determine the file. The version of the software is not one of them,
  /// the sound revision is.
  private static let recipeKeys = [
    fileKey, presetKey, "revision", "seed", settingsKey, bytesKey,
  ]

  /// The entry of a rendering.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - preset: The name of the preset, or the path of its file.
  ///   - job: What the file holds.
  ///   - bytes: The length of the file, unless an encoder writes it.
  ///   - encoder: The program that writes the file; nil: it is a WAV.
  ///   - varied: The names of settings that are written also where they have the value of steady rain.
  package init(
    file: String, preset: String, job: Rendering, bytes: Int, encoder: Encoder?,
    varied: [String] = []
  ) {
    self.file = file
    self.bytes = encoder == nil ? bytes : nil
    let recipe = [
      JSONText.string(file), JSONText.string(preset), "\(Rain.soundRevision)", "\(job.seed)",
      JSONText.line(
        job.job.settings { $0.followsRainfall || $1 != $2 || varied.contains($0.name) }
          // As a text: a column of pyarrow and others has one type, and times of curves have two.
          .map {
            ($0.key, $0.key == WrittenAutomation.curvesKey ? JSONText.string($0.json) : $0.json)
          }
      ),
    ]
    let last =
      encoder.map { (Self.encoderKey, JSONText.string($0.commandLine)) }
      ?? (Self.bytesKey, "\(bytes)")
    let software = [("software", JSONText.string(Software.signature))]
    members = (Array(zip(Self.recipeKeys, recipe)) + [last] + software).map(Self.member)
  }

  private static func member(_ key: String, _ json: String) -> JSONNode.Member {
    guard let node = JSONNode(Array(json.utf8)) else {
      preconditionFailure("members are JSON, not \(json)")
    }
    return (key, node)
  }

  /// Reads an entry; nil for other JSON.
  public init?(json: [UInt8]) {
    guard let node = JSONNode(json) else { return nil }
    self.init(node)
  }

  package init?(_ node: JSONNode) {
    guard case .object(let members) = node, case .string(let file)? = node[Self.fileKey],
      // Only a name in this folder.
      !file.isEmpty, file != "..", !file.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" })
    else { return nil }
    if case .number(let digits)? = node[Self.bytesKey] {
      guard let bytes = Int(digits), bytes >= 0 else { return nil }
      self.bytes = bytes
    } else {
      guard node[Self.bytesKey] == nil, case .string? = node["sha256"] else { return nil }
      bytes = nil
    }
    self.file = file
    self.members = members
  }

  /// The object on one line.
  public var json: String { JSONNode.object(members).json }

  package func adding(_ results: [(key: String, json: String)]) -> ClipEntry {
    var entry = self
    entry.members += results.map(Self.member)
    return entry
  }

  /// The SHA-256 of the samples, as hexadecimal digits; nil where it is missing.
  public var hash: String? { self["sha256"]?.string }

  /// The settings from which the file was rendered, as JSON; nil where they are missing. Those that are not there have
  /// the values of steady rain.
  public var settings: String? {
    guard case .object(let settings)? = self[Self.settingsKey] else { return nil }
    return JSONText.line(
      settings.map { key, node in
        (key, key == WrittenAutomation.curvesKey ? node.string ?? node.json : node.json)
      })
  }

  /// The sound revision with which the file was rendered; nil where it is missing.
  public var revision: Int? { self["revision"]?.digits.flatMap { Int($0) } }

  /// The format of the log of drops beside the file; nil without a log.
  package var log: DropLogFormat? {
    self[Self.logKey]?.string.flatMap(DropLogFormat.init(rawValue:))
  }

  /// The name of the log of drops beside the file, and its SHA-256 as hexadecimal digits; nil without a log.
  package var logFile: (name: String, hash: String)? {
    guard let log, let hash = self[Self.logHashKey]?.string else { return nil }
    let beginning = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    return ("\(beginning).\(log.ending)", hash)
  }

  /// The members of a clip with a number; `file_name` is what Hugging Face's loaders call its file.
  package static func members(number: Int, file: String) -> [(key: String, json: String)] {
    [(numberKey, "\(number)"), (fileColumn, JSONText.string(file))]
  }

  /// The column of the names of files in tables.
  package static let fileColumn = "file_name"

  /// The members that fit a table, and what was drawn, each as a field of CSV.
  package var row: [String: String] {
    var row: [String: String] = [:]
    var all = members
    if case .object(let varied)? = self["varied"] { all = varied + all }
    for (key, node) in all {
      switch node {
      case .string(let text): row[key] = "\"\(text.replacing("\"", with: "\"\""))\""
      case .number(let digits): row[key] = digits
      case .bool(let isTrue): row[key] = "\(isTrue)"
      case .null, .array, .object: break
      }
    }
    return row
  }

  /// The SHA-256 of a file that an encoder has written, as hexadecimal digits; nil for a WAV.
  package var encodedHash: String? { self[Self.encodedHashKey]?.string }

  /// The key by which a list is sorted: clips follow one another by their numbers.
  package var sortKey: (number: Int, preset: String, file: String) {
    let number = self[Self.numberKey]?.digits.flatMap { Int($0) }
    return (number ?? 0, self[Self.presetKey]?.string ?? "", file)
  }

  private subscript(key: String) -> JSONNode? { JSONNode.object(members)[key] }

  /// A hash of all that determines the file, for this process: equal for entries of the same file, whatever their
  /// results are, and however their numbers are spelled.
  package var recipe: Int {
    let encoder = self[Self.encoderKey]
    // What an encoder writes has the length that it has.
    return hash(of: Self.recipeKeys.filter { $0 != Self.bytesKey || encoder == nil }, encoder)
  }

  /// A hash of its rain, for this process: the same whatever sound revision, encoder and format of the list it has.
  package var rain: Int { hash(of: ["seed", Self.settingsKey], nil) }

  private func hash(of keys: [String], _ encoder: JSONNode?) -> Int {
    var hasher = Hasher()
    hasher.combine(encoder)
    // The list of single drops has no settings.
    if self[Self.settingsKey] == nil { hasher.combine(hash) }
    for key in keys { hasher.combine(self[key]) }
    return hasher.finalize()
  }
}

/// A sentence about a rain, as the captions of recordings are.
package enum Caption {
  /// The rain in words, by the bounds of the Met Office's fact sheet 3 for showers; drizzle has at most half a
  /// millimeter an hour.
  private static func rain(_ rainfall: Double) -> String {
    switch rainfall {
    case ...0.5: "drizzle"
    case ..<2: "light rain"
    case ..<10: "moderate rain"
    case ..<50: "heavy rain"
    default: "violent rain"
    }
  }

  /// The sentence of rain with so many mm/h; the seed chooses its form.
  package static func text(rainfall: Double, surface: Surface, seed: UInt64) -> String {
    let (rain, place) = (rain(rainfall), surface.place)
    let first = rain.prefix(1).uppercased() + rain.dropFirst()
    switch seed % 4 {
    case 0: return "\(first) \(place)."
    case 1: return "\(first) falls \(place)."
    case 2: return "The sound of \(rain) \(place)."
    default: return "One hears \(rain) falling \(place)."
    }
  }
}
