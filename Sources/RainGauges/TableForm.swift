/// A table of a service that is known by its whole header: a line of forms.txt.
struct TableForm {
  let name: String
  private let columns: [Substring]
  private let rain: Substring
  /// The units of which one is its own; none: the name of the column says it.
  let units: [RainUnit]
  let kind: RowKind?
  let time: TimeFormat?
  /// The rows that are read: those with such a text in a column.
  let kept: (column: String, text: String)?
  /// Of rows of one time, that with the highest number in this column is read.
  let version: String?
  /// The first part of a field that has several between commas, of which the second is the number:
  /// `01,0024,9,1`.
  let group: String?

  private static let all: [Self] = String(decoding: PackageResources.forms_txt, as: UTF8.self)
    .split(separator: "\n").filter { $0.first != "#" }.map(Self.init)

  private init(_ line: Substring) {
    let parts = line.split(separator: " ;", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    func list(_ text: Substring) -> [Substring] { text.split(separator: ", ") }
    (name, columns, rain) = (String(parts[0]), list(parts[1]), parts[2])
    units = list(parts[3]).compactMap { RainUnit(written: String($0)) }
    kind = RowKind(written: String(parts[4]))
    let more = parts.count > 5 ? parts[5] : ""
    func value(_ word: String) -> Substring? {
      more.hasPrefix("\(word) ")
        ? more.dropFirst(word.count + 1)
        : more.firstRange(of: ", \(word) ").map { more[$0.upperBound...] }
    }
    group = value("group").map(String.init)
    time = value("time").flatMap { TimeFormat(String($0)) }
    version = value("version").map(String.init)
    kept = value("keep").map { $0.prefix { $0 != "," }.split(separator: " ") }
      .map { (String($0[0]), String($0[1])) }
  }

  /// The form that has these names, and the index of its column of rain, which may be given.
  static func find(_ names: [String], column: Int?) -> (form: Self, column: Int)? {
    let names = names.map { $0.lowercased() }
    for form in all {
      guard form.columns.allSatisfy({ text in names.contains { Meaning.fits($0, text) } }),
        let index = names.firstIndex(where: { Meaning.fits($0, form.rain) }),
        column == nil || column == index
      else { continue }
      return (form, index)
    }
    return nil
  }
}
