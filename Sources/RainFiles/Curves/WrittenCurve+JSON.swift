internal import RainDSP
internal import Text

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    let keys = keys.map { key in
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      return "[\(key.timeJSON),\(setting.json(of: key.value))\(shape)]"
    }
    return "[\(keys.joined(separator: ","))]"
  }
}

extension WrittenCurve.Key {
  fileprivate var timeJSON: String {
    if case .fromStart = time, start == nil { timeText } else { JSONText.string(timeText) }
  }
}
