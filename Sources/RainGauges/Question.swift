internal import Text

/// The ways to read a column that its words and flags leave.
struct Question {
  /// A reading with its rain, and the flags by which it is typed.
  struct Candidate {
    let reading: Reading
    let millimeters: Double
    /// The record of the first candidate alone, as there may be millions of rows.
    let record: RainRecord?
    var flags = ""

    var text: String {
      let (total, kind) = (FixedPoint.brief(millimeters), reading.kind.text)
      let unit = reading.kind.isRate ? "" : ", \(reading.unit.text)"
      return "\(flags)reads \(total) mm (\(kind)\(unit))"
    }
  }

  /// Who says the kind of rows: a person, a unit or a service, which numbers do not doubt; a word
  /// of the name; a word that has to be asked for at any rate; or nobody.
  private enum Source { case flag, word, doubt, nobody }

  let name: ColumnName
  let facts: Facts
  private(set) var (reason, complaint) = ("", "can be read in several ways")
  private var kinds: [RowKind] = [.amount]
  private var units: [RainUnit] = []
  private var source = Source.nobody
  private let isUnitSaid: Bool
  /// Whether a word of the name says the kind, also where another word is in doubt.
  private var isKindSaid = false
  private let reader: TableReader
  private let rows: [Row]

  /// Whether it is asked also where one reading is left.
  var isForced: Bool { source == .doubt }

  init(_ reader: TableReader, _ index: Int, of station: String?, owner: Int = 0) throws(Flaw) {
    (self.reader, rows, facts) = (
      reader, reader.rows[owner][index], Facts(reader.rows[owner][index])
    )
    let (file, answers, form) = (reader.file, reader.answers, reader.form)
    let column = index < reader.columns.count ? reader.columns[index] : nil
    name = column.map { reader.sense($0, of: station) } ?? ColumnName("")
    let known = answers.unit.map { [$0] } ?? form?.units ?? []
    let unit = known.first ?? name.unit ?? column?.unit
    isUnitSaid = column == nil || unit != nil && known.count < 2
    try checkTimes()
    guard let column else {
      kinds = [file.disdrometer == nil ? .tip : .amount]
      if answers.rows == .tip, answers.unit == nil {
        throw file.flaw("has tips of an unknown size; --unit 0.2mm says it")
      }
      (units, source) = ([answers.unit ?? .millimeters], .flag)
      return
    }
    if name.isNoAmount, answers.unit == nil, form == nil {
      let reason = name.otherUnit.map { " (it is in \($0))" } ?? ""
      throw file.flaw("\(name.text.quoted) is no amount of rain\(reason)")
    }
    findKinds(unit)
    if isUnitSaid, let unit {
      // Counters of `total` without a length have that of the file.
      let isTotal = unit == RainUnit(written: "total")
      units = [isTotal ? name.unit ?? column.unit ?? unit : unit]
    } else {
      findUnits(known)
    }
    if !name.unknown.isEmpty, name.says(.rain), unit == nil, source != .flag {
      source = .doubt
      complaint = "has words that nobody knows (\(name.unknown.joined(separator: ", ")))"
    }
  }

  /// Throws if rows have one time alone, or most have that of the row before.
  private func checkTimes() throws(Flaw) {
    let (file, time) = (reader.file, reader.table.times.format)
    if rows.count < 2 { throw file.tooShort }
    let isCounter = reader.answers.rows == .counter || reader.answers.unit?.isTotal == true
    let isTied = 2 * facts.ties > rows.count && (facts.hasZeros || facts.step >= 86_400)
    if facts.leastStep > 0, isCounter || !isTied { return }
    let advice =
      time.isDated
      ? "; --time-format '\(time.text) %H' or '\(time.text) %H%M' reads one in two columns" : ""
    throw file.flaw(
      "\(facts.ties) rows have the time of the row before; --time-column reads another\(advice)",
      line: Int(rows[0].line))
  }

