/// What words in a table say. To know another service or language, add its words to a row.
enum GaugeWords {
  /// What a word in the name of a column says of the column.
  enum Meaning {
    /// Rain, its unit, or something else.
    case rain, unit, other
    /// How hard it rains; what has fallen since the beginning of an hour, of a day, or of a longer time.
    case rate, hourSum, daySum, total
    /// What has fallen, of a row or of all rows before; a time that ends with the row.
    case sum, last
    /// How often the bucket has tipped.
    case tips
    /// Units of the numbers in another column.
    case units
    /// An hour, a minute or a day behind a number.
    case hours, minutes, days
    /// The name or the place of a station.
    case station
    /// A date, the beginning and the end of a row's interval, the time of a day beside a date.
    case date, begin, end, hour
  }

  /// Words of the names of columns, in small letters. Before or behind a star, a word goes on.
  private static let meanings: [(meaning: Meaning, words: Words)] = [
    (
      .rain,
      """
      rain* *rainin *rainmm precip* prcp* prec rrr amount niederschlag* regen* pluie* pluvio* précip* lluvia* pioggia* chuva* \
      neerslag* regn nedbør* nederbörd* sade sademä* opad* srážky* oborin* padavin* csapadék* осадк* *降水* *雨量* *강수* *강우*
      """
    ),
    (.unit, "mm in inch inches millimeters millimetres tot"),
    (
      .other,
      """
      dur duration dauer durée probability temp temperature temperatur humidity pressure wind snow* stage discharge \
      radiation sunshine flag* quality status weather qc qn code cd id latitude longitude lat lon altitude elevation \
      height alti source record battery highest max maximum peak *品質* *均質* *現象* *情報* *플래그* *気温* *气温* *기온*
      """
    ),
    (.rate, "*rate* *intens* perhour perhr permin*"),
    (.tips, "tips tip pulse pulses count counts clicks"),
    (.hourSum, "hourly* stündlich* horaire*"),
    (
      .daySum,
      """
      daily* today* hoje idag heute* oggi hoy vandaag täglich* giornalier* diari* journali* aujourd* tänään dziś dnes \
      midnight mitternacht *本日* *今日*
      """
    ),
    (
      .total,
      """
      acc accum* cum cumul* acum* akkum* kumul* counter zähler* odometer since* preciptotal* event* storm* week* month* \
      year* annual* season* ytd mtd *누적* *累計* *累计*
      """
    ), (.sum, "total* sum summe gesamt* suma somme totale"),
    (
      .last,
      """
      last past previous rolling moving running sliding trailing letzte* vergangen* derni* ultim* últim* afgelopen \
      laatste siste seneste senaste viimei* ostatni* posledn* 過去* 最近*
      """
    ), (.units, "unit units usunits uom einheit unité unidad unità eenheid"),
    (
      .hours,
      "h hr hrs hour hours std stunde* uur ore ora heure* hora* timme* timer time t tunti* godzin* hodin*"
    ),
    (.minutes, "m min mins minute* minut*"),
    (.days, "d day days tag* jour* día* dia* giorn* dag* dni*"),
    (
      .station,
      """
      station* stazione* codest* nomeest* estac* stn* site* posto* poste* gauge* sensor* device* location* \
      munic* city* id* code* codigo* name* nom entity* node* topic* model channel* source place* ort standort messstelle* \
      capteur* field* 站* 地点* 지점* 測站*
      """
    ),
    (.date, "date datetime datum fecha dato data timestamp"),
    (.begin, "beginn begin start from von från"), (.end, "ende end to until bis till"),
    (.hour, "hh hhmm hour hr time stunde heure hora ora uur klo godzina saat час 时 時"),
  ].map { ($0, $1.split(separator: " ")) }

