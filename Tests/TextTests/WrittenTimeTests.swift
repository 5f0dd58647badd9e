import Testing
import Text

@Suite struct WrittenTimeTests {
  @Test(
    "a time may be written in seconds, with units or as on a clock",
    arguments: [
      ("0", 0), ("90", 90_000), ("90s", 90_000), (".5", 500), ("1.5s", 1500), ("250ms", 250),
      ("10m", 600_000), ("10min", 600_000), ("1h30m", 5_400_000), ("1h30m5s", 5_405_000),
      ("1.5h", 5_400_000), ("1m0.25s", 60_250), ("1s500ms", 1500), ("5:00", 300_000),
      ("90:00", 5_400_000), ("1:30:00", 5_400_000), ("0:00:01.5", 1500), ("1:5", 65_000),
      ("1000h", 3_600_000_000), ("8hours", 28_800_000), ("8 hours", 28_800_000),
      ("8hr", 28_800_000),
      ("1H", 3_600_000), ("30sec", 30_000), ("30 Seconds", 30_000),
      ("1 hour 30 minutes", 5_400_000),
      ("1h 30m", 5_400_000), ("2mins", 120_000), ("5 s", 5000), ("20 msec", 20), ("007", 7000),
      ("1.000000000000", 1000),
    ])
  func written(_ text: String, milliseconds: Int) {
    #expect(Duration(written: text) == .milliseconds(milliseconds))
  }

  @Test(
    "text that is not a time is refused",
    arguments: [
      "", " ", "-1", "+1", "s", "h", "1x", "5  s", "1d", "1 30", "5 ", " 5", "1 h30", "8 hourss",
      "8h ours", "nan", "inf", "1e3", "0x10", ".", "1.2.3",
      ":", ":30", "1:", "1:60", "1:60:00", "1:2:3:4", "1.5:00", "1:-5", "30m1h", "1h2h", "5s5",
      "1h30", "m10", "1:30s", "1,5", "٣", "1s ",
    ])
  func refused(_ text: String) { #expect(Duration(written: text) == nil) }

  @Test("nine decimals of a second are exact and more are refused")
  func resolution() {
    #expect(Duration(written: "0.123456789") == .nanoseconds(123_456_789))
    #expect(Duration(written: "0.1234567891") == nil)
    #expect(Duration(written: "0.000001ms") == .nanoseconds(1))
    #expect(Duration(written: "0.0000001ms") == nil)
    #expect(Duration(written: "0.000000001h") == .nanoseconds(3600))
  }

  @Test("10⁹ hours are a time; longer times are refused, with any number of digits")
  func longest() {
    #expect(Duration(written: "1000000000h") == .seconds(3_600_000_000_000))
    #expect(Duration(written: "3600000000000s") == .seconds(3_600_000_000_000))
    #expect(Duration(written: "1000000000:00:00") == .seconds(3_600_000_000_000))
    for text in [
      "3600000000000.000000001", "1000000000h1s", "9999999999999h", "10000000000001h",
      "9223372036854775807", "9223372036854775808", "9999999999999:00:00",
      String(repeating: "9", count: 1000),
    ] {
      #expect(Duration(written: text) == nil, "\(text)")
    }
  }

  @Test("a clock shows hours only when there are some")
  func clock() {
    #expect(Duration.seconds(7).clockText == "0:07")
    #expect(Duration.milliseconds(59_999).clockText == "0:59")
    #expect(Duration.seconds(754).clockText == "12:34")
    #expect(Duration.seconds(5_405).clockText == "1:30:05")
  }

  @Test(
    "seconds are written with as many decimals as they need",
    arguments: [
      "0", "1", "600", "0.25", "0.5", "1.05", "0.000000001", "12.0000001", "3.123456789",
      "86399.999999999",
    ])
  func seconds(_ text: String) { #expect(Duration(written: text)?.secondsText == text) }
}
