import Foundation
import RainDSP
import RainFiles
import Testing
import Text

/// Small files as providers and loggers write them, after their documentation.
@Suite struct GaugeFormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let format: GaugeFormat
    let millimeters: Double
    let seconds: Double
    let text: String

    init(
      _ name: String, _ format: GaugeFormat, _ millimeters: Double, _ seconds: Double,
      _ text: String
    ) {
      (testDescription, self.format) = (name, format)
      (self.millimeters, self.seconds, self.text) = (millimeters, seconds, text)
    }
  }

  private func record(
    _ text: String, _ format: GaugeFormat = GaugeFormat()
  ) throws -> GaugeRecord {
    try GaugeRecord(Array(text.utf8), path: "g.csv", format)
  }

  @Test("files of the world have their totals", arguments: samples + others)
  func reads(sample: Sample) throws {
    let record = try record(sample.text, sample.format)
    #expect(abs(record.millimeters - sample.millimeters) < 1e-9, "\(record.millimeters)")
    #expect(abs(record.seconds - sample.seconds) < 1e-6, "\(record.seconds)")
  }

  static let samples = [
    Sample(
      "German weather service, historical: the first and the last row span a dry time",
      GaugeFormat(), 0.4, 14460,
      """
      STATIONS_ID;MESS_DATUM_BEGINN;MESS_DATUM_ENDE;  QN;RS_01;RTH_01;RWH_01;RS_IND_01;eor
             3987;202406011000;202406011159;    3;   0.00;-999;-999;   0;eor
             3987;202406011200;202406011200;    3;   0.10;-999;-999;   1;eor
             3987;202406011201;202406011201;    3;   0.30;-999;-999;   1;eor
             3987;202406011202;202406011400;    3;   0.00;-999;-999;   0;eor
      """),
    Sample(
      "MeteoSwiss, ten minutes", GaugeFormat(), 1.6, 1800,
      """
      station_abbr;reference_timestamp;rre150z0;tre200s0
      BER;01.06.2024 12:00;0.0;17.1
      BER;01.06.2024 12:10;0.4;17.0
      BER;01.06.2024 12:20;1.2;16.4
      """),
    Sample(
      "Météo-France, hours", GaugeFormat(), 1.6, 10800,
      """
      NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJHH;RR1;QRR1
      75114001;PARIS-MONTSOURIS;48.821667;2.337833;75;2024060112;0.2;9
      75114001;PARIS-MONTSOURIS;48.821667;2.337833;75;2024060113;1.4;9
      75114001;PARIS-MONTSOURIS;48.821667;2.337833;75;2024060114;;9
      """),
    Sample(
      "ASOS of the USA, in a zone of its own", GaugeFormat(), 0.762, 180,
      """
      station,valid(US/Central),precip
      MLI,2024-06-01 12:00,0.00
      MLI,2024-06-01 12:01,0.02
      MLI,2024-06-01 12:02,0.01
      """),
    Sample(
      "Open-Meteo", GaugeFormat(), 1.5, 10800,
      """
      latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
      52.52,13.419998,38.0,0,GMT,GMT

      time,precipitation (mm)
      2024-06-01T00:00,0.00
      2024-06-01T01:00,0.40
      2024-06-01T02:00,1.10
      """),
    Sample(
      "Open-Meteo with Unix time", GaugeFormat(), 1.5, 10800,
      """
      latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
      52.52,13.419998,38.0,0,GMT,GMT

      time,precipitation (mm)
      1717200000,0.00
      1717203600,0.40
      1717207200,1.10
      """),
    Sample(
      "USGS: a unit in a comment, zones in a column, a line of widths",
      GaugeFormat(column: "69928_00045"), 1.778, 2700,
      """
      # ---------------------------------- WARNING ----------------------------------------
      # retrieved: 2024-06-02 10:22:24 -04:00\t(caas01)
      #
      # Data for the following 1 site(s) are contained in this file
      #    USGS 01646500 POTOMAC RIVER
      #
      # TS_ID - An internal number representing a time series.
      #            TS   parameter     Description
      #         69928       00045     Precipitation, total, inches
      #
      agency_cd\tsite_no\tdatetime\ttz_cd\t69928_00045\t69928_00045_cd
      5s\t15s\t20d\t6s\t14n\t10s
      USGS\t01646500\t2024-06-01 00:00\tEDT\t0.00\tP
      USGS\t01646500\t2024-06-01 00:15\tEDT\t0.02\tP
      USGS\t01646500\t2024-06-01 00:30\tEDT\t0.05\tP
      """),
    Sample(
      "HOBO: tips that are counted",
      GaugeFormat(
        column: "Event, units (LGR S/N: 10672331, SEN S/N: 10672331)",
        unit: .init(written: "total 0.2mm")), 0.8, 47535,
      """
      "Plot Title: 10672331"
      "#","Date Time, GMT-05:00","Event, units (LGR S/N: 10672331, SEN S/N: 10672331)","Coupler Detached (LGR S/N: 10672331)","Stopped (LGR S/N: 10672331)"
      1,06/01/24 12:00:00 AM,0,,
      2,06/01/24 12:05:13 AM,1,,
      3,06/01/24 12:06:20 AM,2,,
      4,06/01/24 12:07:02 AM,3,,
      5,06/01/24 01:07:02 PM,4,,
      """),
    Sample(
      "Netatmo", GaugeFormat(), 0.404, 900,
      """
      "Station name";"Longitude";"Latitude";"ModuleName";"ModuleType"
      "Home";2.35;48.85;"Rain";"NAModule3"
      "Timestamp";"Timezone : Europe/Paris";"Rain"
      1717192800;"2024/06/01 00:00:00";0
      1717193100;"2024/06/01 00:05:00";0.101
      1717193400;"2024/06/01 00:10:00";0.303
      """),
    Sample(
      "Davis WeatherLink: names in two lines, 12:15p", GaugeFormat(column: "Rain", unit: .inches),
      1.016, 44400,
      """
      \t\tTemp\tHi\tRain\t\tRain
      Date\tTime\tOut\tTemp\tBar\tRain\tRate
      6/13/24\t12:00a\t61.2\t62.0\t29.9\t0.00\t0.00
      6/13/24\t12:05a\t61.2\t62.0\t29.9\t0.01\t0.12
      6/13/24\t12:10a\t61.2\t62.0\t29.9\t0.03\t0.36
      6/13/24\t12:15p\t61.2\t62.0\t29.9\t0.00\t0.36
      """),
    Sample(
      "Davis, from the web", GaugeFormat(), 0.6, 900,
      """
      "My station"
      "All times are local to Europe/Berlin"

      "Date & Time","Temp - °C","Rain - mm","Rain Rate - mm/h"
      "6/1/24 0:00",12.1,0.0,0.0
      "6/1/24 0:05",12.1,0.2,2.4
      "6/1/24 0:10",12.1,0.4,4.8
      """),
    Sample(
      "Campbell Scientific: names, units and sums in three lines", GaugeFormat(), 0.6, 180,
      """
      "TOA5","CR1000X","CR1000X","1234","CR1000X.Std.03","CPU:rain.CR1X","5432","Table1"
      "TIMESTAMP","RECORD","AirTC_Avg","Rain_mm_Tot"
      "TS","RN","Deg C","mm"
      "","","Avg","Tot"
      "2024-06-01 12:00:00",0,12.3,0
      "2024-06-01 12:01:00",1,12.3,0.2
      "2024-06-01 12:02:00",2,"NAN",0.4
      """),
    Sample(
      "NOAA, hours", GaugeFormat(column: "HPCP", unit: .inches), 7.62, 10800,
      """
      STATION,STATION_NAME,ELEVATION,LATITUDE,LONGITUDE,DATE,HPCP,Measurement Flag,Quality Flag
      COOP:310301,ASHEVILLE NC US,682.1,35.5954,-82.5568,20240601 12:00,0.10, ,
      COOP:310301,ASHEVILLE NC US,682.1,35.5954,-82.5568,20240601 13:00,0.20, ,
      COOP:310301,ASHEVILLE NC US,682.1,35.5954,-82.5568,20240601 14:00,999.99,], 
      """),
    Sample(
      "NOAA, local climatological data: suspect amounts and traces",
      GaugeFormat(column: "HourlyPrecipitation", unit: .inches), 8.89, 14400,
      """
      "STATION","DATE","REPORT_TYPE","HourlyPrecipitation"
      "72530094846","2024-06-01T00:53:00","FM-15","0.00"
      "72530094846","2024-06-01T01:53:00","FM-15","0.35s"
      "72530094846","2024-06-01T02:53:00","FM-15","T"
      "72530094846","2024-06-01T03:53:00","FM-15",""
      """),
    Sample(
      "KNMI: tenths of mm, -1 for a trace, hours beside dates", GaugeFormat(column: "RH"), 1.5,
      14400,
      """
      # BRON: KONINKLIJK NEDERLANDS METEOROLOGISCH INSTITUUT (KNMI)
      # RH       : Uursom van de neerslag (in 0.1 mm) (-1 voor <0.05 mm) / Hourly precipitation amount (in 0.1 mm) (-1 for <0.05 mm)
      #
      # STN,YYYYMMDD,   HH,   RH

        260,20240601,   22,    0
        260,20240601,   23,   12
        260,20240601,   24,   -1
        260,20240602,    1,    3
      """),
    Sample(
      "Ecowitt: a counter", GaugeFormat(column: "Daily(mm)", unit: .init(written: "total")), 4,
      1500,
      """
      "Time","Rain Rate(mm/hr)","Daily(mm)","Event(mm)","Hourly(mm)"
      2024-06-01 00:00,0.0,0.0,0.0,0.0
      2024-06-01 00:05,12,1.0,1.0,1.0
      2024-06-01 00:10,24,3.0,3.0,3.0
      2024-06-01 00:15,12,4.0,4.0,4.0
      2024-06-01 00:20,0,4.0,4.0,4.0
      """),
    Sample(
      "SMHI: other tables before the rows", GaugeFormat(column: "Nederbördsmängd"), 0.6, 10800,
      """
      Stationsnamn;Stationsnummer;Stationsnät;Mäthöjd (meter över marken)
      Abisko Aut;188790;SMHIs stationsnät;2.0

      Parameternamn;Beskrivning;Enhet
      Nederbördsmängd;summa 1 timme, 1 gång/tim;millimeter

      Tidsperiod (fr.o.m);Tidsperiod (t.o.m);Höjd (meter över havet);Latitud (decimalgrader);Longitud (decimalgrader)
      1996-10-01 00:00:00;2024-06-01 06:00:00;392.235;68.3538;18.8164

      Datum;Tid (UTC);Nederbördsmängd;Kvalitet;;Tidsutsnitt:
      2024-06-01;00:00:00;0.0;G;;Kvalitetskontrollerade historiska data
      2024-06-01;01:00:00;0.2;G;;Tidsperiod (fr.o.m.) = 1996
      2024-06-01;02:00:00;0.4;G;;
      """),
    Sample(
      "MET Norway: a remark after the rows", GaugeFormat(column: "Nedbør (1 t)"), 1.6, 10800,
      """
      Navn;Stasjon;Tid(norsk normaltid);Nedbør (1 t)
      Oslo - Blindern;SN18700;01.06.2024 12:00;0,2
      Oslo - Blindern;SN18700;01.06.2024 13:00;1,4
      Oslo - Blindern;SN18700;01.06.2024 14:00;-
      Data er gyldig per 02.06.2024 (CC BY 4.0), Meteorologisk institutt (MET)
      """),
    Sample(
      "Met Office MIDAS: a unit in the preamble", GaugeFormat(column: "prcp_amt"), 0.8, 10800,
      """
      Conventions,G,BADC-CSV,1
      title,G,uk-hourly-rain-obs
      location,G,51.288,0.448
      date_valid,G,1997-01-01 00:00:00,1997-12-31 23:59:59
      prcp_amt,long_name,precipitation amount,mm
      data
      ob_end_time,id,id_type,prcp_amt,prcp_dur
      1997-01-01 01:00:00,744,RAIN,0,0
      1997-01-01 02:00:00,744,RAIN,0.2,1
      1997-01-01 03:00:00,744,RAIN,0.6,1
      end data
      """),
    Sample(
      "Met Éireann", GaugeFormat(), 0.4, 10800,
      """
      Station Name: DUBLIN AIRPORT
      Station Height: 71 M
      Latitude:53.428  ,Longitude: -6.241

      date:  -  Date and Time (utc)
      rain:  -  Precipitation Amount (mm)
      ind:   -  Indicator

      date,ind,rain,ind,temp
      01-jun-2024 00:00,0,0.0,0,11.1
      01-jun-2024 01:00,0,0.3,0,11.2
      01-jun-2024 02:00,0,0.1,0,11.0
      """),
    Sample(
      "Environment Agency: a date beside the time", GaugeFormat(column: "value"), 0.6, 1800,
      """
      measure,dateTime,date,value,completeness,quality
      http://x,2024-06-01T00:15:00,2024-06-01,0.2,,Good
      http://x,2024-06-01T00:30:00,2024-06-01,0.4,,Good
      """),
    Sample(
      "CoCoRaHS", GaugeFormat(column: "TotalPrecipAmt", unit: .inches), 3.048, 172800,
      """
      ObservationDate,ObservationTime,EntryDateTime,StationNumber,TotalPrecipAmt
      2024-06-01, 7:00 AM,2024-06-01 7:22 AM,CO-1,0.12
      2024-06-02, 7:00 AM,2024-06-02 7:22 AM,CO-1,T
      """),
    Sample(
      "a clock: 12:00 is noon", GaugeFormat(), 3.4, 2400,
      """
      time,rain
      12:00,0
      12:10,1
      12:20,2
      12:30,0.4
      """),
    Sample(
      "a clock that passes midnight", GaugeFormat(), 3.4, 2400,
      """
      time,rain
      23:40,0
      23:50,1
      00:00,2
      00:10,0.4
      """),
    Sample(
      "a clock of twelve hours", GaugeFormat(), 3.4, 4800,
      """
      time,rain
      11:50 AM,0
      12:00 PM,1
      12:10 PM,2
      1:00 PM,0.4
      """),
    Sample(
      "the month first, or not: the same", GaugeFormat(), 0.762, 1800,
      """
      Date,Rain (in)
      6/1/2024 12:00 PM,0.00
      6/1/2024 12:10 PM,0.02
      6/1/2024 12:20 PM,0.01
      """),
    Sample(
      "the month first, as rows are even", GaugeFormat(), 0.762, 1800,
      """
      Date,Rain (in)
      6/1/2024 11:50 PM,0.00
      6/2/2024 12:00 AM,0.02
      6/2/2024 12:10 AM,0.01
      """),
    Sample(
      "a leap second", GaugeFormat(), 0.3, 1.5,
      """
      2016-12-31T23:59:59Z,0.1
      2016-12-31T23:59:60Z,0.1
      2017-01-01T00:00:00Z,0.1
      """),
    Sample(
      "offsets at the end of summer time", GaugeFormat(), 0.7, 3600,
      """
      time,mm
      2024-10-27T02:30:00+02:00,0.1
      2024-10-27T02:45:00+02:00,0.2
      2024-10-27T02:00:00+01:00,0.2
      2024-10-27T02:15:00+01:00,0.2
      """),
    Sample(
      "the times of tips", GaugeFormat(unit: .init(written: "0.2mm")), 0.6, 583,
      """
      2024-06-01 12:00:03
      2024-06-01 12:04:09
      2024-06-01 12:05:40
      """),
    Sample(
      "the newest row first", GaugeFormat(), 0.6, 1800,
      """
      time,rain
      2024-06-01 12:20,0.4
      2024-06-01 12:10,0.2
      2024-06-01 12:00,0
      """),
    Sample(
      "milliseconds since 1970", GaugeFormat(), 0.6, 180,
      """
      time,rain
      1717200000000,0
      1717200060000,0.2
      1717200120000,0.4
      """),
    Sample(
      "minutes", GaugeFormat(), 0.6, 180,
      """
      Time (min),rain
      0,0
      1,0.2
      2,0.4
      """),
    Sample(
      "a rainfall", GaugeFormat(), 1.2, 180,
      """
      time,intensity (mm/h)
      2024-06-01 12:00,0
      2024-06-01 12:01,60
      2024-06-01 12:02,12
      """),
    Sample(
      "German weather service, ten minutes", GaugeFormat(), 1.5, 1800,
      """
      STATIONS_ID;MESS_DATUM;  QN;RWS_DAU_10;RWS_10;RWS_IND_10;eor
             3987;202406011200;    3;   0;   0.00;   0;eor
             3987;202406011210;    3;   4;   0.20;   1;eor
             3987;202406011220;    3;  10;   1.30;   1;eor
      """),
    Sample(
      "German weather service, hours", GaugeFormat(), 2.8, 10800,
      """
      STATIONS_ID;MESS_DATUM;QN_8;  R1;RS_IND;WRTR;eor
             3987;2024060112;    3;   0.0;   0;-999;eor
             3987;2024060113;    3;   2.5;   1;-999;eor
             3987;2024060114;    3;   0.3;   1;-999;eor
      """),
    Sample(
      "German weather service, five minutes", GaugeFormat(), 0.54, 900,
      """
      STATIONS_ID;MESS_DATUM;  QN;RS_IND_05;RS_05;RTH_05;RWH_05;eor
             3987;202406011200;    3;   0;   0.00;-999;-999;eor
             3987;202406011205;    3;   1;   0.44;-999;-999;eor
             3987;202406011210;    3;   1;   0.10;-999;-999;eor
      """),
    Sample(
      "Davis: decimal commas between quotation marks", GaugeFormat(), 0.6, 900,
      """
      "weather station"
      "Device: Vantage Pro2"

      "Date & Time","Rain Rate - mm/h","Rain - mm","Baro"
      "1.6.24 00:00","0,0","0,0","1013,2"
      "1.6.24 00:05","2,4","0,2","1013,2"
      "1.6.24 00:10","4,8","0,4","1013,2"
      """),
    Sample(
      "Met Office WOW: accumulations",
      GaugeFormat(column: "Rainfall Accumulation", unit: .init(written: "total")), 0.6, 2700,
      """
      "Id","Site Id","Longitude","Latitude","Report Date / Time","Rainfall Accumulation","Rainfall Rate"
      "a1","b2","-1.2","51.1","01/06/2024 00:00:00","0.0","0"
      "a2","b2","-1.2","51.1","01/06/2024 00:15:00","0.4","0"
      "a3","b2","-1.2","51.1","01/06/2024 00:30:00","0.6","0"
      """),
    Sample(
      "Weather Underground: units in the fields",
      GaugeFormat(column: "Precip. Accum.", unit: .init(written: "total in")), 1.016, 900,
      """
      Time,Temperature,Dew Point,Humidity,Precip. Rate.,Precip. Accum.
      12:04 AM,61.2 F,55 F,80 %,0.00 in,0.00 in
      12:09 AM,61.2 F,55 F,80 %,0.12 in,0.01 in
      12:14 AM,61.2 F,55 F,80 %,0.36 in,0.04 in
      """),
    Sample(
      "weewx", GaugeFormat(unit: .init(written: "in")), 1.016, 900,
      """
      dateTime,usUnits,interval,outTemp,rainRate,rain
      1717200000,1,5,61.2,0.0,0.0
      1717200300,1,5,61.2,0.12,0.01
      1717200600,1,5,61.2,0.36,0.03
      """),
    Sample(
      "GHCN hourly: bars, and a date in five columns",
      GaugeFormat(timeColumn: "Year", time: .init("%Y %m %d %H %M")), 1.8, 10800,
      """
      Station_ID|Station_name|Year|Month|Day|Hour|Minute|Latitude|precipitation|precipitation_Measurement_Code
      USW00013880|CHARLESTON|2024|06|01|00|56|32.9|0.0|
      USW00013880|CHARLESTON|2024|06|01|01|56|32.9|1.5|
      USW00013880|CHARLESTON|2024|06|01|02|56|32.9|0.3|
      """),
    Sample(
      "AEMET: Ip is a trace", GaugeFormat(), 1.4, 259200,
      """
      "fecha","indicativo","nombre","prec"
      "2024-06-01","3195","MADRID","0,0"
      "2024-06-02","3195","MADRID","1,4"
      "2024-06-03","3195","MADRID","Ip"
      """),
    Sample(
      "Bureau of Meteorology: a date in three columns",
      GaugeFormat(
        column: "Rainfall amount (millimetres)", timeColumn: "Year", time: .init("%Y %m %d")), 12.4,
      259200,
      """
      Product code,Bureau of Meteorology station number,Year,Month,Day,Rainfall amount (millimetres),Period over which rainfall was measured (days),Quality
      IDCJAC0009,066062,2024,06,01,0.0,1,Y
      IDCJAC0009,066062,2024,06,02,12.4,1,Y
      IDCJAC0009,066062,2024,06,03,,,
      """),
    Sample(
      "Environment Canada", GaugeFormat(), 1.2, 10800,
      """
      "Longitude (x)","Latitude (y)","Station Name","Climate ID","Date/Time (LST)","Year","Month","Day","Time (LST)","Flag","Temp (°C)","Precip. Amount (mm)","Precip. Amount Flag"
      "-79.4","43.6","TORONTO","6158359","2024-06-01 00:00","2024","06","01","00:00","","12.1","0.0",""
      "-79.4","43.6","TORONTO","6158359","2024-06-01 01:00","2024","06","01","01:00","","12.1","1.2",""
      "-79.4","43.6","TORONTO","6158359","2024-06-01 02:00","2024","06","01","02:00","","12.1","","M"
      """),
    Sample(
      "CliFlo: a colon between date and time", GaugeFormat(), 1.6, 10800,
      """
      Rain: Hourly
      Station\tDate(NZST)\tAmount(mm)\tDef.(/min)\tPeriod(Hrs)\tFreq
      Kelburn\t20240601:0100\t0.4\t-\t1\tH
      Kelburn\t20240601:0200\t1.2\t-\t1\tH
      Kelburn\t20240601:0300\t0.0\t-\t1\tH
      """),
    Sample(
      "ČHMÚ", GaugeFormat(column: "VALUE"), 0.9, 10800,
      """
      ELEMENT;TIMESTAMP;VALUE;FLAG;QUALITY
      SRA1H;2024-06-01T00:00:00Z;0.0;;0
      SRA1H;2024-06-01T01:00:00Z;0.7;;0
      SRA1H;2024-06-01T02:00:00Z;0.2;;0
      """),
    Sample(
      "FMI: Finnish names", GaugeFormat(timeColumn: "Vuosi", time: .init("%Y %m %d %H:%M")), 0.8,
      10800,
      """
      "Havaintoasema","Vuosi","Kuukausi","Päivä","Aika [Paikallinen aika]","Tunnin sademäärä [mm]"
      "Helsinki Kaisaniemi","2024","6","1","00:00","0"
      "Helsinki Kaisaniemi","2024","6","1","01:00","0.6"
      "Helsinki Kaisaniemi","2024","6","1","02:00","0.2"
      """),
    Sample(
      "HOBOlink: one name with rain and a unit", GaugeFormat(), 0.6, 900,
      """
      #,Date,"Rain (RXW-RGE 21098765:21098765-1), mm, Site"
      1,06/01/24 00:00:00,0.0
      2,06/01/24 00:05:00,0.2
      3,06/01/24 00:10:00,0.4
      """),
    Sample(
      "Ambient Weather: newest first, a daily total",
      GaugeFormat(column: "Daily Rain (in)", unit: .init(written: "total")), 1.27, 900,
      """
      "Date","Simple Date","Rain Rate (in/hr)","Hourly Rain (in/hr)","Daily Rain (in)","Event Rain (in)"
      "2024-06-01T00:10:00-05:00","2024-06-01 00:10:00","0.24","0.05","0.05","0.05"
      "2024-06-01T00:05:00-05:00","2024-06-01 00:05:00","0.12","0.02","0.02","0.02"
      "2024-06-01T00:00:00-05:00","2024-06-01 00:00:00","0","0","0","0"
      """),
    Sample(
      "ThingSpeak", GaugeFormat(column: "field1"), 0.6, 900,
      """
      created_at,entry_id,field1
      2024-06-01 12:00:00 UTC,1,0
      2024-06-01 12:05:00 UTC,2,0.2
      2024-06-01 12:10:00 UTC,3,0.4
      """),
    Sample(
      "Home Assistant: unavailable is no value",
      GaugeFormat(column: "state", unit: .init(written: "total")), 0.6, 780.789,
      """
      entity_id,state,last_changed
      sensor.rain,0.0,2024-06-01T12:00:00.000Z
      sensor.rain,0.2,2024-06-01T12:05:00.123Z
      sensor.rain,unavailable,2024-06-01T12:07:00.123Z
      sensor.rain,0.6,2024-06-01T12:10:00.456Z
      """),
    Sample(
      "InfluxDB", GaugeFormat(column: "_value", timeColumn: "_time"), 0.6, 900,
      """
      #group,false,false,true,true,false,false,true,true
      #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string
      #default,mean,,,,,,,
      ,result,table,_start,_stop,_time,_value,_field,_measurement
      ,,0,2024-06-01T00:00:00Z,2024-06-02T00:00:00Z,2024-06-01T12:00:00Z,0,rain,w
      ,,0,2024-06-01T00:00:00Z,2024-06-02T00:00:00Z,2024-06-01T12:05:00Z,0.2,rain,w
      ,,0,2024-06-01T00:00:00Z,2024-06-02T00:00:00Z,2024-06-01T12:10:00Z,0.4,rain,w
      """),
    Sample(
      "ARPA Lombardia", GaugeFormat(column: "Valore"), 0.6, 1800,
      """
      IdSensore,Data,Valore,Stato,idOperatore
      14390,01/06/2024 00:10:00,0.2,VA,1
      14390,01/06/2024 00:20:00,0.4,VA,1
      14390,01/06/2024 00:30:00,-9999,NA,1
      """),
    Sample(
      "a logger that counts its rows", GaugeFormat(), 1.0, 1800,
      """
      Nr;Datum;Uhrzeit;Regen [l/m²]
      1;01.06.2024;12:00:00;0,0
      2;01.06.2024;12:10:00;0,4
      3;01.06.2024;12:20:00;0,6
      """),
    Sample(
      "WMO: a date in five columns without zeros",
      GaugeFormat(column: "PRECIP_1H", timeColumn: "YEAR", time: .init("%Y %m %d %H %M")), 2.5,
      10800,
      """
      WIGOS_STATION_ID,YEAR,MONTH,DAY,HOUR,MINUTE,PRECIP_1H
      0-20000-0-10381,2024,6,1,0,0,0.0
      0-20000-0-10381,2024,6,1,1,0,2.1
      0-20000-0-10381,2024,6,1,2,0,0.4
      """),
    Sample(
      "Grafana", GaugeFormat(), 0.6, 900,
      """
      "Time","Rain"
      "2024-06-01 12:00:00","0 mm"
      "2024-06-01 12:05:00","0.2 mm"
      "2024-06-01 12:10:00","0.4 mm"
      """),
    Sample(
      "a rainfall in mm/hr", GaugeFormat(), 3.0, 1800,
      """
      timestamp,rainfall intensity [mm/hr]
      2024-06-01 12:00,6
      2024-06-01 12:10,12
      2024-06-01 12:20,0
      """),
    Sample(
      "a rainfall in mm per hour", GaugeFormat(), 3.0, 1800,
      """
      timestamp,rain_rate_mm_per_hour
      2024-06-01 12:00,6
      2024-06-01 12:10,12
      2024-06-01 12:20,0
      """),
    Sample(
      "centimeters", GaugeFormat(), 3.0, 1800,
      """
      timestamp,rain (cm)
      2024-06-01 12:00,0.1
      2024-06-01 12:10,0.2
      2024-06-01 12:20,0
      """),
    Sample(
      "meters", GaugeFormat(column: "tp (m)"), 3.0, 10800,
      """
      timestamp,tp (m)
      2024-06-01 12:00,0.001
      2024-06-01 13:00,0.002
      2024-06-01 14:00,0
      """),
    Sample(
      "tenths of mm", GaugeFormat(), 3.0, 1800,
      """
      timestamp,rain [1/10 mm]
      2024-06-01 12:00,10
      2024-06-01 12:10,20
      2024-06-01 12:20,0
      """),
  ]

  static let others = [
    Sample(
      "a date beside an hour of twelve", GaugeFormat(), 0.6, 10800,
      """
      date,hour,rain mm
      6/13/2024,11 AM,0
      6/13/2024,12 PM,0.2
      6/13/2024,1 PM,0.4
      """),
    Sample(
      "French hours", GaugeFormat(), 0.6, 10800,
      """
      Date;Heure;Pluie (mm)
      13/06/2024;11h00;0,0
      13/06/2024;12h00;0,2
      13/06/2024;13h00;0,4
      """),
    Sample(
      "influx: nanoseconds since 1970", GaugeFormat(column: "rain"), 0.6, 900,
      """
      name,time,rain
      weather,1717243200000000000,0
      weather,1717243500000000000,0.2
      weather,1717243800000000000,0.4
      """),
    Sample(
      "a date with the name of its day",
      GaugeFormat(time: GaugeTimePattern("%a, %d %b %Y %H:%M:%S %z")), 0.6, 900,
      """
      time;rain mm
      Sat, 01 Jun 2024 12:00:00 +0000;0
      Sat, 01 Jun 2024 12:05:00 +0000;0.2
      Sat, 01 Jun 2024 12:10:00 +0000;0.4
      """),
    Sample(
      "CPC: a rainfall in mm/day in rows of an hour", GaugeFormat(), 3, 10800,
      """
      time,precip (mm/day)
      2024-06-01 12:00,24
      2024-06-01 13:00,48
      2024-06-01 14:00,0
      """),
  ]

  @Test(
    "a unit is read in any way that it is written",
    arguments: [
      ("mm h-1", 2.0), ("mm h^-1", 2), ("mm h⁻¹", 2), ("mm.h-1", 2), ("mmh", 2), ("mmh-1", 2),
      ("mm/hour", 2), ("mm/10min", 12), ("mm s-1", 7200), ("kg m-2 s-1", 7200),
      ("kg/m2", 12), ("l/m²", 12), ("in", 304.8), ("inches/hour", 50.8), ("ft", 3657.6),
      ("cm", 120),
      ("um", 0.012), ("µm", 0.012), ("0.01 in", 3.048), ("1/10 mm", 1.2), ("-1e308 in", 304.8),
      ("0/0 in", 304.8), ("mm/24h", 2.0 / 24),
    ] as [(String, Double)])
  func unitsInNames(unit: String, millimeters: Double) throws {
    let text = [0, 3, 9].enumerated().map { "2024-06-01 12:\($0)0,\(1e-2 * Double($1))" }
    let record = try record("time,rain (\(unit))\n" + text.joined(separator: "\n"))
    let expected = 0.12 * millimeters / 12
    #expect(abs(record.millimeters / expected - 1) < 1e-9, "\(record.millimeters)")
    #expect(!record.notes.contains { $0.contains("no unit") })
  }

  @Test("--time-column and --time-format choose the time and how it is read")
  func times() throws {
    let netatmo = try #require(Self.samples.first { $0.testDescription == "Netatmo" })
    #expect(try record(netatmo.text, GaugeFormat(timeColumn: "timestamp")).seconds == 900)
    for (pattern, days) in [("%m/%d/%Y", 2.0), ("%d/%m/%Y", 62), ("%m/%d/%Y %H:%M", nil)] {
      let format = GaugeFormat(time: GaugeTimePattern(pattern))
      let text = "date,mm\n06/01/2024,1\n06/02/2024,2\n"
      if let days {
        #expect(try record(text, format).seconds == days * 86_400)
      } else {
        let error = #expect(throws: Flaw.self) { try record(text, format) }
        #expect(error?.description.contains("--time-format") == true)
      }
    }
    let format = GaugeFormat(column: "p", timeColumn: "y", time: .init("%Y %j %H%M"))
    let text = "id,y,doy,hm,p\n1,2024,60,2355,0\n2,2024,61,0000,0.2\n3,2024,61,0005,0.2\n"
    #expect(try record(text, format).seconds == 900)
    // A column without a name has its number.
    let plain = "7,0,0.1\n7,60,0.2\n"
    #expect(try record(plain, GaugeFormat(column: "3", timeColumn: "2")).seconds == 120)
    for name in ["0", "-1", "4", "60", "\(Int.min)", "\(Int.max)"] {
      #expect(throws: Flaw.self) { try record(plain, GaugeFormat(timeColumn: name)) }
    }
    for pattern in ["%q", "%", "", "now"] { #expect(GaugeTimePattern(pattern) == nil) }
  }

  @Test(
    "the columns of names that cannot be typed have numbers, and a column of valid times is no unit"
  )
  func numbers() throws {
    let latin = Array("Zeit,".utf8) + [0x8D, 0x7E, 0x90] + Array("(mm),q\n".utf8)
    let rows = Array("2024/6/1 1:00:00,0.5,8\n2024/6/1 2:00:00,1,8\n".utf8)
    #expect(
      try GaugeRecord(latin + rows, path: "g.csv", GaugeFormat(column: "2")).millimeters == 1.5)
    let era = try record("valid_time,tp\n2024-06-01 12:00,1\n2024-06-01 13:00,2\n")
    #expect(era.millimeters == 3 && era.notes.contains { $0.contains("no unit") })
  }

  @Test(
    "keys of straight lines, of which a gauge has millions, take 16 bytes and stay what they were")
  func keys() throws {
    #expect(MemoryLayout<CurveBreakpoint>.stride == 16)
    let seconds = 0.123_456_789 + 5e6
    let lines = [
      WrittenCurve.Key(at: .fromStart(.zero), 1), .init(at: .fromStart(.nanoseconds(7)), -2.5),
      .init(at: .fromStart(.seconds(5_000_000) + .nanoseconds(123_456_789)), 0),
      .init(at: .fromStart(.seconds(Int64(3.6e12))), 3),
    ]
    for others in [
      [], [WrittenCurve.Key(at: .percent(100), 4)],
      [.init(at: .beforeEnd(.seconds(1)), 4, .smooth)],
      // In so long a time a Double has no nanoseconds, and this one goes back.
      [.init(at: .fromStart(.seconds(Int64(3.6e12)) + .nanoseconds(1)), 4)],
      [.init(at: .fromStart(.seconds(1)), 4)],
      [.init(at: .fromStart(.seconds(Int64(3.6e12))), 4, from: .fromStart(.seconds(1)))],
    ] {
      #expect(Array(WrittenCurve(.gain, lines + others).keys) == lines + others)
    }
    let automation = try WrittenAutomation(Rain(), curves: [WrittenCurve(.gain, lines)])
      .automation(lasting: nil)
    #expect(automation.curves[0].keys.map(\.seconds) == [0, 7e-9, seconds, 3.6e12])
  }

  @Test("UTF-16 and Latin-1 are read, with and without a byte order mark, and with any line ends")
  func encodings() throws {
    let text = "Zeit;Höhe (mm)\r\n01.06.2024 12:00;0,0\r\n01.06.2024 12:10;0,4\r\n"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let old = Array(text.replacing("\r\n", with: "\r").utf8)
    for bytes in [little, [0xFF, 0xFE] + little, big, [0xFE, 0xFF] + big, latin, old] {
      let format = GaugeFormat(column: "Höhe (mm)")
      #expect(try GaugeRecord(bytes, path: "g.csv", format).millimeters == 0.4)
    }
  }

  @Test(
    "what could be read wrongly is refused, and the message names the flag that helps",
    arguments: [
      ("date,mm\n06/01/2024,1\n06/02/2024,2\n", "--time-format '%d/%m/%Y' or '%m/%d/%Y'"),
      ("time,mm\n0:00,0\n12:00,1\n24:10,2\n", "'%M:%S' for minutes"),
      ("time,mm\nsoon,0\nlater,1\n", "--time-column"), ("0\n60\n", "--unit 0.2mm"),
      ("id,time,mm\n7,2024-06-01 12:00,1\n7,2024-06-01 12:00,1\n", "--time-column"),
      (
        "time,Daily(mm)\n2024-06-01 12:00,0\n2024-06-01 12:05,1\n2024-06-01 12:10,0.7\n",
        "--rows amount reads 1.7 mm"
      ),
      ("time,mm\n2024-06-01 12:00,90\n2024-06-01 12:01,90\n", "--unit"),
      ("time,mm\n2024-06-01 12:00,0.3x\n2024-06-01 12:01,1\n", "'0.3x' is no amount of rain"),
      (
        "start,end,mm\n2024-06-01 12:00,2024-06-01 12:10,1\n2024-06-01 12:10,2024-06-01 12:20,1\n"
          + "2024-06-01 12:40,2024-06-01 12:30,1\n", "g.csv:4: ends before it begins"
      ), ("time,mm\n999999999h,1\n1000000001h,1\n", "--time-format"),
      ("time,mm\n31/04/2024 12:00,1\n01/05/2024 12:01,1\n", "--time-format"),
      ("time,rain_duration\n2024-06-01 12:00,1\n2024-06-01 12:10,1\n", "--column"),
      (
        "time,rain rate (mm)\n2024-06-01 12:00,1\n2024-06-01 12:10,1\n",
        "--unit mm/h reads 0.333 mm, --rows amount 2 mm"
      ),
      (
        "time,rr24h\n2024-06-01 12:00,1\n2024-06-01 12:10,0\n2024-06-01 12:20,1\n2024-06-01 12:30,0.7\n",
        "the sum of the last 1440m"
      ),
      (
        "time,rainratein\n2024-06-01 12:00,1\n2024-06-01 12:10,1\n",
        "--unit in/h reads 8.47 mm, --rows amount 50.8 mm"
      ),
      (
        "Title:,\"Precipitation half-hourly [GPM_3IMERGHH v07] mm/hr\"\nStart:,2024-06-01T12:00:00Z\nFill Value:,-9999.9\n\n"
          + "time,precipitation\n2024-06-01 12:00,0\n2024-06-01 12:30,2\n2024-06-01 13:00,4\n",
        "--unit mm/h"
      ), ("time,mm\n2024-06-01 12:00,\"1,234\"\n2024-06-01 12:10,1\n", "'1,234' is no amount"),
    ])
  func refusals(text: String, hint: String) {
    let error = #expect(throws: Flaw.self) { try record(text) }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test("a date and the time of its day stand in two columns, also without names")
  func twoColumns() throws {
    let text = "2024-06-01,12:00,0.1\n2024-06-01,12:10,0.3\n2024-06-01,12:20,0.2\n"
    #expect(try record(text, GaugeFormat(column: "3")).seconds == 1800)
    #expect(try record(text.replacing(",", with: " ")).seconds == 1800)
  }

  @Test("a counter that falls must begin anew, and amounts that never fall are noted")
  func counters() throws {
    let total = GaugeFormat(unit: .init(written: "total in"))
    #expect(abs(try record("0,9\n60,9.1\n120,0.1\n180,0.1\n", total).millimeters - 5.08) < 1e-9)
    #expect(throws: Flaw.self) { try record("0,9\n60,6\n", total) }
    let rising = "0,1.5\n60,1.5\n120,1.6\n180,1.7\n240,2\n"
    let error = #expect(throws: Flaw.self) { try record(rising) }
    #expect(
      error?.description.contains("--rows counter reads 0.5 mm") == true
        && error?.description.contains("--rows amount reads 8.3 mm") == true)
    #expect(try record(rising + "300,0\n").millimeters == 8.3)
    #expect(
      abs(try record(rising, GaugeFormat(unit: .init(written: "total"))).millimeters - 0.5) < 1e-9)
    let low = try record("0,0\n60,0.2\n120,0.2\n180,0.6\n")
    #expect(
      low.millimeters == 1 && low.notes.contains { $0.contains("--rows counter reads 0.6 mm") })
  }

  @Test("seconds stay seconds when they look like dates")
  func seconds() throws {
    let rows = stride(from: 18_999_960, through: 19_000_620, by: 60).map { "\($0),0.1\n" }
    #expect(try record(rows.joined()).seconds == 720)
    #expect(try record("seconds,mm\n20240101,0.1\n20240102,0\n20240103,0\n").seconds == 3)
  }

  @Test("a unit may be written with a number, as a rate and as a total")
  func units() {
    for text in ["mm", "MM/h", "in", "in/h", "0.2mm", "0.01 in", "cm", "total", "total 0.2 mm"] {
      #expect(GaugeUnit(written: text) != nil, "\(text)")
    }
    for text in ["", "ell", "0mm", "-1mm", "mm/0s", "total total", "nan mm", "1e9mm"] {
      #expect(GaugeUnit(written: text) == nil, "\(text)")
    }
  }

  @Test("the total stays at any speed", arguments: [1, 60, 1000, 1_000_000])
  func speeds(speed: Double) throws {
    let rows = (0..<300).map { "\($0 * 10),0.\($0 * 7 % 4)\n" }
    let record = try record(rows.joined())
    let curves = record.curves(speed: speed, gain: 0)
    let gain = curves.filter { $0.setting == .gain }
    let automation = try WrittenAutomation(Rain(), curves: gain).automation(lasting: nil)
    var sum = 0.0
    let keys = curves[0].keys.map { (seconds: Self.seconds($0.time), value: $0.value) }
    for (a, b) in zip(keys, keys.dropFirst()) where b.seconds > a.seconds {
      guard automation.rain(at: (a.seconds + b.seconds) / 2)[.gain] > -1e-9 else { continue }
      let ratio = log(b.value / a.value)
      let mean = abs(ratio) < 1e-9 ? a.value : (b.value - a.value) / ratio
      sum += mean * (b.seconds - a.seconds) / 3600 * speed
    }
    #expect(abs(sum / record.millimeters - 1) < 0.001, "\(sum)")
  }

  private static func seconds(_ time: WrittenCurve.Time) -> Double {
    guard case .fromStart(let time) = time else { return .nan }
    return time / .seconds(1)
  }
}
