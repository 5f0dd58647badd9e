import Foundation
import RainGauges
import Testing

/// The tables of Tests/gauges/forms.txt: those of services, header word by word, and of stations,
/// loggers and programs.
@Suite struct FormTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription, text, flags, note: String
    let millimeters: Double
    let seconds: Double?
  }

  static let forms: [Form] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../gauges/forms.txt")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "@@ ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let words = lines[0].split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return Form(
        testDescription: words[4], text: String(lines[1]), flags: words[2], note: words[3],
        millimeters: Double(words[0]) ?? .nan, seconds: Double(words[1]))
    }
  }()

  @Test("a form that is read has its total, and what was left out is noted", arguments: forms)
  func reads(form: Form) throws {
    let gauge = try gauge(form.text, form.flags)
    #expect(abs(gauge.millimeters - form.millimeters) < 1e-9, "\(gauge.millimeters)")
    if let seconds = form.seconds {
      #expect(abs(gauge.seconds - seconds) < 1e-6, "\(gauge.seconds)")
    }
    #expect(form.note.isEmpty || gauge.notes.contains { $0.contains(form.note) }, "\(gauge.notes)")
  }

  @Test("there are as many forms as the docs name") func count() { #expect(Self.forms.count > 140) }

  @Test("the first line names the form, or the words that decide")
  func reasons() throws {
    let asos = "station,valid,p01i\nA,2024-06-01 10:54,0.05\nA,2024-06-01 11:20,0.02\n"
    #expect(
      try gauge(asos + "A,2024-06-01 11:54,0.04\n").reading.hasSuffix(
        "(ASOS: since the report of the hour)"))
    #expect(
      try gauge(table("rain_total (mm)", "41 41 41.4")).reading.hasPrefix(
        "a counter in mm, a row in 5 min (its name"))
    #expect(
      try gauge(table("rain", "0 .2 1.4"), "--rows amount").reading.hasSuffix("(--rows amount)"))
    #expect(
      try gauge(table("rain", "0 .2 1.4")).reading.hasSuffix(
        "(no word says a kind or a unit: mm of each row)"))
  }

  private func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
  }

  @Test("encodings of East Asia are read, and no second byte is a separator")
  func encodings() throws {
    // A letter whose second byte is a bar in Shift JIS stands behind the name.
    let japan = bytes("944E8C8E93FA8E9E2C8D7E908597CA286D6D292C837C0A")
    // In CP949, and in GB 18030.
    let korea = bytes("C0CFBDC32CB0ADBCF6B7AE286D6D292C610A")
    let china = bytes("CAB1BCE42CBDB5CBAEC1BF286D6D292C610A")
    let rows = Array("2024/6/1 1:00:00,0.5,8\n2024/6/1 2:00:00,1,8\n".utf8)
    for (bytes, name) in [(japan, "降水量(mm)"), (korea, "강수량(mm)"), (china, "降水量(mm)")] {
      for flags in ["", "--column '\(name)'"] {
        let gauge = try gauge(bytes + rows, flags)
        #expect(gauge.millimeters == 1.5)
        #expect(gauge.findings.contains { $0.text.contains("'\(name)' (column 2), in mm") })
      }
    }
  }

  @Test("UTF-16 and Latin-1 are read, with and without a byte order mark, and with any line ends")
  func unicode() throws {
    let text = "Zeit;Höhe (mm)\r\n01.06.2024 12:00;0,0\r\n01.06.2024 12:10;0,4\r\n"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let old = Array(text.replacing("\r\n", with: "\r").utf8)
    for bytes in [little, [0xFF, 0xFE] + little, big, [0xFE, 0xFF] + big, latin, old] {
      #expect(try gauge(bytes, "--column 'Höhe (mm)'").millimeters == 0.4)
    }
    let json = "\n[{\"time\": 60, \"rain_mm\": 0.2}, {\"time\": 120, \"rain_mm\": 0.4}]"
    let wide = Array(json.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [[0xEF, 0xBB, 0xBF] + Array(json.utf8), [0xFF, 0xFE] + wide] {
      #expect(abs(try gauge(bytes).millimeters - 0.6) < 1e-12)
    }
  }

  @Test(
    "a unit is read in any way that it is written",
    arguments: [
      ("mm h-1", 2.0), ("mm h^-1", 2), ("mm h⁻¹", 2), ("mm.h-1", 2), ("mmh", 2), ("mmh-1", 2),
      ("mm/hour", 2), ("mm/10min", 12), ("mm s-1", 7200), ("kg m-2 s-1", 7200), ("kg/m2", 12),
      ("l/m²", 12),
      ("in", 304.8), ("inches/hour", 50.8), ("ft", 3657.6), ("cm", 120), ("um", 0.012),
      ("µm", 0.012),
      ("0.01 in", 3.048), ("1/10 mm", 1.2), ("-1e308 in", 304.8), ("0/0 in", 304.8),
      ("mm/24h", 2.0 / 24),
    ] as [(String, Double)])
  func units(unit: String, millimeters: Double) throws {
    let rows = [0, 3, 9].enumerated().map { "2024-06-01 12:\($0)0,\(1e-2 * Double($1))" }
    let gauge = try gauge("time,rain (\(unit))\n" + rows.joined(separator: "\n"))
    #expect(abs(gauge.millimeters / (0.12 * millimeters / 12) - 1) < 1e-9, "\(gauge.millimeters)")
  }

  @Test(
    "flags that cannot be read are refused with what can",
    arguments: [
      ("--unit ell", "--unit has to be like one of mm"), ("--unit 0mm", "--unit"),
      ("--unit 1e9mm", "--unit"),
      ("--rows sum:", "--rows has to be like one of amount"), ("--rows counter:1", "counter:60m"),
      ("--time-format %q", "--time-format"),
    ])
  func flags(flags: String, hint: String) {
    #expect(refusal(table("rain (mm)", "0 .2 .4"), flags).contains(hint))
  }
}
