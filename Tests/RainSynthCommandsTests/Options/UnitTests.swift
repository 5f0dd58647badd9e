import Testing
import Text

@testable import RainSynthCommands

@Suite struct UnitTests {
  private let hertz = Unit(
    "Hz", [Unit.Spelling("kHz", exponent: 3), Unit.Spelling("k", exponent: 3)])
  private let milliseconds = Unit("ms", [Unit.Spelling("s", exponent: 3)])
  private let perMinute = Unit("/min", [Unit.Spelling("/s", factor: 60)])
  private let perSecond = Unit("/s", [Unit.Spelling("/min", divisor: 60)])
  private let decibels = Unit("dB")
  private let plain = Unit("")
  private let share = Unit("", [Unit.Spelling("%", exponent: -2)])

  @Test("a number may name its unit or a multiple of it, in any case")
  func spellings() {
    for text in [
      "900", "900Hz", "900hz", ".9kHz", "0.9KHZ", "900.", "9e2", "+900", "9E+2Hz", "900 Hz",
    ] {
      #expect(hertz.number(text) == 900, "\(text)")
    }
    #expect(hertz.number("48k") == 48000)
    #expect(milliseconds.number(".5s") == 500)
    #expect(perMinute.number("20/s") == 1200)
    #expect(perSecond.number("1200/min") == 20)
    #expect(decibels.number("-6dB") == -6)
    #expect(plain.number(".25") == 0.25)
    #expect(share.number("20%") == 0.2)
    #expect(share.number("0.2") == 0.2)
  }

  @Test("a unit with a power of ten gives the Double nearest to what was written")
  func powersOfTenAreExact() {
    for hundredths in 1...2000 {
      let digits = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
      #expect(hertz.number("\(digits)kHz") == Double(hundredths * 10))
    }
    #expect(milliseconds.number("0.0051s") == 5.1)
  }

  @Test(
    "text that is not a decimal number in this unit is refused",
    arguments: [
      "", " ", "Hz", "-", "+", ".", "nan", "NaN", "inf", "-inf", "infinity", "0x10", "0x1p3", "5x",
      "900Hzz", "900  Hz", " 900", "900 ", "9 00", "1,5", "1_000", "--5", "5-", "1e", "1e+", "e5",
      "1.2.3", "900dB", "٣", "１", "1\u{0}", "1e99999999999999999999", "5e5e5",
    ])
  func refused(_ text: String) { #expect(hertz.number(text) == nil) }

  @Test("minus zero is zero, too much is infinite, too little is zero")
  func extremes() {
    #expect(plain.number("-0")?.sign == .plus)
    #expect(plain.number("1e999") == .infinity)
    #expect(plain.number("-1e999") == -.infinity)
    #expect(plain.number("1e-999") == 0)
    #expect(plain.number(String(repeating: "9", count: 400)) == .infinity)
    #expect(plain.number("0." + String(repeating: "0", count: 300) + "1") == 1e-301)
  }

  @Test("every Double comes back from its own shortest text")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      #expect(plain.number(NumberText.shortest(number)) == number)
    }
    #expect(NumberText.shortest(18000) == "18000")
    #expect(NumberText.shortest(0.1) == "0.1")
  }

  @Test("a number outside the range is refused with the flag, the range and the word")
  func range() throws {
    let quantity = Quantity(hertz, 20...18000)
    #expect(try quantity.parse("18kHz", for: "--pitch") == 18000)
    for text in ["19.9", "18000.1", "1e300", "nan", "-1", "5x", "-"] {
      #expect(throws: Flaw("--pitch takes 20 .. 18000 Hz, not '\(text)'")) {
        try quantity.parse(text, for: "--pitch")
      }
    }
    #expect(Quantity(plain, 0...1.5).description == "0 .. 1.5")
  }
}
