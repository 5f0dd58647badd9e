/// The flag --curve: `rainfall=0=drizzle; 10m=heavy; -10m~=light`.
package enum CurveFlag {
  package static let name = "curve"

  /// The values of the keys: the places of a curve of places.
  package static func values(_ text: String) -> [String] {
    let keys = text.halves(at: "=")?.1 ?? ""
    return keys.utf8.split(separator: UInt8(ascii: ";")).compactMap {
      Substring($0).halves(at: "=")?.1.trimmed
    }
  }

  /// Adds the curve that a person wrote, of a setting or of the place, to what is said. `files` are
  /// the places in files, by their words.
  package static func read(
    _ text: String, into layer: inout RainLayer, files: [String: Place] = [:]
  ) throws(Flaw) {
    let (before, keys) = text.halves(at: "=") ?? (text[...], "")
    let name = before.trimmed
    func requireFirst(_ name: String, _ isFirst: Bool) throws(Flaw) {
      if isFirst { return }
      throw Flaw("--\(Self.name) \(name) is there twice; put all keys into one of them")
    }
    if name == Place.key {
      var curve = PlaceCurve()
      curve.keys = try self.keys(keys, of: Place.key, Place.key) { (word, _) throws(Flaw) in
        if let place = files[word] { return curve.number(of: place) }
        return curve.number(of: try asFlaw { () throws(PresetError) in try Place(named: word) })
      }
      try requireFirst(Place.key, layer.passages == nil)
      layer.passages = curve
      return
    }
    let setting = try setting(name)
    let read = try self.keys(keys, of: setting.name, setting.flagName) {
      (text, label) throws(Flaw) in
      try setting.number(text, for: label)
    }
    try requireFirst(setting.name, !layer.moves(setting))
    layer.set(WrittenCurve(setting, read))
  }

  /// The flag of the setting, or of the place, that the value of --curve names; nil: it names none.
  package static func moved(by text: String) -> String? {
    let name = (text.halves(at: "=")?.0 ?? text[...]).trimmed
    return name == Place.key ? Place.key : (try? setting(name))?.flagName
  }

  /// The keys that a person wrote; `number` reads the value of one, and names it in messages.
  private static func keys(
    _ text: Substring, of name: String, _ flag: String,
    number: (_ value: String, _ label: String) throws(Flaw) -> Double
  ) throws(Flaw) -> [WrittenCurve.Key] {
    let label = "the curve of \(name)"
    guard !text.trimmed.isEmpty else {
      throw Flaw("\(label) has no key; write --\(Self.name) \(flag)='TIME=VALUE; TIME=VALUE'")
    }
    // What stands between semicolons; nothing need follow the last one.
    var pieces = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map(Substring.init)
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
  private static func setting(_ name: String) throws(Flaw) -> Setting {
    let bare = name.hasPrefix("--") ? String(name.dropFirst(2)) : name
    if let setting = Setting(written: bare) { return setting }
    if bare == RenderOption.seedName {
      throw Flaw("there is no 'seed': render two seeds, and cross-fade them in an editor")
    }
    let hint = Suggestion.hint(
      for: bare, in: [Place.key] + Setting.allCases.map { $0.flagName },
      otherwise: ", as in rainfall='0=light; 10m=heavy'")
    throw Flaw("--curve takes the name of a setting, not \(name.quoted)\(hint)")
  }

  private static func key(
    _ piece: Substring, _ label: String, _ number: (String, String) throws(Flaw) -> Double
  ) throws(Flaw) -> WrittenCurve.Key {
    guard let (before, value) = piece.halves(at: "=") else {
      throw Flaw(
        "\(label) is written TIME=VALUE, TIME|=VALUE or TIME~=VALUE, not \(piece.trimmed.quoted)")
    }
    let shape = shapes.first { $0.sign.utf8.first == before.utf8.last }?.shape ?? .line
    let timeText = (shape == .line ? before : Substring(before.utf8.dropLast())).trimmed
    guard let (start, time) = WrittenCurve.Time.moments(written: timeText) else {
      throw Flaw(
        "\(label) takes a time such as 10m, 1:30:00, -10m, 25% or 9m..10m, not \(timeText.quoted)")
    }
    if let start, time.isBefore(start) {
      throw Flaw("\(label) cannot begin after it ends, as in \(timeText.quoted)")
    }
    return WrittenCurve.Key(at: time, try number(value.trimmed, label), shape, from: start)
  }

  /// The ways to a key, by what stands before the equals sign; without it, along a line.
  private static let shapes: [(sign: String, shape: RainAutomation.Shape)] = [
    ("|", .step), ("~", .smooth),
  ]

  /// The curve as a person would write it, without blanks; of a long one, the first `limit` bytes or a little more.
  package static func text(of curve: WrittenCurve, limit: Int) -> String {
    var text = "\(curve.setting.flagName)="
    for (index, key) in curve.keys.enumerated() where text.utf8.count < limit {
      let sign = shapes.first { $0.shape == key.shape }?.sign ?? ""
      text += "\(index == 0 ? "" : ";")\(key.timeText)\(sign)=\(curve.setting.text(key.value))"
    }
    return text
  }
}
