/// The form of a log of drops. A row depends on its drop alone, so the logs of excerpts join to that of the
/// whole.
public enum DropLogFormat: String, Sendable, CaseIterable {
  /// A table with the names of its columns.
  case csv
  /// An object of JSON on each line, with the columns of the table.
  case jsonl
  /// Labels of Audacity, from the onset to the end of each drop.
  case labels

  /// The endings of its files, the usual one first.
  package var endings: [String] {
    switch self {
    case .csv: ["csv"]
    case .jsonl: ["jsonl", "ndjson"]
    case .labels: ["txt"]
    }
  }

  /// The ending of a file.
  package var ending: String { endings[0] }

  /// Whether rows say where drops end.
  package var hasEnds: Bool { self == .labels }

  /// The columns of every row: all that is known of a drop on the ground, in frames, s, mm and m/s.
  package typealias Fall = (frame: Int, seconds: Double, diameter: Double, speed: Double)

  /// The line before the first row, for drops in a layout or, without one, on the ground; none but for a CSV.
  package func header(_ layout: ChannelLayout?) -> [UInt8] {
    guard self == .csv else { return [] }
    // The keys come from the same table as the rows, here of any drop.
    let drop = layout.map {
      LoggedDrop(
        Drop(impact: Impact(amplitude: 1, duration: 1e-3)), at: 0, sampleRate: 44_100, layout: $0,
        gain: 1, hasEnd: false)
    }
    let keys = Self.fields((0, 0, 0, 0), drop).map { $0.key }
    return Array((keys.joined(separator: ",") + "\n").utf8)
  }

  /// Appends the row of a drop; a label has two lines.
  package func append(_ drop: LoggedDrop, to bytes: inout [UInt8]) {
    append((drop.frame, drop.seconds(drop.frame), drop.diameter, drop.speed), drop, to: &bytes)
  }

  /// Appends the row of a drop on the ground or, with the rest of it, of a near one.
  package func append(_ fall: Fall, _ drop: LoggedDrop? = nil, to bytes: inout [UInt8]) {
    let row =
      switch self {
      case .csv: Self.fields(fall, drop).map { $0.text ?? "" }.joined(separator: ",")
      case .jsonl: JSONText.line(Self.members(Self.fields(fall, drop)))
      case .labels: Self.label(of: fall, drop)
      }
    bytes += row.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The columns of a near drop, as members of an object of JSON.
  package static func members(of drop: LoggedDrop) -> [(key: String, json: String)] {
    members(fields((drop.frame, drop.seconds(drop.frame), drop.diameter, drop.speed), drop))
  }

  private static func members(_ fields: [Field]) -> [(key: String, json: String)] {
    fields.map { key, text, isWord in
      (key, text.map { isWord ? JSONText.string($0) : $0 } ?? "null")
    }
  }

  /// A column: its key, and its value, nil for none.
  private typealias Field = (key: String, text: String?, isWord: Bool)

  /// The columns of a row, in order: the one table of their keys and values.
  private static func fields(_ fall: Fall, _ drop: LoggedDrop?) -> [Field] {
    func number(_ key: String, _ number: Double?, _ decimals: Int) -> Field {
      (key, number.map { FixedPoint.text($0, decimals: decimals) }, false)
    }
    // In dB. Below -200 dB there is silence, without a number.
    func level(_ key: String, _ amplitude: Double) -> Field {
      let nepers = Elementary.log(amplitude < 1e-10 ? 1e-10 : amplitude)
      let decibels = nepers * 8.685_889_638_065_037  // 20 / ln 10
      return number(key, decibels > -199.99 ? decibels : nil, 2)
    }
    let fields = [
      ("frame", "\(fall.frame)", false), number("seconds", fall.seconds, 6),
      number("diameter_mm", fall.diameter, 3), number("speed_m_s", fall.speed, 2),
    ]
    guard let drop else { return fields }
    return fields + [
      number("distance_m", drop.distance, 3), number("azimuth_deg", 360 * drop.azimuth, 1),
      number("elevation_deg", 360 * drop.elevation, 1), ("surface", drop.surface.name, true),
      level("impact_db", drop.impact), number("bubble_hz", drop.bubblePitch, 1),
      level("bubble_db", drop.bubbleLevel),
      number("bubble_delay_ms", drop.bubblePitch == nil ? nil : 1e3 * drop.bubbleStart, 3),
    ] + drop.channelLevels.map(level)
  }

  /// A label as Audacity reads it: the times of beginning and end, and a text, between tabs; then, where it
  /// has a pitch, a line with a backslash, and the lowest and the highest frequency.
  private static func label(of fall: Fall, _ drop: LoggedDrop?) -> String {
    let end = drop.map { $0.seconds($0.end ?? $0.frame) } ?? fall.seconds
    let times = [fall.seconds, end].map { FixedPoint.text($0, decimals: 6) + "\t" }.joined()
    let label = times + FixedPoint.text(fall.diameter, decimals: drop == nil ? 3 : 1) + " mm"
    guard let drop else { return label }
    let named = "\(label) \(drop.surface.name)"
    guard let pitch = drop.pitch else { return named }
    // A bubble rises, to a bound.
    let frequencies = [pitch, pitch * (1 + min(drop.chirp, Bubble.mostRise))]
    return "\(named)\n\\"
      + frequencies.map { "\t" + FixedPoint.text($0, decimals: 1) }.joined()
  }
}

extension LoggedDrop {
  /// The keys and the amplitudes of the channels that hear directions: all but that of low frequencies.
  fileprivate var channelLevels: [(key: String, amplitude: Double)] {
    guard layout.isSurround else { return [("left_db", left), ("right_db", right)] }
    // By their bits in the mask.
    let speakers = [
      "fl_db", "fr_db", "fc_db", "", "bl_db", "br_db", "", "", "", "sl_db", "sr_db", "", "tfl_db",
      "", "tfr_db", "tbl_db", "", "tbr_db",
    ]
    let keys =
      layout.isAmbisonic
      ? (0..<layout.channels).map { "acn\($0)_db" }
      : speakers.indices.filter { layout.speakerMask >> $0 & 1 == 1 }.map { speakers[$0] }
    let gains = channelGains
    return keys.indices.filter { !keys[$0].isEmpty }.map {
      (keys[$0], middle * gains[$0].magnitude)
    }
  }
}
