internal import Text

/// What the numbers of a table are. The name of their column and the numbers themselves are two witnesses: where they
/// agree, or where one has nothing to say, the table is read; where they do not, a person has to choose.
struct GaugeInference {
  private let rows: GaugeRows
  private let reader: GaugeReader
  private let format: GaugeFormat
  private let claim: GaugeWords.Claim
  private(set) var unit: GaugeUnit
  /// How far most rows lie apart, in s; whether most do; and how far the closest do.
  let step: Double
  let isEven: Bool
  let shortestStep: Double
  /// The last decimal place of the numbers.
  private let resolution: Double

  /// Finds out how far the rows lie apart, of which the first of the table are enough.
  ///
  /// - Throws: if all have one time.
  init(_ rows: GaugeRows, _ reader: GaugeReader, _ format: GaugeFormat) throws(Flaw) {
    (self.rows, self.reader, self.format) = (rows, reader, format)
    (claim, unit) = (reader.column.claim, reader.column.unit)
    let steps = rows.ends.steps.filter { $0 > 0 }
    guard let shortest = steps.first else {
      if rows.count > 2, rows.amounts.contains(0) { throw reader.hourFlaw(rows.count - 1) }
      throw reader.file.flaw(
        rows.lines[0],
        "has the only time; --time-column and --time-format say which time is read")
    }
    let step = steps[steps.count / 2]
    (self.step, shortestStep) = (step, shortest)
    isEven = steps.count { abs($0 - step) <= 0.01 * step } * 2 >= steps.count
    var places = 1.0
    for amount in rows.amounts where !amount.isNaN {
      while places < 1e6, abs(amount * places - (amount * places).rounded()) > 1e-6 * places {
        places *= 10
      }
    }
    resolution = 1 / places
  }

  /// How rows of a kind are turned into amounts.
  func conversion(_ kind: GaugeKind, _ unit: GaugeUnit) -> GaugeConversion {
    GaugeConversion(
      kind, unit, isDaily: reader.isDated && claim.meanings.contains(.daySum),
      resolution: resolution, step: step, isEven: isEven)
  }

  /// What the rows are, and their unit.
  mutating func kind() throws(Flaw) -> GaugeKind {
    let kind = try found()
    switch kind {
    case .rate: unit.seconds = unit.seconds ?? 3600
    default: unit.seconds = nil
    }
    if reader.column.unitSource == nil, kind != .tip { try checkMeters(kind) }
    return kind
  }

  private func found() throws(Flaw) -> GaugeKind {
    switch format.rows {
    case .sum(nil)?:
      if let window = claim.window { return .sum(window) }
      throw flaw("does not say how long its sums last; --rows sum:60m says it")
    case .tip? where format.unit == nil:
      throw reader.file.flaw(nil, "has tips of an unknown size; --unit 0.2mm says it")
    case let rows?: return rows
    case nil: break
    }
    if unit.isTotal { return .counter }
    if unit.seconds != nil { return .rate(.before) }
    if reader.column.column == nil { return .tip }
    if claim.meanings.contains(.rate) || reader.column.isRatePreamble { throw rateFlaw }
    if claim.meanings.contains(.tips), !reader.column.isUnitNamed, format.unit == nil {
      throw flaw(
        "counts tips, as its name says; --unit 0.2mm says their size, --rows amount reads mm")
    }
    let names = candidates
    if let first = names.first {
      let fitting = names.filter(fits)
      let totals = fitting.compactMap { total($0) }
      let isClear =
        claim.isLast || claim.meanings.contains(.daySum) || !claim.meanings.contains(.hourSum)
      if let kind = fitting.first, isClear || (totals.max() ?? 0) <= 1.1 * (totals.min() ?? 0) {
        return kind
      }
      if fitting.isEmpty, step >= 0.9 * 86_400 { return .amount }
      let but =
        fitting.isEmpty
        ? ", as its name says, but its numbers do not" : " or a counter, as its name says"
      throw choice("has \(first.text)\(but)", names + [.amount])
    }
    if claim.meanings.contains(.sum), neverFalls || countsOn, step < 0.9 * 86_400 {
      return .counter
    }
    if countsOn {
      throw choice("counts on, as its numbers say", [.counter, .amount])
    }
    if let window = movingWindow {
      let kind = GaugeKind.sum(window)
      throw choice("has \(kind.text), as its numbers say", [kind, .amount])
    }
    return .amount
  }

