import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The modes of what is struck")
struct ModesTests {
  private let law = SurfaceModes(low: 300, high: 9000, decay: 125, critical: 3000)

  private func modes(_ index: Int, blow: Double = 0) -> Modes {
    Modes(amplitude: 0.4, blow: blow, law: law, key: RandomKey(seed: 12).child(index))
  }

  private func tones(_ index: Int, blow: Double = 0) -> [DampedSine] {
    let (list, count) = modes(index, blow: blow).tones
    return (0..<count).map { list[$0] }
  }

  @Test("four to eight of them sound, even in hertz, each number as often")
  func pitches() {
    let all = (0..<2000).map { tones($0) }
    for count in 4...8 {
      // 400 ± 5 √(2000 · 0.2 · 0.8).
      #expect(abs(Double(all.count { $0.count == count }) - 400) < 90)
    }
    let pitches = Sample(all.map { ($0[0].frequency - 300) / 8700 })
    #expect(pitches.kolmogorovSmirnov { $0 } < Sample.fiveStandardErrors)
  }

  @Test("decay goes with the root of the pitch; all together have the energy of the amplitude")
  func decays() {
    for index in 0..<50 {
      let tones = tones(index, blow: 3e-4)
      var energy = 0.0
      for tone in tones {
        #expect(abs(tone.decay / (125 * (tone.frequency / 1000).squareRoot()) - 1) < 1e-9)
        energy += tone.amplitude * tone.amplitude / (4 * tone.decay)
      }
      #expect(abs(energy / (0.16 * 1e-3) - 1) < 1e-9)
    }
  }

  @Test(
    "a blow that lasts excites high modes less, by 9 dB an octave; a plate radiates less below its critical frequency"
  )
  func spectrum() {
    // The ratio of two modes with and without a blow of 2 ms: the draws are the same.
    for index in 0..<20 {
      let (short, long) = (tones(index), tones(index, blow: 2e-3))
      func loss(_ frequency: Double) -> Double {
        let turn = 2 * .pi * 0.3 * frequency * 2e-3
        return CLibrary.power(1 + turn * turn, -0.75)
      }
      let found = long[1].amplitude / long[0].amplitude / (short[1].amplitude / short[0].amplitude)
      #expect(abs(found / (loss(short[1].frequency) / loss(short[0].frequency)) - 1) < 1e-6)
    }
    let low = (0..<2000).flatMap { tones($0) }.filter { $0.frequency < 1500 }
    let high = (0..<2000).flatMap { tones($0) }.filter { $0.frequency > 3000 }
    func power(_ tones: [DampedSine]) -> Double {
      tones.map { $0.amplitude * $0.amplitude }.reduce(0, +) / Double(tones.count)
    }
    // 300 to 1,500 Hz radiate 0.3 of what 3,000 Hz do.
    #expect((0.2...0.5).contains(power(low) / power(high)))
  }

  @Test("end within the bound of their law, and never alias")
  func ends() {
    for rate in [8000, 44_100] {
      for index in 0..<30 {
        let modes = modes(index)
        let count = modes.frames(sampleRate: rate)
        #expect(count % 8 == 0 && Double(count) <= Modes.mostTime(law) * Double(rate) + 8)
        let rendered = sound(count) { modes.render(adding: &$0, sampleRate: rate) }
        #expect(rendered.suffix(16).allSatisfy { $0 == 0 })
        let highest = 0.45 * Double(rate)
        let (list, places) = modes.tones
        let sounding = (0..<places).contains { list[$0].frequency <= highest }
        #expect(rendered.contains { $0 != 0 } == sounding)
      }
    }
  }
}
