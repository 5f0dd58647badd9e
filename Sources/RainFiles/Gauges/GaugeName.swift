/// The meaning of the name of a column in its words.
struct GaugeName {
  /// The meaning of a word, a whole name or a field.
  enum Meaning: String, CaseIterable {
    /// Rain, its unit, how good a row is, or something else.
    case rain, unit, quality, other
    /// How hard it rains; what has fallen since the beginning of an hour, of a day, or of a longer time.
    case rate, hourSum, daySum, total
    /// Rain, of a row or of all rows before; a time that ends with the row; how often the bucket has tipped.
    case sum, last, tips
    /// Units of the numbers in another column; units of time.
    case units, seconds, minutes, hours, days
    /// The name or the place of a station.
    case station
    /// A date, the beginning and the end of a row's interval, the time of a day beside a date.
    case date, begin, end, clock
    /// The parts of a date in columns of their own, by their letters of strptime.
    case year = "%Y"
    case month = "%m"
    case day = "%d"
    case dayOfYear = "%j"
    case hourMinute = "%H%M"
    case hour = "%H"
    case minute = "%M"
    case second = "%S"
    /// A name that is a time, or rain, and nothing else.
    case time, plain
    /// A field without a value, in small letters; × is that of Japan. The errors of spreadsheets begin with #.
    case nothing
    /// Too little to be measured, or none; Ip is that of AEMET. Blanks are underlines here.
    case trace
    /// Behind a number: suspect, edited, estimated, a trace.
    case flag

    /// Whether it is one of the words for it.
    func has(_ word: String) -> Bool {
      GaugeName.words[self]?.contains { text in
        switch (text.first == "*", text.last == "*") {
        case _ where text == "*": word == text
        case (false, false): word == text
        case (false, true): word.hasPrefix(text.dropLast())
        case (true, false): word.hasSuffix(text.dropFirst())
        case (true, true): word.contains(text.dropFirst().dropLast())
        }
      } ?? false
    }
  }

