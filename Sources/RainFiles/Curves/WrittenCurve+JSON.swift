internal import RainDSP
internal import Wording

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    let parameter = Rain.parameter(name)
    let keys = keys.map { key in
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      return "[\(key.time.json),\(parameter?.json(of: key.value) ?? "null")\(shape)]"
    }
    return "[\(keys.joined(separator: ","))]"
  }
}

extension WrittenCurve.Time {
  fileprivate var json: String {
    if case .fromStart = self { text } else { JSONText.string(text) }
  }

  /// The moment that a preset has: a number in s, negative from the end, or a text; nil if it is none.
  init?(_ scalar: PresetDocument.Scalar) {
    switch scalar {
    case .number(let number, let text):
      let whole = number.magnitude.rounded(.down)
      guard whole <= Double(Duration.longestWritten.components.seconds) else { return nil }
      let nanoseconds = ((number.magnitude - whole) * 1e9).rounded()
      let time = Duration.seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
      guard time <= Duration.longestWritten else { return nil }
      self = text.utf8.first == UInt8(ascii: "-") ? .beforeEnd(time) : .fromStart(time)
    case .string(let text): self.init(written: text)
    case .bool, .null: return nil
    }
  }
}

extension Parameter {
  /// A value of a curve as JSON.
  fileprivate func json(of number: Double) -> String {
    guard case .choice(let names, _, _) = domain else { return NumberText.shortest(number) }
    return JSONText.string(names[Int(number)])
  }
}

extension WrittenCourse {
  package static let curvesKey = "curves"

  /// Every setting that rests as a member of a JSON object, as presets have them, and the curves.
  package var members: [(key: String, json: String)] {
    let resting = rain.members.filter { !moves($0.key) }
    guard !curves.isEmpty else { return resting }
    let curves = JSONText.line(curves.map { ($0.name, $0.json) })
    return resting + [(WrittenCourse.curvesKey, curves)]
  }
}
