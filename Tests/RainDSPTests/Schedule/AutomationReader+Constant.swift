@testable import RainDSP

extension AutomationReader {
  /// Constant rain.
  init(_ rain: Rain, _ timeline: Timeline) { self.init(AutomationTable(rain), timeline: timeline) }
}
