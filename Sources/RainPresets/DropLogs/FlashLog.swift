/// The flashes of a rendering, in the order in which they light. Nothing is rendered.
///
/// ```swift
/// var csv = FlashLog.header
/// let log = FlashLog(try Rendering(job))
/// log.forEach(in: log.job.frames) { log.append($0, as: .csv, to: &csv) }
/// ```
public struct FlashLog: Sendable {
  /// The form of a log.
  public enum Format: String, Sendable, CaseIterable {
    /// A table with the names of its columns.
    case csv
    /// An object of JSON on each line, with the columns of the table.
    case jsonl

    /// The endings of its files, the usual one first.
    package var endings: [String] { self == .csv ? ["csv"] : ["jsonl", "ndjson"] }
  }

  package let job: Rendering

  /// The flashes of a rendering.
  public init(_ job: Rendering) { self.job = job }

  /// Hands the flashes that light within the frames to `body`.
  public func forEach<Failure: Error>(
    in frames: Range<Int>, _ body: (Flash) throws(Failure) -> Void
  ) throws(Failure) {
    var flashes = job.flashes(in: frames)
    while let flash = flashes.next() { try body(flash) }
  }

  /// The names of the columns of a CSV, as a line.
  public static let header = {
    var keys: [String] = []
    forEachField(0, 0, nil) { key, _ in keys.append(key) }
    return Array((keys.joined(separator: ",") + "\n").utf8)
  }()

  /// Appends the row of a flash.
  public func append(_ flash: Flash, as format: Format, to bytes: inout [UInt8]) {
    var row = LogRow(asJSON: format == .jsonl)
    let seconds = Double(flash.frame) / Double(job.job.sampleRate)
    Self.forEachField(flash.frame, seconds, flash) { row.append($0, $1, to: &bytes) }
    row.end(&bytes)
  }

  /// The columns of a row, in order; without a flash, their keys alone.
  private static func forEachField(
    _ frame: Int, _ seconds: Double, _ flash: Flash?, _ body: (_ key: String, LogValue) -> Void
  ) {
    func number(_ key: String, _ number: Double?, _ decimals: Int) {
      body(key, .number(number, decimals: decimals))
    }
    number("frame", Double(frame), 0)
    number("seconds", seconds, 6)
    body("kind", .word(flash?.kind.rawValue))
    number("distance_km", flash?.distance, 3)
    number("azimuth_deg", flash.map { 360 * $0.azimuth }, 1)
    number("strokes", flash.map { Double($0.strokes) }, 0)
    number("sound_seconds", flash.map { seconds + $0.delay }, 3)
    number("level_db", flash?.level, 1)
  }
}
