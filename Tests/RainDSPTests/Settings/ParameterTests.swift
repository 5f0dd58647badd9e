import Foundation
import RainDSP
import RainTestSupport
import Testing

@Suite("The parameters")
struct ParameterTests {
  @Test("every setting has one row, and each row its own name")
  func names() {
    let names = Rain.parameters.map(\.name)
    #expect(Set(names).count == names.count)
    // The properties of Rain are the table's names.
    let properties = Mirror(reflecting: Rain()).children.compactMap(\.label)
    #expect(Set(names) == Set(properties + ["rainfall"]))
    for name in names { #expect(Rain.parameter(name)?.name == name) }
    #expect(Rain.parameter("rain") == nil)
  }

  @Test("a row sets the property of its name and no other")
  func paths() {
    func properties(_ rain: Rain) -> [String: String] { leaves(of: rain) }
    let before = properties(Rain())
    for (name, range, path) in Rain.numbers {
      var rain = Rain()
      rain[keyPath: path] =
        rain[keyPath: path] == range.lowerBound
        ? range.upperBound : range.lowerBound
      let moved = properties(rain).filter { before[$0.key] != $0.value }.map(\.key)
      #expect(moved == [name])
    }
    for parameter in Rain.parameters {
      guard case .choice(let choices, let get, let set) = parameter.domain else { continue }
      #expect(Set(choices).count == choices.count && choices.count > 1)
      for choice in choices {
        var rain = Rain()
        set(&rain, choice)
        #expect(get(rain) == choice)
      }
    }
  }

  @Test("the defaults and both ends of every range are valid")
  func valid() throws {
    try Rain().validate()
    for (_, range, path) in Rain.numbers {
      for end in [range.lowerBound, range.upperBound] {
        var rain = Rain()
        // The other setting of a pair has to give way.
        rain.distanceMin = 0.25
        rain.distanceMax = 50
        rain.patterMin = 0.25
        rain.patterMax = 50
        rain.patterLow = 200
        rain.patterHigh = 20_000
        rain[keyPath: path] = end
        try rain.validate()
      }
    }
  }

  @Test("a number outside its range is refused by name")
  func invalid() throws {
    for (name, range, path) in Rain.numbers {
      let outside = [
        range.lowerBound.nextDown, range.upperBound.nextUp, -1e300, 1e300, .infinity, -.infinity,
        .nan,
      ]
      for number in outside {
        var rain = Rain()
        rain[keyPath: path] = number
        let error = #expect(throws: InvalidSetting.self) { try rain.validate() }
        #expect(error?.name == name)
        guard case .outOfRange(let found, let allowed)? = error?.flaw else {
          Issue.record("\(name) = \(number) has another flaw")
          continue
        }
        #expect(allowed == range)
        #expect(found == number || found.isNaN && number.isNaN)
      }
    }
  }

  @Test("a pair in the wrong order is refused, an equal pair is not")
  func pairs() throws {
    let pairs:
      [(
        String, String, any WritableKeyPath<Rain, Double> & Sendable,
        any WritableKeyPath<Rain, Double> & Sendable, Double
      )] = [
        ("distanceMin", "distanceMax", \.distanceMin, \.distanceMax, 4),
        ("patterMin", "patterMax", \.patterMin, \.patterMax, 4),
        ("patterLow", "patterHigh", \.patterLow, \.patterHigh, 2000),
      ]
    for (low, high, lowPath, highPath, number) in pairs {
      var rain = Rain()
      rain[keyPath: lowPath] = number
      rain[keyPath: highPath] = number
      try rain.validate()
      rain[keyPath: lowPath] = number.nextUp
      let error = #expect(throws: InvalidSetting.self) { try rain.validate() }
      #expect(error?.name == high && error?.flaw == .below(low, number.nextUp))
    }
  }

  @Test("the comment of every setting ends with the range, unit and default of the table")
  func comments() throws {
    let file = Repository.root.appendingPathComponent("Sources/RainDSP/Settings/Rain.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    func text(_ number: Double) -> String {
      number == number.rounded() ? String(Int(number)) : String(number)
    }
    for parameter in Rain.parameters {
      let expected: String
      switch parameter.domain {
      case .number(let unit, let range, let path):
        let ends = "\(text(range.lowerBound)) to \(text(range.upperBound))"
        let standard = text(Rain()[keyPath: path])
        expected = "/// \(ends)\(unit == .none ? "" : " " + unit.rawValue), default \(standard)."
      case .choice(_, let get, _):
        // The type has the name of the setting, and documents its cases.
        let type = parameter.name.prefix(1).uppercased() + parameter.name.dropFirst()
        expected = "/// One of the cases of ``\(type)``, default \(get(Rain()))."
      case .several: continue
      }
      let index = try #require(
        lines.firstIndex { $0.hasPrefix("public var \(parameter.name) = ") },
        "\(parameter.name) is a property of Rain")
      #expect(lines[index - 1] == expected, "\(parameter.name)")
      #expect(lines[index - 2].hasPrefix("///"), "\(parameter.name) is explained")
    }
  }
}
