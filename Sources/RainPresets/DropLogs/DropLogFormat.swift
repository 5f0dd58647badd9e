/// The form of a log of drops. A row depends on its drop alone, so the logs of excerpts join to that of the
/// whole.
public enum DropLogFormat: String, Sendable, CaseIterable {
  /// A table with the names of its columns.
  case csv
  /// An object of JSON on each line, with the columns of the table.
  case jsonl
  /// Labels of Audacity, from the onset to the end of each drop.
  case labels
  /// Events as sed_eval and other programs of the DCASE challenges read them: onset, end and
  /// surface, between tabs.
  case dcase

  /// The endings of its files, the usual one first.
  package var endings: [String] {
    switch self {
    case .csv: ["csv"]
    case .jsonl: ["jsonl", "ndjson"]
    case .labels: ["txt"]
    case .dcase: ["ann", "tsv"]
    }
  }

  package var ending: String { endings[0] }

  /// Whether rows say where drops end.
  package var hasEnds: Bool { self == .labels || self == .dcase }

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
    var keys: [String] = []
    Self.forEachField((0, 0, 0, 0), drop) { key, _ in keys.append(key) }
    return Array((keys.joined(separator: ",") + "\n").utf8)
  }

  /// Appends the row of a drop; a label has two lines.
  package func append(_ drop: LoggedDrop, to bytes: inout [UInt8]) {
    append((drop.frame, drop.seconds(drop.frame), drop.diameter, drop.speed), drop, to: &bytes)
  }

  /// Appends the row of a drop on the ground or, with the rest of it, of a near one.
  package func append(_ fall: Fall, _ drop: LoggedDrop? = nil, to bytes: inout [UInt8]) {
    if hasEnds {
      Self.appendLabel(of: fall, drop, isEvent: self == .dcase, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    } else {
      var row = LogRow(asJSON: self == .jsonl)
      Self.forEachField(fall, drop) { row.append($0, $1, to: &bytes) }
      row.end(&bytes)
    }
  }

  /// The columns of a near drop, as members of an object of JSON.
  package static func members(of drop: LoggedDrop) -> [(key: String, json: String)] {
    var members: [(key: String, json: String)] = []
    forEachField((drop.frame, drop.seconds(drop.frame), drop.diameter, drop.speed), drop) {
      var bytes: [UInt8] = []
      $1.append(to: &bytes, asJSON: true)
      members.append(($0, String(decoding: bytes, as: UTF8.self)))
    }
    return members
  }

  /// The columns of a row, in order: the one table of their keys and values. Nothing is kept of a
  /// row: a list has millions.
  @inline(__always)
  private static func forEachField(
    _ fall: Fall, _ drop: LoggedDrop?, _ body: (_ key: String, LogValue) -> Void
  ) {
    func number(_ key: String, _ number: Double?, _ decimals: Int) {
      body(key, .number(number, decimals: decimals))
    }
    // In dB. Below -200 dB there is silence, without a number.
    func level(_ key: String, _ amplitude: Double) {
      let nepers = Elementary.log(amplitude < 1e-10 ? 1e-10 : amplitude)
      let decibels = nepers * 8.685_889_638_065_037  // 20 / ln 10
      number(key, decibels > -199.99 ? decibels : nil, 2)
    }
    number("frame", Double(fall.frame), 0)
    number("seconds", fall.seconds, 6)
    number("diameter_mm", fall.diameter, 3)
    number("speed_m_s", fall.speed, 2)
    guard let drop else { return }
    number("distance_m", drop.distance, 3)
    number("azimuth_deg", 360 * drop.azimuth, 1)
    number("elevation_deg", 360 * drop.elevation, 1)
    body("surface", .word(drop.surface.name))
    level("impact_db", drop.impact)
    number("bubble_hz", drop.bubblePitch, 1)
    level("bubble_db", drop.bubbleLevel)
    number("bubble_delay_ms", drop.bubblePitch == nil ? nil : 1e3 * drop.bubbleStart, 3)
    drop.forEachChannelLevel(level)
  }

  /// A label as Audacity reads it: the times of beginning and end, and a text, between tabs; then, where it
  /// has a pitch, a line with a backslash, and the lowest and the highest frequency.
  /// As an event it is a line without frequencies.
  private static func appendLabel(
    of fall: Fall, _ drop: LoggedDrop?, isEvent: Bool, to bytes: inout [UInt8]
  ) {
    func add(_ number: Double, _ decimals: Int, _ text: String) {
      FixedPoint.append(number, decimals: decimals, to: &bytes)
      bytes += text.utf8
    }
    add(fall.seconds, 6, "\t")
    add(drop.map { $0.seconds($0.end ?? $0.frame) } ?? fall.seconds, 6, "\t")
    if isEvent { return bytes += (drop?.surface.name ?? "ground").utf8 }
    add(fall.diameter, drop == nil ? 3 : 1, " mm")
    guard let drop else { return }
    bytes += " \(drop.surface.name)".utf8
    guard let pitch = drop.pitch else { return }
    bytes += "\n\\\t".utf8
    add(pitch, 1, "\t")
    // A bubble rises, to a bound.
    add(pitch * (1 + min(drop.chirp, Bubble.mostRise)), 1, "")
  }
}

extension LoggedDrop {
  /// By the bits of the speakers in a mask; that of low frequencies hears no direction.
  private static let speakerKeys = [
    "fl_db", "fr_db", "fc_db", "", "bl_db", "br_db", "", "", "", "sl_db", "sr_db", "", "tfl_db",
    "", "tfr_db", "tbl_db", "", "tbr_db",
  ]
  private static let ambisonicKeys = (0..<16).map { "acn\($0)_db" }

  /// Hands the keys and the amplitudes of the channels that hear directions to `body`.
  fileprivate func forEachChannelLevel(_ body: (_ key: String, _ amplitude: Double) -> Void) {
    guard layout.isSurround else {
      body("left_db", left)
      return body("right_db", right)
    }
    let gains = channelGains
    let keys = layout.isAmbisonic ? Self.ambisonicKeys : Self.speakerKeys
    let mask = layout.isAmbisonic ? (1 << layout.channels) - 1 : layout.speakerMask
    var channel = 0
    for index in keys.indices where mask >> index & 1 == 1 {
      if !keys[index].isEmpty { body(keys[index], middle * gains[channel].magnitude) }
      channel += 1
    }
  }
}
