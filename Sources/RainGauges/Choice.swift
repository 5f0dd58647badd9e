internal import Text

/// The reading of a table that words, flags and numbers leave.
struct Choice {
  let reading: Reading
  let record: RainRecord
  let facts: Facts
  let column: AmountColumn?
  /// Why it is read so.
  let reason: String

  /// Chooses; throws with the total and the flags of each reading if several are left.
  init(_ reader: TableReader) throws(Flaw) {
    let (file, columns) = (reader.file, reader.columns)
    if reader.rows.count > 1 { throw Self.several(reader) }
    if Set(columns.map { $0.name.text }).count > 1 {
      let texts = columns.indices.flatMap { index in
        let flag = Self.flag(columns[index], reader.table)
        var question = try? Question(reader, index, of: reader.answers.station)
        let found = try? question?.candidates()
        return found.map { $0.prefix(6).map { "\(flag) \($0.text)" } } ?? [flag]
      }
      throw file.flaw("has several columns of rain; \(texts.joined(separator: ", "))")
    }
    var question = try Question(reader, 0, of: reader.answers.station)
    let candidates = try question.candidates()
    let name = question.name.text.quoted
    guard let first = candidates.first else {
      throw file.flaw(
        "\(name) \(question.complaint), but its numbers do not; --rows and --unit say what they are"
      )
    }
    let totals = candidates.map(\.millimeters)
    if question.isForced || (totals.max() ?? 0) > 1.02 * (totals.min() ?? 0) + 1e-12 {
      let texts = candidates.prefix(6).map(\.text).joined(separator: ", ")
      throw file.flaw("\(name) \(question.complaint); \(texts)")
    }
    (reading, facts) = (first.reading, question.facts)
    record = try question.record(first)
    (column, reason) = (columns.first, question.reason)
  }

  /// The flag that chooses a column; a name that cannot be typed has its number.
  private static func flag(_ column: AmountColumn, _ table: Table) -> String {
    let name = column.name.text
    let isPlain = table.hasNames && name.utf8.count <= 60 && !name.contains { "'\n\t".contains($0) }
    return "--column " + (isPlain ? name.quoted : "\(column.index + 1)")
  }

  /// The error that rows are of several owners, with the total of each that has rain.
  private static func several(_ reader: TableReader) -> Flaw {
    guard let owners = reader.owners else { return reader.file.tooShort }
    let names = owners.texts.map(\.string)
    let rains = names.filter { ColumnName($0).isRain }
    let isMixed = !rains.isEmpty && rains.count < names.count
    let list = rains.sorted() + names.filter { !rains.contains($0) }.sorted()
    let texts = (isMixed ? rains : list).prefix(20).map { name -> String in
      let flag = "--station \(name.quoted)"
      guard let index = names.firstIndex(of: name),
        var question = try? Question(reader, 0, of: name, owner: index),
        let found = try? question.candidates(), found.count == 1, !question.isForced
      else { return flag }
      return "\(flag) reads \(FixedPoint.brief(found[0].millimeters)) mm"
    }
    return reader.file.flaw(
      "has several \(isMixed ? "quantities" : "stations"), in \(reader.table.label([owners.column])): "
        + "\(Table.list(list)); \(texts.joined(separator: ", "))")
  }
}

/// A reading with its rain in mm, and the flags by which it is typed.
private struct Candidate {
  let reading: Reading
  let millimeters: Double
  var flags = ""

  var text: String {
    let (total, kind) = (FixedPoint.brief(millimeters), reading.kind.text)
    return
      "\(flags)reads \(total) mm (\(kind)\(reading.kind.isRate ? "" : ", \(reading.unit.text)"))"
  }
}

/// The ways to read a column that its words and flags leave.
private struct Question {
  /// Who says the kind of rows: a person, a unit or a service, which numbers do not doubt; a word
  /// of the name; a word that has to be asked for at any rate; or nobody.
  enum Source { case flag, word, doubt, nobody }

  let name: ColumnName
  let facts: Facts
  private(set) var (reason, complaint) = ("", "can be read in several ways")
  private var kinds: [RowKind] = [.amount]
  private var units: [RainUnit] = []
  private var source = Source.nobody
  private let isUnitSaid: Bool
  /// The record of the first candidate, if it is the only one.
  private var first: RainRecord?
  private let reader: TableReader
  private let rows: Rows
  private let notes: Notes

  /// Whether it is asked also where one reading is left.
  var isForced: Bool { source == .doubt }

