/// What words in a table say. To know another service or language, add its words to a row.
enum GaugeWords {
  /// What a word in the name of a column says of the column.
  enum Meaning {
    /// Rain, its unit, or something else.
    case rain, unit, other
    /// How much would fall in an hour or so; what has fallen in an hour, in a day or longer, or since any beginning.
    case rate, hourSum, daySum, total
    /// How often the bucket has tipped.
    case tips
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
      rain* precip* prcp* prec rrr amount niederschlag* regen* pluie* pluvio* précip* lluvia* pioggia* chuva* \
      neerslag* regn nedbør* nederbörd* sade sademä* opad* srážky* oborin* padavin* csapadék* осадк* *降水* *雨量* *강수* *강우*
      """
    ),
    (.unit, "mm in inch inches millimeters millimetres tot"),
    (
      .other,
      """
      dur duration dauer durée probability temp temperature temperatur humidity pressure wind snow* stage discharge \
      radiation sunshine flag flags quality qc qn code cd id latitude longitude lat lon altitude elevation \
      height alti source station record battery highest max maximum peak *品質* *均質* *現象* *情報* *플래그* *気温* *气温* *기온*
      """
    ),
    (.rate, "*rate* intens*"), (.tips, "tips tip pulse pulses count counts clicks"),
    (.hourSum, "hourly* *1h *60min"),
    (.daySum, "daily* today* event* weekly* monthly* yearly* annual* *day *24h"),
    (.total, "accum* cumul* counter* since* preciptotal* *누적* *累計* *累计*"),
    (
      .station,
      """
      station* stazione* codest* nomeest* estac* stn* site* posto* poste* gauge* sensor* device* location* \
      munic* city* id* code* codigo* name* nom 站* 地点* 지점* 測站*
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
    if !meanings.isDisjoint(with: [.rate, .hourSum, .daySum, .total]) {
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
}
