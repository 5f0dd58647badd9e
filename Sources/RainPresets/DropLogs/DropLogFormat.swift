internal import Text

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
    var bytes: [UInt8] = []
    // The keys come from the same table as the rows, here of any drop.
    let drop = layout.map {
      LoggedDrop(
        Drop(impact: Impact(amplitude: 1, duration: 1e-3)), at: 0, sampleRate: 44_100, layout: $0,
        gain: 1, hasEnd: false)
    }
    bytes.append(addingCapacity: Self.mostBytes) {
      Fields.append((0, 0, 0, 0), drop, isJSON: false, isHeader: true, to: &$0)
    }
    return bytes
  }

  /// The bytes of the longest row, at most.
  package static let mostBytes = 1024

  /// The bytes of most rows, about.
  package var usualBytes: Int {
    switch self {
    case .csv: 110
    case .jsonl: 352
    case .labels: 64
    }
  }

  /// Appends the row of a drop; a label has two lines.
  package func append(_ drop: LoggedDrop, to bytes: inout [UInt8]) {
    append((drop.frame, drop.seconds(drop.frame), drop.diameter, drop.speed), drop, to: &bytes)
  }

  /// Appends the row of a drop on the ground or, with the rest of it, of a near one.
  @inline(__always)
  package func append(_ fall: Fall, _ drop: LoggedDrop? = nil, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.mostBytes) { bytes in
      // The compiler makes a copy of the fields for each form, so that no field asks for the form.
      switch self {
      case .csv: Fields.append(fall, drop, isJSON: false, isHeader: false, to: &bytes)
      case .jsonl: Fields.append(fall, drop, isJSON: true, isHeader: false, to: &bytes)
      case .labels: Self.appendLabel(of: fall, drop, to: &bytes)
      }
    }
  }

  /// A label as Audacity reads it: the times of beginning and end, and a text, parted by tabs; then, where it
  /// has a pitch, a line with a backslash, and the lowest and the highest frequency.
  private static func appendLabel(
    of fall: Fall, _ drop: LoggedDrop?, to bytes: inout OutputSpan<UInt8>
  ) {
    FixedPoint.append(fall.seconds, decimals: 6, to: &bytes)
    bytes.append("\t")
    let end = drop.map { $0.seconds($0.end ?? $0.frame) } ?? fall.seconds
    FixedPoint.append(end, decimals: 6, to: &bytes)
    bytes.append("\t")
    FixedPoint.append(fall.diameter, decimals: drop == nil ? 3 : 1, to: &bytes)
    bytes.append(" mm")
    if let drop { bytes.append(word: " \(drop.surface.name)") }
    bytes.append("\n")
    guard let drop, let pitch = drop.pitch else { return }
    bytes.append("\\\t")
    FixedPoint.append(pitch, decimals: 1, to: &bytes)
    bytes.append("\t")
    // A bubble rises, to a bound.
    FixedPoint.append(pitch * (1 + min(drop.chirp, Bubble.mostRise)), decimals: 1, to: &bytes)
    bytes.append("\n")
  }
}

extension ChannelLayout {
  /// The channels that hear directions, and the columns of their levels: all but that of low frequencies.
  fileprivate var directedChannels: [(channel: Int, key: StaticString)] {
    // By their bits in the mask.
    let speakers: [StaticString] = [
      "fl_db", "fr_db", "fc_db", "", "bl_db", "br_db", "", "", "", "sl_db", "sr_db", "", "tfl_db",
      "",
      "tfr_db", "tbl_db", "", "tbr_db",
    ]
    let parts: [StaticString] = [
      "acn0_db", "acn1_db", "acn2_db", "acn3_db", "acn4_db", "acn5_db", "acn6_db", "acn7_db",
      "acn8_db", "acn9_db", "acn10_db", "acn11_db", "acn12_db", "acn13_db", "acn14_db", "acn15_db",
    ]
    let keys =
      isAmbisonic
      ? Array(parts.prefix(channels))
      : speakers.indices.filter { speakerMask >> $0 & 1 == 1 }.map { speakers[$0] }
    return keys.enumerated().filter { $1.utf8CodeUnitCount > 0 }.map { ($0, $1) }
  }
}

extension OutputSpan<UInt8> {
  @inline(__always)
  fileprivate mutating func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  fileprivate mutating func append(word: String) {
    var word = word
    word.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// At once: byte by byte takes a tenth of the time of a log.
  @inline(__always)
  private mutating func append(_ source: UnsafeRawBufferPointer) {
    precondition(source.count <= freeCapacity, "room for all bytes")
    unsafe withUnsafeMutableBufferPointer { buffer, end in
      unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[end...])
        .copyMemory(from: source)
      end += source.count
    }
  }
}

