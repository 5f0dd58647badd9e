internal import CommandLineKit
internal import RainDSP

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

  /// The setting as a flag; its default is that of steady rain.
  var option: Option {
    switch domain {
    case .number(let unit, let range, let path):
      return Option(
        flagName, takes: unit.placeholder, summary,
        range: Quantity(unit.written, range).description,
        standard: Quantity.text(Rain()[keyPath: path]))
    case .choice(let names, let get, _):
      return Option(
        flagName, takes: "NAME", summary, range: names.joined(separator: ", "),
        standard: get(Rain()), completion: Completion(words: names))
    case .curve(let unit, let range, let steps, _):
      let names = steps.map(\.name)
      return Option(
        flagName, takes: "\(unit.placeholder)|NAME", summary,
        range: "\(Quantity(unit.written, range)), \(names.joined(separator: ", "))",
        completion: Completion(words: names))
    }
  }

  /// Changes the setting to what was written behind its flag.
  func set(_ rain: inout Rain, to text: String) throws(UsageError) {
    switch domain {
    case .number(let unit, let range, let path):
      rain[keyPath: path] = try Quantity(unit.written, range).parse(text, for: "--\(flagName)")
    case .choice(let names, _, let set):
      guard names.contains(text) else {
        let nearest = EditDistance.nearest(to: text, in: names)
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        throw UsageError(
          "--\(flagName) takes \(names.joined(separator: ", ")), not \(text.quoted)\(hint)")
      }
      set(&rain, text)
    case .curve(let unit, let range, let steps, let set):
      if let step = steps.first(where: { $0.name == text }) {
        set(&rain, step.number)
      } else if let number = unit.written.number(text), range.contains(number) {
        set(&rain, number)
      } else {
        let names = steps.map(\.name)
        let nearest = EditDistance.nearest(to: text, in: names)
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        throw UsageError(
          "--\(flagName) takes \(Quantity(unit.written, range)) or one of "
            + "\(names.joined(separator: ", ")), not \(text.quoted)\(hint)")
      }
    }
  }
}

extension Parameter.Unit {
  /// The unit with its relatives, as numbers on the command line may carry it.
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

  /// What stands for a number in help.
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
