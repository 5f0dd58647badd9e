internal import RainDSP
internal import Text

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    let parameter = Rain.parameter(name)
    let keys = keys.map { key in
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      return "[\(key.timeJSON),\(parameter?.json(of: key.value) ?? "null")\(shape)]"
    }
    return "[\(keys.joined(separator: ","))]"
  }
}

extension WrittenCurve.Key {
  fileprivate var timeJSON: String {
    if case .fromStart = time, start == nil { timeText } else { JSONText.string(timeText) }
  }
}

extension Parameter {
  /// A value of a curve as JSON.
  fileprivate func json(of number: Double) -> String {
    guard case .choice(let names, _, _) = domain else { return NumberText.shortest(number) }
    return JSONText.string(names[Int(number)])
  }
}
