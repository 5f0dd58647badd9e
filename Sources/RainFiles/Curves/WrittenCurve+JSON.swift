internal import RainDSP
internal import Text

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    var json = "["
    // A key of a gauge has 21 letters.
    json.reserveCapacity(22 * keys.count)
    for (index, key) in keys.enumerated() {
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      json += "\(index == 0 ? "" : ",")[\(key.timeJSON),\(setting.json(of: key.value))\(shape)]"
    }
    json += "]"
    return json
  }
}

extension WrittenCurve.Key {
  fileprivate var timeJSON: String {
    if case .fromStart = time, start == nil { timeText } else { JSONText.string(timeText) }
  }
}