  init(_ reader: TableReader, _ index: Int, of station: String?, owner: Int = 0) throws(Flaw) {
    (self.reader, rows) = (reader, reader.rows[owner][index])
    let (file, answers, form) = (reader.file, reader.answers, reader.form)
    let column = index < reader.columns.count ? reader.columns[index] : nil
    (facts, notes) = (Facts(rows), reader.notes(column))
    name = column.map { reader.sense($0, of: station) } ?? ColumnName("")
    let units = answers.unit.map { [$0] } ?? form?.units ?? []
    let unit = units.first ?? name.unit ?? column?.unit
    isUnitSaid = column == nil || unit != nil && units.count < 2
    try check()
    guard let column else {
      kinds = [file.disdrometer == nil ? .tip : .amount]
      if answers.rows == .tip, answers.unit == nil {
        throw file.flaw("has tips of an unknown size; --unit 0.2mm says it")
      }
      (self.units, source) = ([answers.unit ?? .millimeters], .flag)
      return
    }
    if name.isNoAmount, answers.unit == nil, form == nil {
      throw file.flaw("\(name.text.quoted) is no amount of rain\(name.denial)")
    }
    findKinds(unit)
    if isUnitSaid, let unit {
      // Counters of `total` without a length have that of the file.
      let isTotal = unit == RainUnit(written: "total")
      self.units = [isTotal ? name.unit ?? column.unit ?? unit : unit]
    } else {
      findUnits(units)
    }
    if !name.unknown.isEmpty, name.says(.rain), unit == nil, source != .flag {
      source = .doubt
      complaint = "has words that nobody knows (\(name.unknown.joined(separator: ", ")))"
    }
  }

  /// Throws if rows have one time alone, or most have that of the row before.
  private func check() throws(Flaw) {
    let (file, line) = (reader.file, Int(rows.runs[0].line))
    if rows.count < 2 { throw file.tooShort }
    if facts.leastStep == 0, !rows.hasTies || rows.count <= 2 || !facts.hasZeros {
      throw file.flaw(
        "has the only time; --time-column and --time-format say which time is read", line: line)
    }
    let isCounter = reader.answers.rows == .counter || reader.answers.unit?.isTotal == true
    if facts.leastStep == 0
      || 2 * facts.ties > rows.count && !isCounter && (facts.hasZeros || facts.step >= 86_400)
    {
      let time = reader.times.format.text
      throw file.flaw(
        "\(facts.ties) rows have the time of the row before; if the time goes on in the next column, "
          + "--time-format '\(time) %H' or '\(time) %H%M' reads it")
    }
  }

  private mutating func findKinds(_ unit: RainUnit?) {
    let (answers, step) = (reader.answers, facts.leastStep)
    func set(_ kinds: [RowKind], _ source: Source, _ reason: String, _ complaint: String? = nil) {
      (self.kinds, self.source, self.reason) = (kinds, source, reason)
      self.complaint = complaint ?? self.complaint
    }
    /// Sums of a time, or amounts where no rows are nearer than it.
    func set(_ kinds: [RowKind], of window: Double, _ name: String, _ has: String) {
      if step >= 0.9 * window {
        set([.amount], .nobody, "rows as far apart as the time of their sums")
      } else {
        set(kinds, .word, "its name says \(name)", "has \(has), as its name says")
      }
    }
    if let rows = answers.rows {
      set([rows], .flag, "--rows \(rows.word)")
    } else if answers.unit?.isTotal == true {
      set([.counter], .flag, "--unit total")
    } else if unit?.seconds != nil {
      set([.rate(.before)], .flag, answers.unit == nil ? "its unit says so" : "--unit")
    } else if let form = reader.form, let kind = form.kind {
      set([kind], .flag, form.name + (kind == .hourCounter ? ": since the report of the hour" : ""))
    } else if name.says(.rate) {
      set(
        name.unit == nil ? [.rate(.before)] : [.rate(.before), .amount],
        name.unit == nil ? .nobody : .doubt, "its name says rate",
        "tells how hard it rains, as its name says")
    } else if reader.table.hasRates, unit == nil {
      set(
        [.rate(.before), .amount], .doubt, "",
        "may tell how hard it rains, as a line before the table says")
    } else if name.says(.tips), unit == nil {
      set([.amount], .doubt, "its name says tips", "counts tips, as its name says")
    } else if let window = name.window {
      let isKnown = [3600, 86_400].contains(window)
      set(
        window == 3600 ? [.sum(3600), .hourCounter] : [.sum(window)], of: window,
        "the last \(window == 3600 ? "hour" : "day")", RowKind.sum(window).text)
      if !isKnown, source == .word { source = .doubt }
    } else if name.says(.hour) {
      set([.hourCounter, .sum(3600)], of: 3600, "hour", "sums of an hour")
    } else if name.says(.day) {
      set([.counter, .sum(86_400)], of: 86_400, "the day", "the rain of the day")
    } else if name.says(.counter) {
      set([.counter, .amount], .word, "its name says so", "may count on, as its name says")
    } else {
      reason =
        unit == nil
        ? "no word says a kind or a unit: mm of each row"
        : "amounts, as no word says another kind"
    }
  }

