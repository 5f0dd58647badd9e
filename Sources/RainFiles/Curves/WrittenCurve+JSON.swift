internal import RainDSP
internal import Text

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    var json = ""
    // A key of a gauge has 21 letters.
    json.reserveCapacity(22 * keys.count)
    write { json += $0 }
    return json
  }

  /// Hands the same text over in pieces: that of a gauge has tens of megabytes.
  func write<Failure: Error>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
    var piece = "["
    for (index, key) in keys.enumerated() {
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      piece += "\(index == 0 ? "" : ",")[\(key.timeJSON),\(setting.json(of: key.value))\(shape)]"
      if piece.utf8.count >= 1 << 16 {
        try sink(piece)
        piece = ""
      }
    }
    piece += "]"
    try sink(piece)
  }
}

extension WrittenCurve.Key {
  fileprivate var timeJSON: String {
    if case .fromStart = time, start == nil { timeText } else { JSONText.string(timeText) }
  }
}
