/// What the names of columns say. To know another name, add it to its row.
enum GaugeNames {
  /// Names of weather services that have a unit by their documentation: of Germany, Switzerland, France, Austria, the
  /// USA, Brazil, China and Taiwan.
  static let services: [String: GaugeUnit] = [
    "rs_01": .millimeters, "rs_05": .millimeters, "rws_10": .millimeters, "r1": .millimeters,
    "rre150z0": .millimeters, "rre150h0": .millimeters, "rre150d0": .millimeters,
    "rr1": .millimeters, "rr": .millimeters, "p01m": .millimeters, "p01i": .inches,
    "p_calc": .millimeters, "hourlyprecipitation": .inches, "valormedida": .millimeters,
    "pre_1h": .millimeters, "precp": .millimeters, "precip_quantity": .millimeters,
  ]
  /// Names that are rain and nothing else.
  static let plain: Set = ["precip", "precipitation", "rain", "rainfall", "amount", "mm"]
  /// Words that are rain.
  static let rain: Set = [
    "rain", "rainfall", "precip", "precipitation", "prec", "prcp", "amount", "regen",
    "niederschlag", "pluie", "précipitation", "précipitations", "lluvia", "precipitación",
    "pioggia", "precipitazione", "chuva", "precipitação", "neerslag", "regn", "nedbør",
    "nederbörd", "nederbördsmängd", "sade", "sademäärä", "opad", "srážky",
  ]
  /// Beginnings of words with rain, such as niederschlagshöhe, and what East Asian words with it contain.
  private static let beginnings = [
    "rain", "precip", "prcp", "niederschlag", "regen", "nederbörd", "nedbør", "neerslag", "lluvia",
    "pluie", "pluvio", "precipita", "précipita", "pioggia", "chuva", "sademä", "csapadék", "осадк",
    "prectot",
  ]
  private static let parts = ["降水", "雨量", "강수", "강우"]
  static let units: Set = ["mm", "in", "inch", "inches", "millimeters", "millimetres", "tot"]
  /// Words of columns with something else.
  private static let others: Set = [
    "duration", "dauer", "durée", "dur", "probability", "temp", "temperature", "temperatur",
    "humidity", "pressure", "wind", "snow", "snowfall", "stage", "discharge", "radiation",
    "sunshine", "flag", "flags", "quality", "quality_code", "qc", "qn", "code", "cd", "id",
    "latitude", "longitude", "lat", "lon", "altitude", "elevation", "height", "station", "record",
  ]
  private static let otherParts = ["品質", "均質", "現象", "情報", "플래그", "気温", "气温", "기온"]
  /// Words of columns with the name or the place of a station.
  private static let stations = [
    "station", "stazione", "codest", "nomeest", "estac", "stn", "site", "posto", "poste", "gauge",
    "sensor",
    "device", "location", "munic", "city", "id", "code", "codigo", "name", "nom", "num_poste",
    "站", "地点", "지점", "測站",
  ]
  /// The beginnings of words in the names of columns that count on, such as dailyrainin, and the time in s in which a
  /// row would have to fall so that it may be an amount of its own.
  private static let counting: [(words: [String], seconds: Double)] = [
    (["hourly"], 3600),
    (["daily", "today", "event", "weekly", "monthly", "yearly", "annual"], 86_400),
    (["accum", "cumul", "counter", "since", "preciptotal", "누적", "累計", "累计"], .infinity),
  ]
  /// The ends of such words: rain_24h, rr24h.
  private static let periods = [("1h", 3600.0), ("60min", 3600), ("day", 86_400), ("24h", 86_400)]
  /// Counters that begin anew each day.
  static let daily = ["daily", "today", "day"]

  /// The names of columns with times.
  static let times: Set = [
    "mess_datum", "time_utc", "valid(utc)", "valid", "time", "timestamp", "datetime", "date", "utc",
    "seconds", "年月日時", "일시", "时间",
  ]
  /// Words of columns with dates.
  static let dates: Set = ["date", "datetime", "datum", "fecha", "dato", "data", "timestamp"]
  /// Words of columns with the beginning and the end of a row's interval.
  static let begins: Set = ["beginn", "begin", "start", "from", "von", "från"]
  static let ends: Set = ["ende", "end", "to", "until", "bis", "till"]
  /// Words of columns with a time of the day beside a date.
  static let hours: Set = ["hh", "hhmm", "hour", "hr", "time", "stunde", "heure", "hora", "时", "時"]

  /// The letters of strptime for columns with a part of a date.
  static let dateParts: [(letter: String, names: Set<Substring>)] = [
    ("%Y", "year yyyy yr jahr année annee año ano anno jaar vuosi år rok 年 년"),
    (
      "%m",
      "month mo mm mon monat mois mes mês mese maand kuukausi måned månad miesiąc měsíc 月 월"
    ), ("%d", "day dy dd tag jour día dia giorno dag päivä dzień den 日 일"),
    ("%j", "doy jday yday julian dayofyear"), ("%H%M", "hhmm hrmn hourminute time"),
    ("%H", "hour hr hh stunde heure hora ora uur tunti 時 시"), ("%M", "minute min mn mi 分 분"),
    ("%S", "second sec ss 秒"),
  ].map { ($0, Set($1.split(separator: " "))) }

  static func isRain(_ words: [String]) -> Bool {
    words.contains { word in
      rain.contains(word) || beginnings.contains(where: word.hasPrefix)
        || parts.contains(where: word.contains)
    }
  }

  static func isOther(_ words: [String]) -> Bool {
    words.contains { others.contains($0) || otherParts.contains(where: $0.contains) }
  }

  static func isStation(_ words: [String]) -> Bool {
    words.contains { word in stations.contains(where: word.hasPrefix) }
  }

  /// Whether a word says how much would fall in an hour or so: rainratein.
  static func isRate(_ words: [String]) -> Bool {
    words.contains { $0.contains("rate") || $0.hasPrefix("intens") }
  }

  /// Whether a column with this name has more than what fell in its row, if rows are so many s apart.
  static func counts(_ words: [String], step: Double) -> Bool {
    words.contains { word in
      counting.contains { step < 0.9 * $0.seconds && $0.words.contains(where: word.hasPrefix) }
        || periods.contains { step < 0.9 * $0.1 && word.hasSuffix($0.0) }
    }
  }
}