  /// To know another service or language, add its words to a row. Before or behind a star, a word goes on.
  private static let words: [Meaning: [Substring]] = {
    let table = """
      rain     rain* *rainin *rainmm precip* prcp* prec rrr amount niederschlag* regen* pluie* pluvio* précip* lluvia* \
               pioggia* chuva* neerslag* regn nedbør* nederbörd* sade sademä* opad* srážky* oborin* padavin* csapadék* \
               осадк* *降水* *雨量* *강수* *강우*
      unit     mm in inch inches millimeters millimetres tot
      quality  qual* flag* qc qn status valid* weather* check* güte* *品質* *均質* *現象* *情報* *플래그*
      other    dur duration dauer durée probability temp temperature temperatur humidity pressure wind snow* stage \
               discharge radiation sunshine code cd id latitude longitude lat lon altitude elevation height alti source \
               record battery highest max maximum peak *気温* *气温* *기온*
      rate     *rate* *intens* perhour perhr permin*
      tips     tips tip pulse pulses count counts clicks
      hourSum  hourly* stündlich* horaire*
      daySum   daily* today* hoje idag heute* oggi hoy vandaag täglich* giornalier* diari* journali* aujourd* tänään \
               dziś dnes midnight mitternacht *本日* *今日*
      total    acc accum* cum cumul* acum* akkum* kumul* counter zähler* odometer since* preciptotal* event* storm* \
               week* month* year* annual* season* ytd mtd *누적* *累計* *累计*
      sum      total* sum summe gesamt* suma somme totale
      last     last past previous rolling moving running sliding trailing letzte* vergangen* derni* ultim* últim* \
               afgelopen laatste siste seneste senaste viimei* ostatni* posledn* 過去* 最近*
      units    unit units uom einheit unité unidad unità eenheid
      seconds  s sec
      minutes  m min mins minute* minut*
      hours    h hr hrs hour hours std stunde* uur ore ora heure* hora* timme* timer time t tunti* godzin* hodin*
      days     d day days tag* jour* día* dia* giorn* dag* dni*
      station  station* stazione* estac* stn* site* posto* poste* gauge* sensor* device* location* munic* city* id* \
               code* codigo* name* nom entity* node* topic* model channel* source place* ort standort messstelle* \
               capteur* field* 站* 地点* 지점* 測站*
      date     date datetime datum fecha dato data timestamp
      begin    beginn begin start from von från
      end      ende end to until bis till
      clock    hh hhmm hour hr time stunde heure hora ora uur klo godzina saat час 时 時
      %Y       year yyyy yr jahr année annee año ano anno jaar vuosi år rok 年 년
      %m       month mo mm mon kk monat mois mes mês mese maand kuukausi måned månad miesiąc měsíc 月 월
      %d       day dy dd pv tag jour día dia giorno dag päivä dzień den 日 일
      %j       doy jday yday julian dayofyear
      %H%M     hhmm hrmn hourminute
      %H       hour hr hh stunde heure hora ora uur tunti klo godzina 時 시
      %M       minute min mn mi 分 분
      %S       second sec ss 秒
      time     messdatum timeutc valid time timestamp datetime date utc seconds 年月日時 일시 时间
      plain    precip precipitation rain rainfall amount mm
      nothing  - -- --- m na n/a nan null none /// unavailable unknown nil nd n.d. s/d × x #*
      trace    T Ip ip trace* no_precipitation* следы* осадков_нет
      flag     s S e E * T ) ]
      """
    let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        Meaning(rawValue: String(row[0])).map { ($0, Array(row.dropFirst())) }
      })
  }()

  /// A column whose unit its service documents, perhaps only beside another column; nil: it has several.
  typealias Service = (names: [String], unit: GaugeUnit?, beside: String)
  /// The services of Germany, Switzerland, France, Austria, the USA (ASOS, GHCN), Brazil, China, Belgium and Taiwan.
  private static let services: [Service] = [
    (
      [
        "rs_01", "rs_05", "rws_10", "r1", "rsk", "rre150z0", "rre150h0", "rre150d0", "rr6", "rr1",
        "rr", "p01m", "p_calc", "valormedida", "pre_1h", "precp", "precip_quantity",
      ], .millimeters, ""
    ), (["p01i", "hourlyprecipitation"], .inches, ""), (["precip"], .inches, "valid"),
    (["prcp"], nil, "prcpattributes"),
  ]

  let text: String
  /// The words in small letters. Digits begin a word, and end none: rain1h is rain 1h.
  let words: [String]

  init(_ text: String) {
    self.text = text
    var words: [String] = []
    for part in text.separated.replacing("since last", with: "").replacing(" per ", with: " per")
      .replacing("_per_", with: " per").split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    {
      let letters = part.prefix { !$0.isNumber }
      words += [letters, part[letters.endIndex...]].filter { !$0.isEmpty }.map(String.init)
    }
    self.words = words
  }

  /// Whether one of the words says this.
  func says(_ meaning: Meaning) -> Bool { words.contains(where: meaning.has) }

  /// The time in s whose rain a number has: `rain_3h`, `past 60 min`, `last hour`.
  var window: Double? {
    for (index, word) in words.enumerated() {
      let digits = word.prefix(while: \.isNumber)
      // 60m is a minute, but 2 m are a height.
      let isJoined = digits.count < word.count
      let unit =
        isJoined ? String(word[digits.endIndex...]) : words.dropFirst(index + 1).first ?? ""
      let number = Double(digits) ?? (digits.isEmpty && word.count > 2 && says(.last) ? 1 : nil)
      if let number, isJoined || unit != "m", let seconds = Self.seconds(of: unit) {
        return number * seconds
      }
    }
    return says(.hourSum) ? 3600 : nil
  }

  /// The length of the unit of time that a word says, in s.
  static func seconds(of word: some StringProtocol) -> Double? {
    let lengths: [(Meaning, Double)] = [
      (.seconds, 1), (.minutes, 60), (.hours, 3600), (.days, 86_400),
    ]
    return lengths.first { $0.0.has(String(word)) }?.1
  }

  /// The words without those in brackets.
  private var trunk: [String] {
    let name = text.prefix { !"([".contains($0) }
    return name.count == text.count ? words : Self(String(name)).words
  }

  /// Whether the column has times and nothing else: `time`, `valid(UTC)`.
  var isTime: Bool { Meaning.time.has(trunk.joined()) }

  /// The letter of strptime for a column with a part of a date.
  var datePart: String? {
    let (words, parts) = (trunk, Meaning.allCases.filter { $0.rawValue.hasPrefix("%") })
    let part =
      parts.first { $0.has(words.joined()) }
      // A word in two languages: 年/Year.
      ?? parts.first { !words.isEmpty && words.allSatisfy($0.has) }
    return part?.rawValue
  }

  /// The content that a service documents of its column, if one does.
  func service(beside names: [GaugeName]) -> Service? {
    Self.services.first { service in
      service.names.contains(text.lowercased())
        && (service.beside.isEmpty || names.contains { $0.trunk.joined() == service.beside })
    }
  }

  /// How surely a column has the rain of a row; 0 if it rather has a rate or a total, -1 if neither the name nor
  /// lines about it say it, nil if it has something else.
  func score(beside names: [GaugeName] = [], _ lines: [String] = []) -> Int? {
    if service(beside: names) != nil { return 5 }
    // MM is a month beside DD.
    if datePart != nil, names.contains(where: { $0.datePart == "%d" }) { return nil }
    if Meaning.plain.has(text.lowercased()) { return 4 }
    let (isRain, unit) = (says(.rain), GaugeUnit(in: text))
    if words.isEmpty || says(.other) || says(.quality) || says(.station) && !isRain { return nil }
    let kinds: [Meaning] = [.rate, .hourSum, .daySum, .total, .last]
    if kinds.contains(where: says) || window != nil || unit?.seconds != nil {
      return isRain || unit != nil ? 0 : -1
    }
    if words.allSatisfy({ Meaning.rain.has($0) || Meaning.unit.has($0) }) { return 3 }
    if isRain { return unit == nil ? 1 : 2 }
    let said = lines.filter { Self($0).says(.rain) && !Self($0).says(.other) }
    if said.isEmpty { return -1 }
    return said.contains { GaugeUnit(in: $0) != nil } ? 1 : 0
  }

  static func isNothing(_ text: String) -> Bool {
    text.isEmpty || Meaning.nothing.has(text.lowercased())
  }
  static func isTrace(_ text: String) -> Bool {
    Meaning.trace.has(text.count < 3 ? text : text.lowercased().replacing(" ", with: "_"))
  }
  static func isFlag(_ text: String) -> Bool { text.isEmpty || Meaning.flag.has(text) }
}

extension String {
  /// The name in small letters, with a blank where a capital one follows a small one: `rainPerHour`.
  var separated: String {
    var (text, last) = ("", Character(" "))
    for letter in self {
      if letter.isUppercase, last.isLowercase { text.append(" ") }
      text += letter.lowercased()
      last = letter
    }
    return text
  }
}