/// The fields of a row, in order: the one table of their keys and values.
private struct Fields {
  private let isJSON: Bool
  /// Whether a CSV gets the keys instead of the values.
  private let isHeader: Bool
  private var isFirst = true

  @inline(__always)
  static func append(
    _ fall: DropLogFormat.Fall, _ drop: LoggedDrop?, isJSON: Bool, isHeader: Bool,
    to bytes: inout OutputSpan<UInt8>
  ) {
    var fields = Fields(isJSON: isJSON, isHeader: isHeader)
    if isJSON { bytes.append("{") }
    fields.begin("frame", &bytes)
    fields.put(fall.frame, &bytes)
    fields.put("seconds", fall.seconds, decimals: 6, &bytes)
    fields.put("diameter_mm", fall.diameter, decimals: 3, &bytes)
    fields.put("speed_m_s", fall.speed, decimals: 2, &bytes)
    if let drop { fields.putRest(of: drop, &bytes) }
    if isJSON { bytes.append("}") }
    bytes.append("\n")
  }

  /// The columns of near drops alone.
  @inline(__always)
  private mutating func putRest(of drop: LoggedDrop, _ bytes: inout OutputSpan<UInt8>) {
    put("distance_m", drop.distance, decimals: 3, &bytes)
    put("azimuth_deg", 360 * drop.azimuth, decimals: 1, &bytes)
    put("elevation_deg", 360 * drop.elevation, decimals: 1, &bytes)
    begin("surface", &bytes)
    put(drop.surface.name, &bytes)
    // Together, which takes hardly longer than one by itself.
    let decibels = Self.decibels(SIMD4(drop.impact, drop.bubbleLevel, drop.left, drop.right))
    put("impact_db", Self.level(decibels[0]), decimals: 2, &bytes)
    put("bubble_hz", drop.bubblePitch, decimals: 1, &bytes)
    put("bubble_db", Self.level(decibels[1]), decimals: 2, &bytes)
    put(
      "bubble_delay_ms", drop.bubblePitch == nil ? nil : 1e3 * drop.bubbleStart, decimals: 3, &bytes
    )
    if drop.layout.isSurround {
      // A level for each speaker or each part of ambisonics.
      let gains = drop.channelGains
      for (channel, key) in drop.layout.directedChannels {
        let amplitude = drop.middle * gains[channel].magnitude
        put(key, Self.level(Self.decibels(SIMD4(repeating: amplitude))[0]), decimals: 2, &bytes)
      }
    } else {
      put("left_db", Self.level(decibels[2]), decimals: 2, &bytes)
      put("right_db", Self.level(decibels[3]), decimals: 2, &bytes)
    }
  }

  /// Amplitudes in dB. Below -200 dB there is silence, without a number.
  private static func decibels(_ amplitudes: SIMD4<Double>) -> SIMD4<Double> {
    Elementary.log(amplitudes.replacing(with: least, where: amplitudes .< least))
      * 8.685_889_638_065_037  // 20 / ln 10
  }

  private static let least = 1e-10

  private static func level(_ decibels: Double) -> Double? { decibels > -199.99 ? decibels : nil }

  @inline(__always)
  private mutating func begin(_ key: StaticString, _ bytes: inout OutputSpan<UInt8>) {
    if !isFirst { bytes.append(",") }
    isFirst = false
    if !isJSON && !isHeader { return }
    if isJSON { bytes.append("\"") }
    bytes.append(key)
    if isJSON { bytes.append("\":") }
  }

  /// A field that may have no value: nothing in a CSV, null in JSON.
  @inline(__always)
  private mutating func put(
    _ key: StaticString, _ number: Double?, decimals: Int, _ bytes: inout OutputSpan<UInt8>
  ) {
    begin(key, &bytes)
    guard !isHeader else { return }
    if let number {
      FixedPoint.append(number, decimals: decimals, to: &bytes)
    } else if isJSON {
      bytes.append("null")
    }
  }

  @inline(__always)
  private func put(_ number: Int, _ bytes: inout OutputSpan<UInt8>) {
    if !isHeader { FixedPoint.append(number, to: &bytes) }
  }

  /// A word without a character that would need an escape.
  @inline(__always)
  private func put(_ word: String, _ bytes: inout OutputSpan<UInt8>) {
    guard !isHeader else { return }
    if isJSON { bytes.append("\"") }
    bytes.append(word: word)
    if isJSON { bytes.append("\"") }
  }
}
