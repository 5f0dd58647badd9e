internal import CommandLineKit
internal import RainDSP
internal import Text

extension Parameter {
  /// The name as a flag, without the dashes: `bubble-frequency`.
  var flagName: String { Parameter.flagName(of: name) }

  static func flagName(of name: String) -> String {
    let (dash, toSmall) = (UInt8(ascii: "-"), UInt8(ascii: "a") - UInt8(ascii: "A"))
    let bytes = name.utf8.flatMap {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? [dash, $0 + toSmall] : [$0]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The settings that a person is most likely to change.
  private static let everyday: Set = ["rainfall", "surface", "gain"]

  /// What the setting does, with other settings called by their flags.
  private var help: String {
    // Most lines name no setting, and searching all of them would take a fifth of the program's start.
    guard summary.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) else {
      return summary
    }
    return summary.split(separator: " ").map { word in
      let name = word.prefix { $0.isLetter }
      return Rain.parameter(String(name)) == nil
        ? String(word) : Parameter.flagName(of: String(name)) + word[name.endIndex...]
    }.joined(separator: " ")
  }

  /// The setting as a flag; its default is its value in steady rain.
  var option: Option {
    let isEveryday = Parameter.everyday.contains(name)
    switch domain {
    case .number(let unit, let range, let path):
      return Option(
        flagName, takes: unit.placeholder, help,
        range: Quantity(unit.written, range).description,
        standard: Quantity.text(Rain()[keyPath: path]), isEveryday: isEveryday)
    case .choice(let names, let get, _):
      return Option(
        flagName, takes: "NAME", help, range: names.joined(separator: ", "),
        standard: get(Rain()), completion: Completion(words: names), isEveryday: isEveryday)
    case .several(let unit, let range, let steps, _):
      let names = steps.map(\.name)
      return Option(
        flagName, takes: "\(unit.placeholder)|NAME", help,
        range: "\(Quantity(unit.written, range)), \(names.joined(separator: ", "))",
        completion: Completion(words: names), isEveryday: isEveryday)
    }
  }

  /// The word that sets the flag to the value of the rain: `--gain=-3`; nil for a curve.
  func word(for rain: Rain) -> String? {
    switch domain {
    case .number(_, _, let path): "--\(flagName)=\(Quantity.text(rain[keyPath: path]))"
    case .choice(_, let get, _): "--\(flagName)=\(get(rain))"
    case .several: nil
    }
  }

  /// The number that was written for the setting; of a choice, its number. `place` is where it was
  /// written, such as its flag.
  func number(_ text: String, for place: String) throws(UsageError) -> Double {
    switch domain {
    case .number(let unit, let range, _):
      return try Quantity(unit.written, range).parse(text, for: place)
    case .choice(let names, _, _):
      if let index = names.firstIndex(of: text) { return Double(index) }
      throw UsageError(
        "\(place) takes \(names.joined(separator: ", ")), not \(text.quoted)\(hint(text, names))")
    case .several(let unit, let range, let steps, _):
      if let step = steps.first(where: { $0.name == text }) { return step.number }
      if let number = unit.written.number(text), range.contains(number) { return number }
      let names = steps.map(\.name)
      throw UsageError(
        "\(place) takes \(Quantity(unit.written, range)) or one of "
          + "\(names.joined(separator: ", ")), not \(text.quoted)\(hint(text, names))")
    }
  }

  private func hint(_ text: String, _ names: [String]) -> String {
    EditDistance.nearest(to: text, in: names).map { "; did you mean \($0)?" } ?? ""
  }

  /// A number of the setting as ``number(_:for:)`` reads it.
  func text(_ number: Double) -> String {
    if case .choice(let names, _, _) = domain { names[Int(number)] } else { Quantity.text(number) }
  }
}

extension Parameter.Unit {
  /// The unit, with the other spellings that numbers on the command line may have.
  var written: Unit {
    switch self {
    case .none: Unit("", [Unit.Spelling("%", exponent: -2)])
    case .octaves: Unit(rawValue)
    case .hertz: Unit("Hz", [Unit.Spelling("kHz", exponent: 3), Unit.Spelling("k", exponent: 3)])
    case .seconds: Unit("s", [Unit.Spelling("ms", exponent: -3)])
    case .milliseconds: Unit("ms", [Unit.Spelling("s", exponent: 3)])
    case .perSecond: Unit("/s", [Unit.Spelling("/min", divisor: 60)])
    case .perMinute: Unit("/min", [Unit.Spelling("/s", factor: 60)])
    case .decibels: Unit("dB")
    case .meters: Unit("m", [Unit.Spelling("cm", exponent: -2)])
    case .millimetersPerHour: Unit("mm/h")
    }
  }

  /// The placeholder for a number in help.
  fileprivate var placeholder: String {
    switch self {
    case .none, .octaves: "N"
    case .hertz: "HZ"
    case .seconds: "S"
    case .milliseconds: "MS"
    case .perSecond: "N/S"
    case .perMinute: "N/MIN"
    case .decibels: "DB"
    case .meters: "M"
    case .millimetersPerHour: "MM/H"
    }
  }
}

extension HelpTopic {
  /// The flags that are settings of the rain.
  static let settings = HelpTopic(
    "settings", "the settings of the rain",
    details: [
      """
      A preset holds the same settings under these names in camelCase: bubbleFrequency is \
      --bubble-frequency. The preset is applied first, then --rainfall, which sets many of them, then \
      each single setting, in any order on the command line. If a flag is repeated, the last one counts. \
      The curve of a setting overrides its number.
      """,
      """
      --curve lets a setting move: --curve rainfall='0=drizzle; 10m=heavy; 25m=heavy; -10m~=light'. Each \
      key is a time and the value at that time. Times count from the beginning, with a minus from the \
      end, or are per cent of --duration. = comes in a line from the key before, |= in a step, ~= \
      smoothly. Before the first key and after the last, the setting rests at their values.
      """,
      """
      A jitter is a spread from drop to drop: the standard deviation of the natural logarithm (sd of \
      ln), times --variation. With 0.25, two of three drops lie between 0.78 and 1.28 times the \
      setting, and all between 0.54 and 1.87 times; with 1, two of three lie between 0.37 and 2.7 times. \
      'rainsynth drop --variation 0 --size-spread 0' shows a drop of exactly the settings.
      """,
    ])
}
