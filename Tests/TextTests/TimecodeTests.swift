import Testing
import Text

@Suite struct TimecodeTests {
  @Test(
    "a time code counts the frames of film behind the seconds",
    arguments: [
      ("10:00:00:12@25", 36_000_480_000_000), ("00:00:00:00@24", 0),
      ("0:0:1:1@50", 1_020_000_000), ("01:00:00:00@23.976", 3_603_600_000_000),
      ("01:00:00:00@29.97", 3_603_600_000_000),
      // Drop frame: 108 numbers are left out in an hour, which is then 3.6 ms short.
      ("01:00:00;00@29.97", 3_599_996_400_000), ("00:01:00;02@29.97", 60_060_000_000),
      ("00:10:00;00@59.94", 599_999_400_000), ("99:59:59:29@30", 359_999_966_666_667),
    ])
  func written(_ text: String, nanoseconds: Int64) {
    #expect(Duration(timecode: text) == .nanoseconds(nanoseconds))
  }

  @Test(
    "what is no time code, or a number that is left out, is refused",
    arguments: [
      "10:00:00:12", "10:00:00:25@25", "10:60:00:00@25", "10:00:60:00@25", "1:00:00@25", "@25",
      "10:00:00:12@", "10:00:00:12@26", "10:00:00;12@25", "00:01:00;00@29.97",
      "00:01:00;01@29.97", "10:00:00:+1@25", "100:00:00:00@25", "10:00:00:12@25@25",
      "10;00:00:12@29.97", "::: @25", "",
    ])
  func refused(_ text: String) { #expect(Duration(timecode: text) == nil) }
}
