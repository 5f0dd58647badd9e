@testable import RainDSP

extension CourseReader {
  /// Constant rain.
  init(_ rain: Rain, _ timeline: Timeline) {
    self.init(CourseTable(rain), timeline: timeline)
  }
}