  private mutating func findKinds(_ unit: RainUnit?) {
    let (answers, window) = (
      reader.answers, name.window ?? (name.says(.hour) ? 3600 : name.says(.day) ? 86_400 : nil)
    )
    /// Kinds that words of the name say.
    func set(_ kinds: [RowKind], _ source: Source = .word) {
      (self.kinds, self.source, reason) = (kinds, source, "its name says so")
      isKindSaid = true
      let texts = kinds.map(\.text).joined(separator: " or ")
      complaint = "has \(texts), as its name says"
    }
    if let rows = answers.rows {
      (kinds, source, reason) = ([rows], .flag, "--rows \(rows.word)")
    } else if answers.unit?.isTotal == true {
      (kinds, source, reason) = ([.counter], .flag, "--unit total")
    } else if unit?.seconds != nil {
      reason = answers.unit == nil ? "its unit says so" : "--unit"
      (kinds, source) = ([.rate(.before)], .flag)
    } else if let form = reader.form, let kind = form.kind {
      let hour = kind == .hourCounter ? ": since the report of the hour" : ""
      (kinds, source, reason) = ([kind], .flag, form.name + hour)
    } else if name.says(.rate) {
      set([.rate(.before)] + (unit == nil ? [] : [.amount]), unit == nil ? .word : .doubt)
    } else if name.says(.tips), unit == nil {
      set([.amount], .doubt)
      complaint = "counts tips, as its name says"
    } else if let window, facts.leastStep >= 0.9 * window {
      reason = "rows as far apart as the time of their sums"
    } else if let window {
      set(
        name.window != nil
          ? [.sum(window)] + (window == 3600 ? [.hourCounter] : [])
          : window == 3600 ? [.hourCounter, .sum(window)] : [.counter, .sum(window)],
        [3600, 86_400].contains(window) ? .word : .doubt)
    } else if name.says(.counter) {
      set([.counter, .amount])
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
      units = [.millimeters]
      if kinds[0].isRate || facts.mayBeInches { units.append(.inches) }
      if kinds[0].isRate { return }
      // A word for metres, or numbers that are so small.
      let isMetre = name.words.last == "m" && name.words.count > 1
      if isMetre || facts.mayBeMetres {
        units.insert(.metres, at: isMetre || name.words == ["tp"] ? 0 : units.count)
      }
      if facts.mayBeTips { units.append(RainUnit(millimeters: 0.2)) }
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
          let isDaily = reader.table.times.format.isDated && name.says(.day)
          let reading = Reading(kind: kind, unit: unit, isDaily: isDaily)
          if isChecked, !reading.holds(rows, facts, isNamed: isKindSaid) { continue }
          do throws(Flaw) {
            let tip = reader.answers.tip ?? (reader.file.disdrometer == nil ? nil : 0)
            let record = try RainRecord(rows, facts, reading, tip: tip, reader.notes, reader.file)
            found.append(
              Candidate(
                reading: reading, millimeters: record.millimeters,
                record: found.isEmpty ? record : nil))
          } catch { flaw = flaw ?? error }
        }
      }
    }
    add(kinds, isChecked: source != .flag)
    if source == .nobody, kinds == [.amount] {
      // What the numbers allow beside amounts.
      let sums = [3600, 86_400.0].filter { window in
        facts.falls > 1 && facts.fallsToRain && facts.first == 0 && facts.span >= window
          && window >= 2.5 * facts.step && facts.isRegular
      }
      let others = found.isEmpty || facts.seemsCounted ? [RowKind.counter] : []
      add(others + sums.map { .sum($0) })
      // A counter that loses readings, which no word says, has to be typed.
      if found.isEmpty, facts.rises > 0, let (why, _) = flaw?.sentence.halves(at: ";") {
        source = .doubt
        add([.counter], isChecked: false)
        let texts = flagged(found).map(\.text)
        if !texts.isEmpty { throw Flaw("\(why); \(texts.joined(separator: ", "))") }
      }
    } else if found.isEmpty, source != .flag {
      // A kind that a word says is offered also where the numbers break its law.
      add(kinds + (kinds.contains(.amount) ? [] : [.amount]), isChecked: false)
      source = .doubt
    }
    if found.isEmpty, let flaw { throw flaw }
    return flagged(found)
  }

  private func flagged(_ found: [Candidate]) -> [Candidate] {
    // With a unit, the words of a name may say another kind.
    let hasKinds =
      isKindSaid || isForced && isUnitSaid || Set(found.map(\.reading.kind)).count > 1
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
}

extension Question {
  /// The reading that words, flags and numbers leave, and what was asked; throws with the total and
  /// the flags of each if several are left.
  static func answer(
    _ reader: TableReader
  ) throws(Flaw) -> (question: Self, reading: Reading, record: RainRecord) {
    let (file, table, columns) = (reader.file, reader.table, reader.columns)
    /// The readings of a flag that chooses an owner or a column.
    func offers(_ flag: String, _ column: Int, _ owner: Int, of station: String?) -> [String] {
      var question = try? Question(reader, column, of: station, owner: owner)
      let found = (try? question?.candidates())?.prefix(6).map { "\(flag) \($0.text)" } ?? []
      return found.isEmpty ? [flag] : found
    }
    if reader.rows.count > 1, let owners = reader.owners {
      let names = owners.texts.map(\.string)
      let rains = names.filter { ColumnName($0).isRain }
      let isMixed = !rains.isEmpty && rains.count < names.count
      let list = rains.sorted() + names.filter { !rains.contains($0) }.sorted()
      let texts = (isMixed ? rains.sorted() : list).prefix(20).flatMap { name in
        offers("--station \(name.quoted)", 0, names.firstIndex(of: name) ?? 0, of: name)
      }
      let (what, label) = (isMixed ? "quantities" : "stations", table.label([owners.column]))
      throw file.flaw(
        "has several \(what), in \(label): \(Table.list(list)); \(texts.joined(separator: ", "))")
    }
    if columns.count > 1 {
      let texts = columns.indices.flatMap { index in
        // A name that cannot be typed, or that others have, has its number.
        let name = columns[index].name.text
        let isPlain =
          table.hasNames && name.utf8.count <= 60 && !name.contains { "'\n\t".contains($0) }
          && columns.count { $0.name.text == name } == 1
        let word = isPlain ? name.quoted : "\(columns[index].index + 1)"
        return offers("--column \(word)", index, 0, of: reader.answers.station)
      }
      throw file.flaw("has several columns of rain; \(texts.joined(separator: ", "))")
    }
    var question = try Question(reader, 0, of: reader.answers.station)
    let candidates = try question.candidates()
    let why = "\(question.name.text.quoted) \(question.complaint)"
    guard let first = candidates.first, let record = first.record else {
      throw file.flaw("\(why), but its numbers do not; --rows and --unit say what they are")
    }
    let totals = candidates.map(\.millimeters)
    if question.isForced || (totals.max() ?? 0) > 1.02 * (totals.min() ?? 0) + 1e-12 {
      throw file.flaw("\(why); \(candidates.prefix(6).map(\.text).joined(separator: ", "))")
    }
    return (question, first.reading, record)
  }
}