  /// The parts of a date in columns of their own: the letter of strptime, and names.
  private static let dateParts = [
    ("%Y", "year yyyy yr jahr année annee año ano anno jaar vuosi år rok 年 년"),
    (
      "%m",
      "month mo mm mon kk monat mois mes mês mese maand kuukausi måned månad miesiąc měsíc 月 월"
    ),
    ("%d", "day dy dd pv tag jour día dia giorno dag päivä dzień den 日 일"),
    ("%j", "doy jday yday julian dayofyear"), ("%H%M", "hhmm hrmn hourminute"),
    ("%H", "hour hr hh stunde heure hora ora uur tunti klo godzina 時 시"),
    ("%M", "minute min mn mi 分 분"), ("%S", "second sec ss 秒"),
  ].map { (letter: $0, names: $1.split(separator: " ")) }

  /// A column whose unit its service documents, perhaps only beside another column; nil: it has several.
  typealias Service = (names: Words, unit: GaugeUnit?, beside: String)
  /// Those of Germany, Switzerland, France, Austria, the USA (ASOS, GHCN), Brazil, China, Belgium and Taiwan.
  private static let services: [Service] = [
    (
      "rs_01 rs_05 rws_10 r1 rsk rre150z0 rre150h0 rre150d0 rr6 rr1 rr p01m p_calc valormedida pre_1h precp "
        + "precip_quantity", .millimeters, ""
    ), ("p01i hourlyprecipitation", .inches, ""), ("precip", .inches, "valid"),
    ("prcp", nil, "prcp_attributes"),
  ].map { ($0.split(separator: " "), $1, $2) }

  /// Names that are times and nothing else.
  private static let times =
    "mess_datum time_utc valid time timestamp datetime date utc seconds 年月日時 일시 时间".split(
      separator: " ")
  /// Names that are rain and nothing else.
  private static let plain = "precip precipitation rain rainfall amount mm".split(separator: " ")
  /// Fields without a value, in small letters; × is that of Japan. The errors of spreadsheets begin with #.
  private static let nothing =
    "- -- --- m na n/a nan null none /// unavailable unknown nil nd n.d. s/d × x #*".split(
      separator: " ")
  /// Too little to be measured, or none; Ip is that of AEMET. Blanks are underlines here.
  private static let traces = "T Ip ip trace* no_precipitation* следы* осадков_нет".split(
    separator: " ")
  /// Behind a number: suspect, edited, estimated, a trace.
  private static let flags = ["", "s", "S", "e", "E", "*", "T", ")", "]"]

  /// Words, or beginnings, ends or parts of them: before or behind a star, a word goes on.
  typealias Words = [Substring]
}

extension GaugeWords.Words {
  /// Whether one of the words is this one.
  func has(_ word: String) -> Bool {
    contains { text in
      switch (text.first == "*", text.last == "*") {
      case (false, false): word == text
      case (false, true): word.hasPrefix(text.dropLast())
      case (true, false): word.hasSuffix(text.dropFirst())
      case (true, true): word.contains(text.dropFirst().dropLast())
      }
    }
  }
}

extension GaugeWords {
  /// What a name says of its numbers.
  struct Claim {
    /// Words that say it.
    var meanings: Set<Meaning> = []
    /// The time in s whose rain a number has: `rain_3h`, `past 60 min`.
    var window: Double?
    /// Whether words say that this time ends with the row.
    var isLast: Bool { meanings.contains(.last) }
  }

