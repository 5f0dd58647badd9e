/// Outside of settings, which have units of their own by that name.
private let percentages = Unit("%")

/// Settings as a person writes them: flags, and their values.
extension Setting {
  /// The name as a flag, without the dashes: `bubble-frequency`, `tone-63`.
  package var flagName: String { Setting.flagName(of: name) }

  package static func flagName(of name: String) -> String {
    let small: UInt8 = 0x20
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      let isCapital = byte.isLetter && byte & small == 0
      if isCapital || byte.isDigit && bytes.last?.isDigit == false {
        bytes.append(UInt8(ascii: "-"))
      }
      bytes.append(byte | small)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The setting of each flag.
  package static let ofFlags = Dictionary(uniqueKeysWithValues: allCases.map { ($0.flagName, $0) })

  /// The setting of that name, as in presets or as a flag without its dashes; nil if there is none.
  package init?(written name: String) {
    guard let setting = Setting.ofFlags[name] ?? Setting(named: name) else { return nil }
    self = setting
  }

  /// The numbers of the setting, with the spellings of their unit.
  package var quantity: Quantity { Quantity(row.unit.written, row.range) }

  /// The number written for the setting; of a choice, its number. Messages begin with `label`, such
  /// as its flag.
  package func number(_ text: String, for label: String) throws(Flaw) -> Double {
    let row = row
    if let (first, last) = text.halves(at: ".."), label == "--\(flagName)",
      let first = try? number(String(first), for: label),
      let last = try? number(String(last), for: label)
    {
      let (first, last) = (self.text(first), self.text(last))
      throw Flaw(
        "\(label) takes one value; --curve \(flagName)='0=\(first); 100%=\(last)' moves from the one to "
          + "the other, and vary --vary draws between them")
    }
    if self == .gain, let gain = Self.gain(ofVolume: text) { return gain }
    if row.words.isEmpty { return try quantity.parse(text, for: label) }
    let word = text.asciiLowercased
    if let name = row.words.first(where: { $0.name.asciiLowercased == word }) { return name.number }
    if !row.isChoice, let number = row.unit.written.number(text), row.range.contains(number) {
      return number
    }
    let names = row.words.map { $0.name }
    let hint =
      row.isChoice
      ? Words.surfaces[word].map { "; \($0) is nearest" }
      : Suggestion.point(in: text) { row.unit.written.number($0) != nil }
    throw Flaw(
      "\(label) takes \(row.isChoice ? "" : "\(quantity) or one of ")"
        + "\(names.joined(separator: ", ")), not \(text.quoted)"
        + (hint ?? Suggestion.hint(for: text, in: names)))
  }

  /// The gain of a volume in per cent, in tenths of a dB: its square as a factor, as the volume of
  /// the page has it. Half is -12 dB; below 3.2 % it is silent. Nil: the text is no such volume.
  private static func gain(ofVolume text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = percentages.number(text), 0...100 ~= percent else {
      return nil
    }
    let decibels = 2 * Elementary.decibels(amplitude: max(percent / 100, 1e-3))
    return max((decibels * 10).rounded() / 10, Setting.gain.row.range.lowerBound)
  }

  /// A number of the setting as ``number(_:for:)`` reads it.
  package func text(_ number: Double) -> String {
    row.choice(number) ?? NumberText.shortest(number)
  }
}
