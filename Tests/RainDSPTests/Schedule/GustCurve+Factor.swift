@testable import RainDSP

extension GustCurve {
  /// The factor `offset` seconds after the beginning of a second, 0 ... 1.
  mutating func factor(second: Int, offset: Double) -> Double {
    var numbers = [1.0, 1.0]
    var span = numbers.mutableSpan
    scale(&span, second: second, step: offset)
    return numbers[1]
  }

  /// The factor at a frame.
  mutating func factor(at frame: Int) -> Double {
    let second = timeline.second(of: frame)
    let offset = Double(frame - timeline.start(of: second)) / Double(timeline.sampleRate)
    return factor(second: second, offset: offset)
  }
}
