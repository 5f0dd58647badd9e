/// The flag --curve: `rainfall=0=drizzle; 10m=heavy; -10m~=light`.
enum CurveFlag {
  static let name = "curve"

  static let option = Option(
    name, takes: "NAME=KEYS",
    "let a setting move, as gain='0=-20; 10m=0'",
    completion: Completion(
      words: Place.names.map { "\(Place.key)=0=\($0)" } + Setting.beginnings("0=")))

  /// Adds the curve that a person wrote, of a setting or of the place, to what is said.
  static func read(_ text: String, into layer: inout RainLayer) throws {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let keys = halves.count == 2 ? halves[1] : ""
    func requireFirst(_ name: String, _ isFirst: Bool) throws {
      if isFirst { return }
      throw Flaw("--\(Self.name) \(name) is there twice; put all keys into one of them")
    }
    if halves[0].trimmed == Place.key {
      var curve = PlaceCurve()
      // A file is read once: it may be a pipe.
      var places: [String: Place] = [:]
      curve.keys = try self.keys(keys, of: Place.key, Place.key) { word, _ in
        let isPath = Preset.isPath(word)
        let place = try places[word] ?? (isPath ? Place(forCurve: word) : Place(named: word))
        places[word] = place
        return curve.number(of: place)
      }
      try requireFirst(Place.key, layer.passages == nil)
      layer.passages = curve
      return
    }
    let setting = try setting(halves[0].trimmed)
    let read = try self.keys(keys, of: setting.name, setting.flagName) {
      try setting.number($0, for: $1)
    }
    try requireFirst(setting.name, !layer.moves(setting))
    layer.set(WrittenCurve(setting, read))
  }

  /// The flag of the setting, or of the place, that the value of --curve names; nil: it names none.
  static func moved(by text: String) -> String? {
    let name = text.prefix { $0 != "=" }.trimmed
    return name == Place.key ? Place.key : (try? setting(name))?.flagName
  }

  /// The keys that a person wrote; `number` reads the value of one, and names it in messages.
  private static func keys(
    _ text: Substring, of name: String, _ flag: String,
    number: (_ value: String, _ label: String) throws -> Double
  ) throws -> [WrittenCurve.Key] {
    let label = "the curve of \(name)"
    guard !text.trimmed.isEmpty else {
      throw Flaw("\(label) has no key; write --\(Self.name) \(flag)='TIME=VALUE; TIME=VALUE'")
    }
    // What stands between semicolons; nothing need follow the last one.
    var pieces = text.split(separator: ";", omittingEmptySubsequences: false)
    if let last = pieces.last, pieces.count > 1, last.trimmed.isEmpty { pieces.removeLast() }
    var keys: [WrittenCurve.Key] = []
    keys.reserveCapacity(pieces.count)
    for (index, piece) in pieces.enumerated() {
      let key = try key(piece, "key \(index + 1) of \(label)", number)
      if let last = keys.last, key.earliest.isBefore(last.earliest) {
        throw Flaw(
          "key \(index + 1) of \(label), at \(key.earliest.text), lies before key \(index), "
            + "at \(last.earliest.text)")
      }
      keys.append(key)
    }
    return keys
  }

  /// The setting of that name, as in presets or as a flag.
  private static func setting(_ name: String) throws -> Setting {
    let bare = name.hasPrefix("--") ? String(name.dropFirst(2)) : name
    if let setting = Setting(written: bare) { return setting }
    if let sentence = Removed.sentence(bare, after: "--curve") { throw Flaw(sentence) }
    let hint = Suggestion.hint(
      for: bare, in: [Place.key] + Setting.allCases.map(\.flagName),
      otherwise: ", as in rainfall='0=light; 10m=heavy'")
    throw Flaw("--curve takes the name of a setting, not \(name.quoted)\(hint)")
  }

  /// The key in a piece between two semicolons.
  private static func key(
    _ piece: Substring, _ label: String, _ number: (String, String) throws -> Double
  ) throws -> WrittenCurve.Key {
    guard let equals = piece.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw Flaw(
        "\(label) is written TIME=VALUE, TIME|=VALUE or TIME~=VALUE, not \(piece.trimmed.quoted)")
    }
    var written = piece[..<equals]
    let shape = shapes.first { $0.sign == written.last }?.shape ?? .line
    if shape != .line { written = written.dropLast() }
    let timeText = written.trimmed
    guard let (start, time) = WrittenCurve.Time.moments(written: timeText) else {
      throw Flaw(
        "\(label) takes a time such as 10m, 1:30:00, -10m, 25% or 9m..10m, not \(timeText.quoted)")
    }
    if let start, time.isBefore(start) {
      throw Flaw("\(label) cannot begin after it ends, as in \(timeText.quoted)")
    }
    let value = piece[piece.utf8.index(after: equals)...].trimmed
    return WrittenCurve.Key(at: time, try number(value, label), shape, from: start)
  }

  /// The ways to a key, by what stands before the equals sign; without it, along a line.
  private static let shapes: [(sign: Character, shape: RainAutomation.Shape)] = [
    ("|", .step), ("~", .smooth),
  ]

  /// The curve as a person would write it, without blanks; of a long one, the first `limit` bytes or a little more.
  static func text(of curve: WrittenCurve, limit: Int) -> String {
    var text = "\(curve.setting.flagName)="
    for (index, key) in curve.keys.enumerated() where text.utf8.count < limit {
      let sign = shapes.first { $0.shape == key.shape }.map { String($0.sign) } ?? ""
      text += "\(index == 0 ? "" : ";")\(key.timeText)\(sign)=\(curve.setting.text(key.value))"
    }
    return text
  }
}

extension Substring {
  /// The text without blanks at its ends.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !Self.isBlank($0) }),
      let last = bytes.lastIndex(where: { !Self.isBlank($0) })
    else { return "" }
    return String(Substring(bytes[first...last]))
  }

  /// A space, a tab or the end of a line.
  fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
