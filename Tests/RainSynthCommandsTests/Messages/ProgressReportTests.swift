import Foundation
@testable import RainSynthCommands
import Testing

@Suite struct ProgressReportTests {
  private func report(_ done: Int, of total: Int?, after elapsed: Duration) -> ProgressReport {
    ProgressReport(doneFrames: done, totalFrames: total, sampleRate: 1000, elapsed: elapsed)
  }

  @Test("the line for a person has share, place, speed and remaining time")
  func line() {
    #expect(
      report(25_000, of: 100_000, after: .seconds(2)).line()
        == "25 %, 0:25 of 1:40, 13 x real time, 0:06 left")
    #expect(report(3_000, of: nil, after: .seconds(10)).line() == "0:03, 0.3 x real time")
    #expect(report(3_600_000, of: nil, after: .seconds(10)).line() == "1:00:00, 360 x real time")
  }

  @Test("a narrow terminal gets as much of the line as fits, and never more than it is wide")
  func narrow() {
    let long = report(360_000_000, of: 3_600_000_000, after: .seconds(10))
    #expect(long.line(columns: 80) == "10 %, 100:00:00 of 1000:00:00, 36000 x real time, 1:30 left")
    #expect(long.line(columns: 50) == "10 %, 100:00:00 of 1000:00:00, 1:30 left")
    #expect(long.line(columns: 39) == "10 %, 1:30 left")
    #expect(long.line(columns: 14) == "10 %")
    #expect(report(3_600_000, of: nil, after: .seconds(10)).line(columns: 12) == "1:00:00")
    #expect(report(0, of: 10_000_000, after: .zero).line(columns: 8) == "0 %")
  }

  @Test("the line for a program is JSON", arguments: [nil, 100_000])
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

  @Test("no frames and no time do not stop the program")
  func extremes() {
    #expect(report(0, of: 0, after: .zero).line().hasPrefix("100 %"))
    #expect(report(0, of: 10, after: .zero).line() == "0 %, 0:00 of 0:00")
    #expect(report(10, of: 10, after: .zero).line().hasPrefix("100 %"))
    #expect(report(.max, of: .max, after: .zero).line().hasPrefix("100 %"))
    #expect(report(1, of: .max, after: .seconds(1)).line().hasPrefix("0 %"))
    #expect(report(.max, of: nil, after: .seconds(1)).json.contains("\(Int.max)"))
  }

  @Test("the summary of a rendered file has its name, length, size and speed")
  func summary() {
    func line(_ frames: Int, _ bytes: Int, _ elapsed: Duration) -> String {
      RenderSummary.line(
        name: "x.wav", seconds: Double(frames) / 1000, bytes: bytes, elapsed: elapsed)
    }
    #expect(
      line(28_800_000, 5_080_320_000, .seconds(40)) == "x.wav: 8:00:00, 4.7 GiB, 720 x real time")
    #expect(line(250, 1044, .milliseconds(1)) == "x.wav: 0.25 s, 1.0 KiB, 250 x real time")
    #expect(line(90_000, 17_408, .seconds(1)) == "x.wav: 1:30, 17 KiB, 90 x real time")
    #expect(line(0, 44, .seconds(1)) == "x.wav: 0 s, 44 bytes")
    #expect(line(2000, 4044, .seconds(4)) == "x.wav: 2 s, 3.9 KiB, 0.5 x real time")
    #expect(line(1, 44, .seconds(4)) == "x.wav: 0.001 s, 44 bytes, 0.00025 x real time")
    #expect(line(1000, .max, .zero) == "x.wav: 1 s, 8.0 EiB, 1000000000 x real time")
  }
}
