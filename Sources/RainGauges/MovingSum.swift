/// A moving sum: what fell in a row is what the sum has beyond the rows before that are still in
/// it.
struct MovingSum {
  private let window, resolution: Double
  private let isNamed: Bool
  /// Whether a number was less than the rows before it in the window say.
  private(set) var isBroken = false
  /// The rain that the first number has from before the first row and still leaves it, and until
  /// when it does.
  private var old: Double
  private let end: Double
  /// The rows in the window, and what they have.
  private var inside: [(end: Double, amount: Double)] = []
  private var (head, known) = (0, 0.0)
  /// The last time of no rain, and the greatest number.
  private var (dry, most) = (0.0, 0.0)

  init(of window: Double, _ rows: [Row], _ facts: Facts, isNamed: Bool = false) {
    (self.window, resolution, self.isNamed) = (window, facts.resolution, isNamed)
    let start = rows[0].end
    (dry, end) = (start, start + window - 1e-3)
    // All that is older than the first row leaves the window before the row after it.
    let inside = rows.prefix { [end] in $0.end < end }.map(\.reading)
    let falls = zip(inside, inside.dropFirst()).reduce(0) { $0 + max(0, $1.0 - $1.1) }
    old = facts.span >= window - facts.step ? min(facts.first, falls) : facts.first
  }

  mutating func read(_ number: Double, at time: Double) -> Double {
    if number.isNaN { return .nan }
    while head < inside.count, inside[head].end <= time - window + 1e-3 {
      known -= inside[head].amount
      head += 1
    }
    // The sum of many numbers loses digits.
    if head == inside.count { (known, head) = (0, 0); inside.removeAll(keepingCapacity: true) }
    if head > 4096 { inside.removeFirst(head); head = 0 }
    if time >= end { old = 0 }
    let rest = number - known
    if number == 0 { dry = time }
    // Errors of rounding add up until it is dry; they tell nothing where numbers have few digits.
    most = max(most, number)
    let periods =
      isNamed || most > 200 * resolution ? (max(0, time - dry) / window).squareRoot() : 0
    if rest < -(isNamed ? 3 : 1.5) * resolution * (1 + periods) - 1e-9 * number { isBroken = true }
    old = min(old, max(0, rest))
    // Less than the last digit is the error of rounding.
    let amount = rest - old > 0.5 * resolution ? rest - old : 0
    if amount > 0 { inside.append((time, amount)) }
    known += amount
    return amount
  }
}
