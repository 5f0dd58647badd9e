/// The meaning of a word, a whole name or a field.
enum GaugeMeaning: String, CaseIterable {
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
    Self.words[self]?.contains { text in
      switch (text.first == "*", text.last == "*") {
      case _ where text == "*": word == text
      case (false, false): word == text
      case (false, true): word.hasPrefix(text.dropLast())
      case (true, false): word.hasSuffix(text.dropFirst())
      case (true, true): word.contains(text.dropFirst().dropLast())
      }
    } ?? false
  }

  /// To know another service or language, add its words to a row. Before or behind a star, a word goes on.
  private static let words: [GaugeMeaning: [Substring]] = {
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
        GaugeMeaning(rawValue: String(row[0])).map { ($0, Array(row.dropFirst())) }
      })
  }()

  /// The length of the unit of time that a word says, in s.
  static func seconds(of word: some StringProtocol) -> Double? {
    let lengths: [(GaugeMeaning, Double)] = [
      (.seconds, 1), (.minutes, 60), (.hours, 3600), (.days, 86_400),
    ]
    return lengths.first { $0.0.has(String(word)) }?.1
  }
}
