import RainFiles
import Testing

@Suite struct DurationFramesTests {
  @Test("frames are the time multiplied by the sample rate, rounded once, at any length")
  func frames() {
    #expect(Duration.milliseconds(100).frames(sampleRate: 44_100) == 4410)
    #expect(Duration.nanoseconds(11_300).frames(sampleRate: 44_100) == 0)
    #expect(Duration.nanoseconds(11_340).frames(sampleRate: 44_100) == 1)
    #expect(Duration.microseconds(62_500).frames(sampleRate: 8) == 1)
    #expect(Duration.milliseconds(3_600_700).frames(sampleRate: 22_050) == 79_395_435)
    #expect(Duration.seconds(3_600_000).frames(sampleRate: 44_100) == 158_760_000_000)
    #expect(Extent.longest.frames(sampleRate: 192_000) == 691_200_000_000_000_000)
    // 1.15 is not a binary fraction: 100 times the nearest Double lies below 115.
    #expect(Duration.milliseconds(1150).frames(sampleRate: 100) == 115)
    let nearly = Extent.longest - .nanoseconds(1)
    #expect(nearly.frames(sampleRate: 192_000) == 691_200_000_000_000_000)
  }

  @Test(
    "the time of a frame gives the frame again, at any length", arguments: [8000, 44_100, 192_000])
  func time(_ sampleRate: Int) {
    for first in [0, 1 << 20, 1 << 31, 1 << 45, 691_200_000_000_000_000 / 192_000 * sampleRate] {
      for frame in max(0, first - 500)..<first + 500 {
        let time = Duration(frame: frame, sampleRate: sampleRate)
        #expect(time.frames(sampleRate: sampleRate) == frame)
      }
    }
  }
}
