internal import RainDSP
internal import Text

/// A laser disdrometer, whose telegrams count drops by size and speed in a matrix of whole numbers.
///
///     2024-06-01 12:00:00;0003.120;...;000;000;002;...      a row a telegram, in which the numbers stand side by side
///
/// The rain of a telegram is π/6 Σ n D³ over the area of the beam, and the mean size of its water Σ
/// n D⁴/v over Σ n D³/v, with v the terminal speed. Counts that fall half as fast or half as fast
/// again are splashes or drops at the edge of the beam, those over 8 mm are hail; they are left
/// out, as is usual.
struct Disdrometer {
  let name: String
  /// In mm².
  let area: Double
  /// How many fields before the matrix the telegram has its date; nil: in any order.
  private let date: Int?
  /// How much one of each count in the matrix adds: rain in mm, D³/v and D⁴/v; nothing where it is
  /// left out.
  private let weights: [SIMD3<Double>]

  private typealias Classes = (start: Double, steps: [(count: Int, width: Double)])

  /// Classes are in mm and m/s. With `isSizeFirst`, those of size follow each other side by side.
  private init(
    _ name: String, sizes: Classes, speeds: Classes, area: Double, isSizeFirst: Bool, date: Int?
  ) {
    (self.name, self.area, self.date) = (name, area, date)
    func middles(_ classes: Classes) -> [Double] {
      var edge = classes.start
      return classes.steps.flatMap { Array(repeating: $0.width, count: $0.count) }.map { width in
        edge += width
        return edge - width / 2
      }
    }
    let (sizes, speeds) = (middles(sizes), middles(speeds))
    weights = (0..<sizes.count * speeds.count).map { index in
      let size = sizes[isSizeFirst ? index % sizes.count : index / speeds.count]
      let speed = speeds[isSizeFirst ? index / sizes.count : index % speeds.count]
      let (terminal, cube) = (Rain.terminalSpeed(size), size * size * size)
      return abs(speed - terminal) > terminal / 2 || size > Self.largestDrop
        ? .zero : [Double.pi / 6 * cube / area, cube / terminal, cube * size / terminal]
    }
  }

  /// To know another instrument, add a row.
  private static let all = [
    // OTT Hydromet, operating instructions of Parsivel²: classes, raw data, 180 x 30 mm.
    Self(
      "OTT Parsivel", sizes: (0, [(10, 0.125), (5, 0.25), (5, 0.5), (5, 1), (5, 2), (2, 3)]),
      speeds: (0, [(10, 0.1), (5, 0.2), (5, 0.4), (5, 0.8), (5, 1.6), (2, 3.2)]), area: 5400,
      isSizeFirst: true, date: nil),
    // Thies Clima, instructions of the Laser Precipitation Monitor 5.4110: telegrams 4 and 5, in
    // which the first field is a control character before the second. The date is field 5, the
    // matrix 81 and on, a checksum the last.
    Self(
      "Thies LPM", sizes: (0.125, [(3, 0.125), (6, 0.25), (13, 0.5)]),
      speeds: (0, [(5, 0.2), (6, 0.4), (7, 0.8), (1, 1), (1, 10)]), area: 4560,
      isSizeFirst: false, date: 76),
  ]
  /// So many whole numbers side by side are a matrix of some instrument.
  private static let leastRun = 300
  private static let largestDrop = 8.0  // mm
  /// Fewer drops do not tell their mean size.
  private static let leastDrops = 30

  private var count: Int { weights.count }
  /// How many whole numbers may stand side by side with the matrix; before that of Parsivel, one or
  /// two.
  private var runs: ClosedRange<Int> { count...count + (date == nil ? 2 : 99) }

  struct Telegram {
    /// The line without the matrix.
    let rest: Field
    /// The rain in mm, and the mean size of its water in mm; not a number where there are few
    /// drops.
    var millimeters = 0.0
    var size = Double.nan
    /// How many drops there are, and how many of them count.
    var drops = 0
    var counted = 0
  }

  /// The telegram in a line; nil if it is none, or damaged.
  func telegram(in line: Field) -> Telegram? {
    let (fields, run) = Self.run(in: line)
    guard run.count >= count else { return nil }
    // Other whole numbers may stand before the matrix, and on both sides of that of Thies.
    var first = run.upperBound - count
    if let date, run.count > count {
      let end = fields.lastIndex { !$0.trimmed.isEmpty } ?? 0
      let likely = [end - count, end - count + 1].first {
        run.lowerBound...first ~= $0 && $0 >= date
          && fields[$0 - date].contains { "./-".utf8.contains($0) }
      }
      first = likely ?? run.lowerBound
    }
    let matrix = fields[first..<first + count]
    let (start, end) = (fields[first].startIndex, fields[first + count - 1].endIndex)
    var telegram = Telegram(rest: line[..<start] + line[end...].dropFirst())
    var sum = SIMD3<Double>.zero
    for (digits, weight) in zip(matrix, weights) {
      let number = digits.reduce(0) { $1.isDigit ? $0 * 10 + Int($1 & 0x0F) : $0 }
      telegram.drops += number
      if number == 0 || weight == .zero { continue }
      telegram.counted += number
      sum += weight * Double(number)
    }
    telegram.millimeters = sum[0]
    if telegram.counted >= Self.leastDrops { telegram.size = sum[2] / sum[1] }
    return telegram
  }

  /// The fields of a line, and the longest run of whole numbers of up to six digits among them.
  /// Quotation marks may stand around it.
  private static func run(in line: Field) -> (fields: [Field], run: Range<Int>) {
    let fields = line.split(omittingEmptySubsequences: false) {
      $0 == 0x3B || $0 == 0x2C || $0 == 0x09 || $0 == 0x22
    }
    var (run, longest) = (0..<0, 0..<0)
    for (index, field) in fields.enumerated() {
      let digits = field.trimmed
      let isWhole = 1...6 ~= digits.count && digits.allSatisfy(\.isDigit)
      run = isWhole ? run.lowerBound..<index + 1 : index + 1..<index + 1
      if run.count > longest.count { longest = run }
    }
    return (fields, longest)
  }

  /// The instrument whose matrix the longest of some lines has; nil if none has one, or all its
  /// numbers are 0. Throws the flaw of a line if it is of another size.
  static func find(
    in lines: [Line], _ flaw: (_ sentence: String, _ line: Int) -> Flaw
  ) throws(Flaw) -> Self? {
    let long = lines.filter { $0.text.count >= 2 * leastRun }
    let runs = long.map { (line: $0, found: run(in: $0.text)) }
    guard let (line, found) = runs.max(by: { $0.found.run.count < $1.found.run.count }),
      case let count = found.run.count, count >= leastRun
    else { return nil }
    // Names say where other columns stand; then the place of the matrix is not that of the maker.
    let isNamed = runs.contains { $0.found.fields.count >= count && $0.found.run.count < leastRun }
    let known = all.first { $0.runs.contains(count) && (!isNamed || count == $0.count) }
    let hasDrops = runs.contains { _, found in
      found.fields[found.run].joined().contains { 0x31...0x39 ~= $0 }
    }
    if known != nil || !hasDrops { return known }
    let list = all.map { "\($0.count) as that of \($0.name)" }.joined(separator: " nor ")
    throw flaw(
      "has \(count) whole numbers side by side, a matrix with neither \(list); --column reads one of "
        + "its columns", line.number)
  }
}
