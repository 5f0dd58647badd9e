@testable import RainAudio
import RainDSP
import Testing

@Suite("levels")
struct LevelsTests {
  /// The levels of these samples, written in that format.
  private func levels(_ format: SampleFormat, _ samples: [Float]) -> Levels {
    var bytes: [UInt8] = []
    PCMEncoder(format: format, channels: 1, dither: nil)
      .encode(planar: samples.span, firstFrame: 0, into: &bytes)
    var levels = Levels(WaveFormat(format, layout: .mono, sampleRate: 8000))
    levels.update(bytes.span)
    return levels
  }

  @Test("peak and RMS of a square wave are its amplitude, in every format")
  func square() {
    for format in SampleFormat.allCases {
      let square = levels(format, (0..<8000).map { $0 % 100 < 50 ? 0.25 : -0.25 })
      #expect(square.peak == 0.25, "\(format)")
      #expect(square.rms == 0.25, "\(format)")
      #expect(square.truePeak > 0.26 && square.truePeak < 0.33, "\(format)")
      #expect(square.loudness.map { $0 > -15 && $0 < -12 } == true, "\(format)")
      #expect(square.fullScaleSamples == 0)
    }
  }

  @Test("samples of one byte have their silence at 128")
  func bytes() {
    var levels = Levels(
      WaveFormat(isFloat: false, bytesPerSample: 1, channels: 1, sampleRate: 8000))
    levels.update(([128, 64, 192, 0, 255] as [UInt8]).span)
    #expect(levels.peak == 1)
    #expect(levels.fullScaleSamples == 2)
    let squares = 2 * 0.25 + 1 + 127.0 / 128 * 127 / 128
    #expect((levels.rms * levels.rms * 5 - squares).magnitude < 1e-12)
  }

  @Test(
    "eight samples at once equal each one read by itself, and are 0 beyond the last",
    arguments: 1...4)
  func words(bytesPerSample: Int) {
    let format = WaveFormat(
      isFloat: false, bytesPerSample: bytesPerSample, channels: 1, sampleRate: 8000)
    for count in 1...19 {
      let bytes = (0..<count * bytesPerSample).map { UInt8(truncatingIfNeeded: 97 * $0 + count) }
      for first in 0..<count {
        let words = format.words(bytes.span, first)
        for lane in 0..<8 {
          let isThere = first + lane < count
          #expect(words[lane] == (isThere ? format.word(bytes.span, first + lane) : 0))
        }
      }
    }
  }

  @Test("samples that are NaN or infinite are counted, and measured as silence")
  func broken() {
    let levels = levels(.f32, [0.5, .nan, .infinity, -.infinity, 0])
    #expect(levels.brokenSamples == 3)
    #expect(levels.peak == 0.5)
    #expect(levels.truePeak < 1)
  }

  @Test("samples as large as a Float can be leave every level a number")
  func huge() {
    let least = Float.leastNonzeroMagnitude
    for amplitude in [Float.greatestFiniteMagnitude, 0x1p127, 0x1p64, 0x1p39, least] {
      let levels = levels(.f32, (0..<8000).map { $0 % 2 == 0 ? amplitude : -amplitude })
      #expect(levels.truePeak.isFinite && levels.peak.isFinite && levels.rms.isFinite)
      #expect(levels.loudness?.isFinite != false)
      #expect(levels.brokenSamples == (amplitude > 0x1p39 ? 8000 : 0))
    }
  }

  @Test("no samples at all are silence, without a loudness")
  func empty() {
    let levels = levels(.s16, [])
    #expect(levels.peak == 0 && levels.rms == 0 && levels.truePeak == 0)
    #expect(levels.loudness == nil)
  }

  @Test("levels are the same in one part and in several", arguments: 1...4)
  func parts(bytesPerSample: Int) {
    let format = WaveFormat(
      isFloat: false, bytesPerSample: bytesPerSample, channels: 1, sampleRate: 8000)
    // Loud first: earlier samples count once, and not again from memory that still holds them.
    let bytes = (0..<9000 * bytesPerSample).map {
      UInt8(truncatingIfNeeded: ($0 * $0 * 31) >> 5) & ($0 < 5000 * bytesPerSample ? 0xFF : 0x07)
    }
    var whole = Levels(format)
    whole.update(bytes.span)
    var parts = Levels(format)
    var start = 0
    for frames in [5000, 13, 1, 8, 3978] {
      let end = start + frames * bytesPerSample
      parts.update(bytes.span.extracting(start..<end))
      start = end
    }
    #expect(parts.peak == whole.peak)
    #expect(parts.rms == whole.rms)
    #expect(parts.fullScaleSamples == whole.fullScaleSamples)
    #expect(parts.truePeak == whole.truePeak)
    #expect(parts.loudness == whole.loudness)
  }

  @Test("a sample next to an end of the range, or NaN, is not at full scale")
  func nearFullScale() {
    for bytesPerSample in 1...4 {
      let format = WaveFormat(
        isFloat: false, bytesPerSample: bytesPerSample, channels: 1, sampleRate: 8000)
      let most = (1 << (8 * bytesPerSample - 1)) - 1
      var levels = Levels(format)
      let bytes = [most, most - 1, -most - 1, -most, 0, -1, 1, most, most].flatMap { x in
        let x = bytesPerSample == 1 ? x + 128 : x
        return (0..<bytesPerSample).map { UInt8(truncatingIfNeeded: x >> (8 * $0)) }
      }
      levels.update(bytes.span)
      #expect(levels.fullScaleSamples == 4, "\(bytesPerSample)")
    }
    #expect(levels(.f32, [1, -1, .infinity, .nan, Float(1).nextDown, 0]).fullScaleSamples == 3)
  }
}