  /// What a name claims.
  static func claim(_ name: String) -> Claim {
    let text = GaugeUnit.separated(name).replacing("since last", with: "").replacing(
      " per ", with: " per"
    )
    .replacing("_per_", with: " per")
    // Digits begin a word, and end none: rain1h is rain 1h.
    var words: [Substring] = []
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let letters = part.prefix { !$0.isNumber }
      words += [letters, part[letters.endIndex...]].filter { !$0.isEmpty }
    }
    var claim = Claim()
    claim.meanings = Set(
      meanings.lazy.filter { row in words.contains { row.words.has(String($0)) } }.map(\.meaning))
    for (index, word) in words.enumerated() {
      let digits = word.prefix(while: \.isNumber)
      // 60m is a minute, but 2 m are a height.
      let isJoined = digits.count < word.count
      let unit = isJoined ? word[digits.endIndex...] : words.dropFirst(index + 1).first ?? ""
      if let number = Double(digits), isJoined || unit != "m", let seconds = seconds(of: unit) {
        claim.window = claim.window ?? number * seconds
      } else if digits.isEmpty, word.count > 2, claim.isLast {
        claim.window = claim.window ?? seconds(of: word)
      }
    }
    if claim.meanings.contains(.hourSum) { claim.window = claim.window ?? 3600 }
    return claim
  }

  /// The length of the time that a word of a name says, in s.
  private static func seconds(of word: Substring) -> Double? {
    let lengths: [Meaning: Double] = [.minutes: 60, .hours: 3600, .days: 86_400]
    return meanings.lazy.filter { $0.words.has(String(word)) }.compactMap { lengths[$0.meaning] }
      .first
  }

  /// The words of a name in small letters.
  static func words(_ name: String) -> [String] {
    name.lowercased().replacing("since last", with: "").split { !$0.isLetter && !$0.isNumber }.map(
      String.init)
  }

  /// What the words of a name say.
  static func meanings(_ name: String) -> Set<Meaning> {
    let words = words(name)
    return Set(meanings.lazy.filter { words.contains(where: $0.words.has) }.map(\.meaning))
  }

  /// Whether the column has times and nothing else: `time`, `valid(UTC)`.
  static func isTime(_ name: String) -> Bool { times.has(trunk(name)) }

  /// The letter of strptime for a column with a part of a date.
  static func datePart(_ name: String) -> String? {
    let words = words(trunk(name))
    return dateParts.first { $0.names.has(words.joined()) }?.letter
      // A word in two languages: 年/Year.
      ?? dateParts.first { !words.isEmpty && words.allSatisfy($0.names.has) }?.letter
  }

  /// The name without brackets behind it.
  private static func trunk(_ name: String) -> String {
    words(String(name.prefix { !"([".contains($0) })).joined(separator: "_")
  }

  /// What a service documents of its column, if one does.
  static func service(_ name: String, beside names: [String]) -> Service? {
    services.first { service in
      service.names.has(name.lowercased())
        && (service.beside.isEmpty || names.contains { trunk($0) == service.beside })
    }
  }

  /// How surely a column has the rain of a row; 0 if it rather has a rate or a total, -1 if neither the name nor
  /// lines about it say it, nil if it has something else.
  static func score(_ name: String, beside names: [String], _ lines: [String]) -> Int? {
    if service(name, beside: names) != nil { return 5 }
    // MM is a month beside DD.
    if datePart(name) != nil, names.contains(where: { datePart($0) == "%d" }) { return nil }
    if plain.has(name.lowercased()) { return 4 }
    let (meanings, unit) = (meanings(name), GaugeUnit(in: name))
    let isRain = meanings.contains(.rain)
    if words(name).isEmpty || meanings.contains(.other) || meanings.contains(.station) && !isRain {
      return nil
    }
    let claim = claim(name)
    if !claim.meanings.isDisjoint(with: [.rate, .hourSum, .daySum, .total, .last])
      || claim.window != nil || unit?.seconds != nil
    {
      return isRain || unit != nil ? 0 : -1
    }
    if words(name).allSatisfy({ !Self.meanings($0).isDisjoint(with: [.rain, .unit]) }) { return 3 }
    if isRain { return unit == nil ? 1 : 2 }
    return lines.contains { Self.meanings($0).contains(.rain) } ? 1 : -1
  }

  static func isNothing(_ text: String) -> Bool { text.isEmpty || nothing.has(text.lowercased()) }
  static func isTrace(_ text: String) -> Bool {
    traces.has(text.count < 3 ? text : text.lowercased().replacing(" ", with: "_"))
  }
  static func isFlag(_ text: String) -> Bool { flags.contains(text) }
  /// Whether a column tells how good rows are, or what else was seen.
  static func isQuality(_ name: String) -> Bool {
    let known: Words = [
      "qual*", "flag*", "qc", "qn", "status", "valid*", "weather*", "check*", "güte*",
    ]
    return words(name).contains(where: known.has)
  }
}
