/// The name of a column, word by word. Most names of a wide table are asked for little: the rest is
/// found when it is.
final class ColumnName {
  let text: String
  /// The words in small letters. Digits begin a word, and end none: rain1h is rain 1h.
  let words: [String]
  /// The unit of rain that it says, and a unit that is none: `%`, `V`.
  private(set) lazy var unit = RainUnit(in: text)
  private(set) lazy var otherUnit =
    text.contains("%") ? "%" : brackets.first(where: Meaning.noLength.has)
  // What an entity reads is its state; rain_state says yes or no.
  private lazy var all = words == ["state"] ? [[.plain]] : labels.map { Meaning.all(of: $0) }
  private lazy var meanings = all.reduce(Set()) { $0.union($1) }
  /// The words that have no known meaning.
  private(set) lazy var unknown: [String] = {
    // Of a unit such as mm/h, the time is no word.
    let hasTime = unit?.seconds != nil || window != nil
    return zip(labels, all).filter { word, meanings in
      meanings.isEmpty && !(hasTime && Meaning.seconds(of: word) != nil) && word.count > 1
    }.map(\.0)
  }()

  init(_ text: String) {
    self.text = text
    var words = text.separated.replacing("since last", with: "")
      .split { !$0.isLetter && !$0.isNumber }
      .flatMap { part in
        let letters = part.prefix { !$0.isNumber }
        let rest = part[letters.endIndex...]
        // WH40H is a device, and no rain of 40 h.
        let isDevice =
          letters.count > 1 && rest.last?.isLetter == true && Meaning.all(of: "\(letters)").isEmpty
        return (isDevice ? [part] : [letters, rest]).filter { !$0.isEmpty }.map(String.init)
      }
    // How hard it rains: per hour.
    for index in words.indices.dropLast().reversed()
    where ["per", "por", "par", "pro", "je"].contains(words[index]) {
      words[index] = "per" + words.remove(at: index + 1)
    }
    self.words = words
  }

  private var labels: [String] { words.filter { $0.first?.isLetter == true } }
  private var brackets: [String] {
    text.lowercased().split(separator: /[\(\[\{]/).dropFirst()
      .map { String($0.prefix { !")]}".contains($0) }).filter { $0 != " " } }
  }

  /// Whether one of the words says one of these.
  func says(_ meanings: Meaning...) -> Bool { meanings.contains(where: self.meanings.contains) }

  /// Whether it has rain, or says nothing that would speak against it.
  var isRain: Bool { says(.rain) && !isNoAmount }
  var isNoAmount: Bool {
    says(.no) || otherUnit != nil || says(.other) && (!says(.rain) || unit == nil)
  }

  /// Whether all words say whose a row is.
  var isOwner: Bool {
    let words = words.filter { $0.first?.isNumber == false }
    return !words.isEmpty && words.allSatisfy(Meaning.owner.has)
  }

  /// The time in s whose rain a number has: `rain_3h`, `past 60 min`, `last hour`.
  var window: Double? {
    if unit?.seconds != nil { return nil }
    for (index, word) in words.enumerated() {
      let digits = word.prefix(while: \.isNumber)
      // 60m is a minute, but 2 m are a height.
      let isJoined = digits.count < word.count && !digits.isEmpty
      let isAlone = digits.isEmpty && word.count > 2 && says(.last)
      let unit =
        isJoined
        ? word[digits.endIndex...]
        : isAlone ? word[...] : words.dropFirst(index + 1).first?[...] ?? ""
      let number = Double(digits) ?? (isAlone ? 1 : nil)
      guard let number, isJoined || unit != "m", let seconds = Meaning.seconds(of: unit),
        case let window = number * seconds, window > 0
      else { continue }
      // 525M is a device, 2m a height, UTC+1h a zone, and _set_1d a number of a series.
      let isPart =
        window.remainder(dividingBy: 43_200) == 0 || 43_200.remainder(dividingBy: window) == 0
      let isLabel =
        unit.count == 1 && (unit == "m" ? !isPart || word == "2m" : !isPart && window > 86_400)
      let before = index > 0 ? words[index - 1] : ""
      if !isLabel, before != "set", Meaning.zones[before.uppercased()] == nil { return window }
    }
    return says(.last) && says(.day) ? 86_400 : nil
  }

  private var trunk: [String] {
    String(text.prefix { !"([".contains($0) }).separated
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether the column has times and nothing else: `time`, `valid(UTC)`; whether a word of it is
  /// one of these.
  var isTime: Bool { Meaning.time.has(trunk.joined()) }
  func has(_ meaning: Meaning) -> Bool { words.contains(where: meaning.has) }

  /// The letters of strptime for a column with a part of a date.
  var datePart: String? {
    let (words, parts) = (trunk, Meaning.dateParts)
    return parts.first { Meaning.row($0, has: words.joined()) }
      // A word in two languages: 年/Year.
      ?? parts.first { part in
        !words.isEmpty && words.allSatisfy { Meaning.row(part, has: $0) }
      }
  }

  /// How surely a column has the rain of a row: 3, or of another kind: 2, or an amount of
  /// something: 1; nil: it has no rain.
  func rank(beside names: [ColumnName]) -> Int? {
    // MM is a month beside DD.
    if datePart != nil,
      names.contains(where: { $0.datePart == "%d" }) || unit == nil && !says(.rain)
    {
      return nil
    }
    if isNoAmount { return nil }
    if says(.rain) {
      let isOther =
        says(.rate, .tips, .counter, .day, .hour, .last) || window != nil || unit?.seconds != nil
      return isOther ? 2 : 3
    }
    return unit == nil ? 0 : 1
  }
}

extension String {
  /// The name in small letters, with a blank where a capital one follows a small one:
  /// `rainPerHour`.
  var separated: String {
    zip([" "] + self, self)
      .map { ($0.isLowercase && $1.isUppercase ? " " : "") + $1.lowercased() }.joined()
  }
}
