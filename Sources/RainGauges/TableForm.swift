/// A table of a service that is known by its whole header: a line of forms.txt.
struct TableForm {
  let name: String
  /// The names of columns, the last that of the rain.
  private let columns: [[Substring]]
  /// The units of which one is its own; none: the name of the column says it.
  let units: [RainUnit]
  let kind: RowKind?
  /// The further words of a line, by its words.
  private let more: [Substring: Substring]

  /// How the time is written.
  var time: TimeFormat? { more["time"].flatMap { TimeFormat(String($0)) } }
  /// The rows that are read: those with such a text in a column.
  var kept: (column: String, text: String)? {
    more["keep"].map { $0.split(separator: " ") }.map { (String($0[0]), String($0[1])) }
  }
  /// Of rows of one time, that with the highest number in this column is read.
  var version: String? { more["version"].map(String.init) }
  /// The first part of a field that has several between commas, of which the second is the number:
  /// `01,0024,9,1`.
  var group: String? { more["group"].map(String.init) }

  private static let all: [Self] = String(decoding: PackageResources.forms_txt, as: UTF8.self)
    .split(separator: "\n").filter { $0.first != "#" }.map(Self.init)

  private init(_ line: Substring) {
    let parts = line.split(separator: " ;", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " }.split(separator: ", ") }
    name = parts[0].joined()
    columns = parts[1].map { $0.split(separator: "|") }
    units = parts[2].compactMap { RainUnit(written: String($0)) }
    kind = RowKind(written: parts[3].joined())
    let pairs = parts.dropFirst(4).joined().map { ($0.prefix { $0 != " " }, $0) }
    more = Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1.dropFirst($0.count + 1)) })
  }

  /// The form that has these names, and the index of its column of rain, which may be given.
  static func find(_ names: [String], column: Int?) -> (form: Self, column: Int)? {
    let names = names.map { $0.lowercased() }
    for form in all {
      let found = form.columns.map { texts in
        names.firstIndex { name in texts.contains { Meaning.fits(name, $0) } }
      }
      if !found.contains(nil), let index = found.last ?? nil, column ?? index == index {
        return (form, index)
      }
    }
    return nil
  }
}