  /// The units that a number may have: those of which a service writes one, or those that the
  /// numbers leave.
  private mutating func findUnits(_ known: [RainUnit]) {
    if let form = reader.form, known.count > 1 {
      units = known.filter { $0.millimeters >= 1 || facts.decimals == 0 }
      complaint = "has \(units.map(\.word).joined(separator: " or ")), as \(form.name) writes both"
    } else if name.says(.tips), kinds == [.amount], reader.answers.rows == nil {
      units = [0.2, 0.254, 0.1, 0.5, 1].map { RainUnit(millimeters: $0) }
    } else {
      let isRate = kinds[0].isRate
      units = [.millimeters]
      if isRate || facts.mayBeInches { units.append(.inches) }
      // A word for metres, or numbers that are so small.
      let isMetre = name.words.last == "m" && name.words.count > 1
      if !isRate, isMetre || facts.mayBeMetres {
        units.insert(.metres, at: isMetre || name.words == ["tp"] ? 0 : units.count)
      }
      if !isRate, facts.mayBeTips { units.append(RainUnit(millimeters: 0.2)) }
    }
  }

  /// The readings that the numbers leave.
  mutating func candidates() throws(Flaw) -> [Candidate] {
    var (found, flaw): ([Candidate], Flaw?) = ([], nil)
    func add(_ kinds: [RowKind], isChecked: Bool = true) {
      for kind in kinds {
        for var unit in units {
          unit.seconds = kind.isRate ? unit.seconds ?? 3600 : nil
          unit.isTotal = false
          let reading = Reading(
            kind: kind, unit: unit, isDaily: reader.times.format.isDated && name.says(.day))
          if isChecked, !reading.holds(rows, facts, isNamed: source == .word) { continue }
          do throws(Flaw) {
            let record = try record(reading)
            // There is room for one.
            first = found.isEmpty ? record : nil
            found.append(Candidate(reading: reading, millimeters: record.millimeters))
          } catch { flaw = flaw ?? error }
        }
      }
    }
    add(kinds, isChecked: source != .flag)
    if source == .nobody, kinds == [.amount], !name.says(.tips) {
      add(others(isOut: found.isEmpty))
      // A counter that loses readings, which no word says, has to be typed.
      if found.isEmpty, facts.rises > 0, let (why, _) = flaw?.sentence.halves(at: ";") {
        source = .doubt
        add([.counter], isChecked: false)
        let texts = flagged(found).map(\.text)
        if !texts.isEmpty { throw Flaw("\(why); \(texts.joined(separator: ", "))") }
      }
    } else if found.isEmpty, source == .word, !kinds.contains(.amount) {
      add([.amount], isChecked: false)
      if !found.isEmpty { source = .doubt }
    }
    if found.isEmpty, let flaw { throw flaw }
    return flagged(found)
  }

  /// Kinds that the numbers of rows allow beside amounts.
  private func others(isOut: Bool) -> [RowKind] {
    let sums = [3600, 86_400.0].filter { window in
      facts.falls > 1 && facts.fallsToRain && facts.first == 0 && facts.span >= window
        && window >= 2.5 * facts.step && facts.isRegular
    }
    return (isOut || facts.seemsCounted ? [.counter] : []) + sums.map { .sum($0) }
  }

  private func flagged(_ found: [Candidate]) -> [Candidate] {
    let kinds = found.map(\.reading.kind)
    let hasKinds =
      kinds.contains { $0 != kinds[0] }
      || isForced && (isUnitSaid || kinds[0] != .amount && !kinds[0].isRate)
    return found.map { candidate in
      var candidate = candidate
      let (kind, unit) = (candidate.reading.kind, candidate.reading.unit)
      if hasKinds, kind != .rate(.before) { candidate.flags += "--rows \(kind.word) " }
      if !isUnitSaid || kind == .rate(.before) && reader.answers.rows == nil {
        candidate.flags += "--unit \(unit.word) "
      }
      return candidate
    }
  }

  /// The record of a candidate, with a note where rates of rows of unlike length would be other
  /// rain as rates that hold on.
  func record(_ candidate: Candidate) throws(Flaw) -> RainRecord {
    var after = candidate.reading
    after.kind = .rate(.after)
    let isUneven = candidate.reading.kind == .rate(.before) && !facts.isEven
    let other = isUneven ? try record(after).millimeters : candidate.millimeters
    var record = if let first { first } else { try record(candidate.reading) }
    if abs(other - record.millimeters) > 0.01 * record.millimeters {
      record.notes.add(.lengths, other)
    }
    return record
  }

  private func record(_ reading: Reading) throws(Flaw) -> RainRecord {
    let tip = reader.answers.tip ?? (reader.file.disdrometer == nil ? nil : 0)
    return try RainRecord(rows, facts, reading, tip: tip, notes, reader.file)
  }
}
