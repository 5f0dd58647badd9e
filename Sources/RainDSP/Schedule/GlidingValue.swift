/// Something that a stage computes from some of the settings, such as the coefficients of a filter.
protocol Computed: Sendable {
  /// The inputs beside the settings, which never change.
  associatedtype Constants: Sendable

  /// The settings on which it depends.
  static var settings: SettingSet { get }

  init(_ moment: AutomationMoment, _ constants: Constants)
}

/// A value computed from the settings, at the start and at the end of a tile. It is computed again only where
/// the settings have changed.
///
/// The values have a protocol, and not a closure that computes them: the proof of real time follows no closure.
struct GlidingValue<Value: Computed>: Sendable {
  private var constants: Value.Constants
  /// Here, since the first use of a static constant takes a lock.
  private let settings = Value.settings
  /// The moment for which `end` was computed.
  private var moment: AutomationMoment
  /// At the first frame of the tile.
  private(set) var start: Value
  /// At the first frame of the next tile.
  private(set) var end: Value
  /// Whether the settings differ at both ends of the tile.
  private(set) var moves = false

  init(_ moment: AutomationMoment, _ constants: Value.Constants) {
    self.constants = constants
    self.moment = moment
    start = Value(moment, constants)
    end = start
  }

  /// Begins anew with other constants.
  mutating func restart(_ constants: Value.Constants) {
    self.constants = constants
    compute(moment)
    start = end
  }

  /// Goes to the tile that the automation has read.
  mutating func move(with automation: borrowing AutomationReader) {
    if !automation.moves { return }
    if !automation.start.agrees(with: moment, on: settings) { compute(automation.start) }
    start = end
    moves = !automation.end.agrees(with: automation.start, on: settings)
    if moves { compute(automation.end) }
  }

  private mutating func compute(_ moment: AutomationMoment) {
    self.moment = moment
    end = Value(moment, constants)
  }
}
