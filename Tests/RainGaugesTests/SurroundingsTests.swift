import RainGauges
import Testing

/// Names and units that stand around or beside the lists of JSON.
@Suite struct SurroundingsTests {
  /// Pairs of times and numbers.
  private static let pairs = zip(0..., ["0", "6.6", "12.3", "0.3", "0"]).map {
    "[\(1_718_272_800 + 600 * $0), \($1)]"
  }
  .joined(separator: ", ")

  @Test(
    "a name around or beside a list is that of its numbers",
    arguments: [
      ("LIST", 19.2), (#"[{"name": "Rain rate (mm/h)", "data": LIST}]"#, 3.2),
      (#"{"result": [{"metric": {"__name__": "rain_rate_mm_h"}, "values": LIST}]}"#, 3.2),
      (#"{"values": LIST, "name": "rain_rate_mm_h"}"#, 3.2),
      (#"{"v": LIST, "parameter": {"name": "Regn", "unit": "mm/h"}}"#, 3.2),
      (
        #"{"series": [{"name": "rain_mm_h", "columns": ["time", "mean"], "values": LIST}]}"#,
        3.2
      ),
      (
        #"{"name": "Rain (mm)", "x": ["2024-06-13T10:00", "2024-06-13T10:10"], "y": [0, 2]}"#,
        2
      ),
      (
        #"{"features": [{"at": [1.5, 2.5], "p": {"time": 60, "rain_mm": 1}}, "#
          + #"{"at": [1.5, 2.5], "p": {"time": 120, "rain_mm": 2}}]}"#,
        3
      ),
    ] as [(String, Double)])
  func names(text: String, total: Double) throws {
    let gauge = try gauge(text.replacing("LIST", with: "[\(Self.pairs)]"))
    #expect(abs(gauge.millimeters - total) < 1e-9, "\(gauge.millimeters)")
  }

  @Test("a list of another quantity is refused")
  func others() {
    let text = "{\"v\": [\(Self.pairs)], \"parameter\": {\"name\": \"Lufttemperatur\"}}"
    #expect(refusal(text).contains("is no amount of rain"))
  }
}
