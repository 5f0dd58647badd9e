import Foundation
import RainSynthCommands
import Testing

@Suite struct ProgressReportTests {
  private func report(_ done: Int, of total: Int?, after elapsed: Duration) -> ProgressReport {
    ProgressReport(doneFrames: done, totalFrames: total, sampleRate: 1000, elapsed: elapsed)
  }

  @Test("a person reads share, place, speed and what is left")
  func line() {
    #expect(
      report(25_000, of: 100_000, after: .seconds(2)).line
        == "25 %, 0:25 of 1:40, 12 x real time, 0:06 left")
    #expect(report(3_600_000, of: nil, after: .seconds(10)).line == "1:00:00, 360 x real time")
  }

  @Test("a program reads JSON", arguments: [nil, 100_000])
  func json(total: Int?) throws {
    let json = report(25_000, of: total, after: .milliseconds(2500)).json
    #expect(!json.contains("\n"))
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["frames"] as? Int == 25_000)
    #expect(object?["totalFrames"] as? Int == total)
    #expect(object?["sampleRate"] as? Int == 1000)
    #expect(object?["elapsedSeconds"] as? Double == 2.5)
    #expect(object?["timesRealTime"] as? Double == 10)
  }

  @Test("no frames and no time are no trap")
  func extremes() {
    #expect(report(0, of: 0, after: .zero).line.hasPrefix("100 %"))
    #expect(report(0, of: 10, after: .zero).line == "0 %, 0:00 of 0:00")
    #expect(report(10, of: 10, after: .zero).line.hasPrefix("100 %"))
    #expect(report(.max, of: .max, after: .zero).line.hasPrefix("100 %"))
    #expect(report(1, of: .max, after: .seconds(1)).line.hasPrefix("0 %"))
    #expect(report(.max, of: nil, after: .seconds(1)).json.contains("\(Int.max)"))
  }
}