  /// What the name says the rows may be, the likeliest first; nothing if they are amounts.
  private var candidates: [GaugeKind] {
    var kinds: [GaugeKind] = []
    if let window = claim.window {
      // Rows as far apart as their window are amounts.
      if step >= 0.9 * window { return [] }
      kinds = [.sum(window), .counter]
    }
    if claim.meanings.contains(.daySum), step < 0.9 * 86_400 {
      kinds = [.counter] + (claim.window == nil ? [.sum(86_400)] : [.sum(claim.window)])
    }
    if claim.meanings.contains(.total), kinds.isEmpty { kinds = [.counter] }
    return kinds
  }

  /// Whether the numbers keep the laws of a kind.
  private func fits(_ kind: GaugeKind) -> Bool {
    switch kind {
    case .counter:
      let conversion = conversion(kind, unit)
      let count = GaugeLaws.count(rows.amounts, isNewDay: conversion.newDays(rows))
      return count.broken == nil && 4 * count.resets <= rows.count + 3
        && 2 * count.lost.count < rows.count
    case .sum(let window?):
      var (rows, sum) = (rows, GaugeLaws.Sum(window: window, resolution: resolution, rows))
      sum.read(&rows, stops: true)
      return sum.broken == nil
    default: return true
    }
  }

  /// Numbers of rows that follow each other.
  private var pairs: Zip2Sequence<[Double], ArraySlice<Double>> {
    let known = rows.amounts.filter { !$0.isNaN }
    return zip(known, known.dropFirst())
  }

