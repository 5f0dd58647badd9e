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
    (reading, self.record, facts) = (first.reading, record, question.facts)
    (column, reason) = (columns.first, question.reason)
  }
}
