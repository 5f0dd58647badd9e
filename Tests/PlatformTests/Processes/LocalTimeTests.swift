import Foundation
import Platform
import Testing

@Suite struct LocalTimeTests {
  @Test("the next time of the day comes within a day, also where summer time begins or ends")
  func next() throws {
    let calendar = Calendar.current
    for day in 0..<370 {
      let now = 1_750_000_000 + 86_400 * day
      for (hour, minute) in [(7, 0), (0, 0), (23, 59)] {
        let seconds = LocalTime.seconds(until: hour, minute, from: now)
        #expect(1...90_000 ~= seconds)
        let end = calendar.dateComponents(
          [.hour, .minute, .second], from: Date(timeIntervalSince1970: Double(now + seconds)))
        #expect(end.hour == hour && end.minute == minute && end.second == 0)
      }
    }
  }
}