  /// Whether the numbers rise and never fall, and stay where they are or begin high.
  private var neverFalls: Bool {
    let pairs = pairs
    let most = pairs.lazy.map { $1 - $0 }.max() ?? 0
    return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0.0 > 0 }
      && (pairs.contains { $0.0 > 0 && $0.0 == $0.1 } || (rows.amounts.first ?? 0) > 5 * most)
  }

  /// Whether numbers that no name explains are those of a counter: they never fall, and stay where they are. Or they do so
  /// for long, but for a few times when they begin anew.
  private var countsOn: Bool {
    let pairs = pairs
    let count = pairs.count { _ in true } + 1
    let rests = pairs.count { $0.0 > 0 && $0.0 == $0.1 }
    let falls = pairs.count { $0.0 > $0.1 }
    // Tips of one time.
    if zip(rows.ends, rows.ends.dropFirst()).contains(where: ==) { return false }
    if falls == 0 {
      // Short tables of amounts rise, too, but begin near 0.
      let most = pairs.lazy.map { $1 - $0 }.max() ?? 0
      let isHigh = (rows.amounts.first { !$0.isNaN } ?? 0) > 2 * most
      return seemsCounted && (count >= 10 || isHigh)
    }
    guard count >= 20, 20 * falls <= count, 4 * rests >= count,
      pairs.count(where: { 0 < $0.0 && $0.0 < $0.1 }) > falls
    else { return false }
    return fits(.counter)
  }

  /// Whether the numbers never fall, and both rise and stay where they are.
  var seemsCounted: Bool {
    let pairs = pairs
    return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0.0 > 0 && $0.0 == $0.1 }
      && pairs.contains { $0.0 < $0.1 } && pairs.count { _ in true } >= 3
  }

  /// The longest window of a moving sum that no name explains, as the parts of a window fit, too: all that enters it leaves it in time, and some of it while other rain
  /// is still in it.
  private var movingWindow: Double? {
    guard isEven, pairs.contains(where: { $0.0 > $0.1 && $0.1 > 0 }) else { return nil }
    let span = rows.ends[rows.count - 1] - rows.ends[0]
    return [10.0, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 2880].lazy.map { $0 * 60 }.last {
      window in
      guard window > 2.5 * step, span >= window else { return false }
      var (rows, sum) = (rows, GaugeLaws.Sum(window: window, resolution: resolution, rows))
      sum.read(&rows, stops: true)
      return sum.broken == nil && sum.falls >= 2
    }
  }

  // MARK: Totals

  /// What the rows would have as a kind, in mm; nil if they cannot be that, or if there are more.
  func total(_ kind: GaugeKind, _ unit: GaugeUnit? = nil) -> Double? {
    amounts(kind, unit)?.sum
  }

  private func amounts(_ kind: GaugeKind, _ unit: GaugeUnit? = nil) -> GaugeRows? {
    guard rows.count < GaugeReader.mostRows else { return nil }
    var unit = unit ?? self.unit
    unit.seconds = isRate(kind) ? unit.seconds ?? 3600 : nil
    var notes = GaugeNotes(reader.file)
    var conversion = conversion(kind, unit)
    guard var amounts = try? conversion.amounts(rows, isLast: true, &notes) else { return nil }
    _ = try? amounts.merge(kind, isRecord: isRecord(kind), &notes)
    return amounts
  }

  /// Whether the table has a row also where it was dry, so that equal rows were written twice.
  func isRecord(_ kind: GaugeKind) -> Bool {
    kind != .counter && rows.amounts.contains(0)
      && rows.ends.steps.count { abs($0 - step) <= 0.01 * step } * 2 >= rows.count - 1
  }

  func isRate(_ kind: GaugeKind) -> Bool { if case .rate = kind { true } else { false } }

  private func flaw(_ sentence: String) -> Flaw {
    reader.file.flaw(rows.lines[0], "\(reader.column.name.quoted) \(sentence)")
  }

  /// The error that one of several kinds has to be chosen, with their totals.
  private func choice(_ sentence: String, _ kinds: [GaugeKind]) -> Flaw {
    let choices = kinds.compactMap { kind -> String? in
      guard let total = total(kind) else {
        return rows.count < GaugeReader.mostRows ? nil : "\(kind.flag) reads \(kind.text)"
      }
      return "\(kind.flag) reads \(FixedPoint.brief(total)) mm (\(kind.text))"
    }
    return flaw("\(sentence); \(choices.joined(separator: ", "))")
  }

  /// The error for a rainfall without a unit.
  private var rateFlaw: Flaw {
    let source = reader.column.isRatePreamble ? "a line before it" : "its name"
    let lengths: [(String, Double)] =
      reader.column.unitSource == nil
      ? [("mm", 1), ("in", 25.4)] : [(unit.millimeters == 25.4 ? "in" : "mm", unit.millimeters)]
    let rates = lengths.map { name, length in
      let total = total(.rate(.before), GaugeUnit(millimeters: length, seconds: 3600))
      return "--unit \(name)/h reads \(total.map { "\(FixedPoint.brief($0)) mm" } ?? "it")"
    }
    let amounts = total(.amount).map { "\(FixedPoint.brief($0)) mm" } ?? "them"
    return flaw(
      "tells how hard it rains, as \(source) says; \(rates.joined(separator: ", ")), --rows amount \(amounts) (amounts of each row)"
    )
  }

  /// Throws if numbers without a unit are as small as those of models in metres.
  private func checkMeters(_ kind: GaugeKind) throws(Flaw) {
    guard resolution < 0.005, let amounts = amounts(kind, .millimeters) else { return }
    let (total, most) = (amounts.sum, amounts.amounts.lazy.filter { !$0.isNaN }.max() ?? 0)
    guard 0 < most, most < 0.1, step >= 600 || total < 0.5 else { return }
    throw flaw(
      "may have metres, as small as its numbers are; --unit m reads \(FixedPoint.brief(1000 * total)) mm, "
        + "--unit mm \(FixedPoint.brief(total)) mm")
  }
}
