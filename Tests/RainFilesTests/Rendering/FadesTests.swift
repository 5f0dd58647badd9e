import RainFiles
import Testing

@Suite struct FadesTests {
  @Test("a fade-in rises from 0 to 1 as sin², and stays there")
  func fadeIn() {
    let fades = Fades(inFrames: 100, outFrames: 0)
    #expect(fades.gain(at: 0, of: 1000) == 0)
    #expect(abs(fades.gain(at: 50, of: 1000) - 0.5) < 1e-6)
    #expect(abs(fades.gain(at: 25, of: 1000) - 0.146_446_6) < 1e-6)
    for frame in 0..<100 {
      #expect(fades.gain(at: frame, of: 1000) < fades.gain(at: frame + 1, of: 1000))
    }
    for frame in [100, 500, 999, 5000] { #expect(fades.gain(at: frame, of: 1000) == 1) }
  }

  @Test("a fade-out is a fade-in played backwards, and silence follows it")
  func fadeOut() {
    let fadeIn = Fades(inFrames: 100, outFrames: 0)
    let fadeOut = Fades(inFrames: 0, outFrames: 100)
    for frame in 0..<1000 {
      #expect(fadeOut.gain(at: frame, of: 1000) == fadeIn.gain(at: 999 - frame, of: 1000))
    }
    #expect(fadeOut.gain(at: 1000, of: 1000) == 0)
  }

  @Test("a slice gets its own part of the fades")
  func slices() {
    let fades = Fades(inFrames: 30, outFrames: 40)
    var whole = [Float](repeating: 1, count: 100)
    fades.apply(to: &whole, firstFrame: 0, of: 100)
    for frame in 0..<100 { #expect(whole[frame] == fades.gain(at: frame, of: 100)) }
    for cut in [1, 29, 30, 31, 59, 60, 61, 99] {
      var head = [Float](repeating: 1, count: cut)
      var tail = [Float](repeating: 1, count: 100 - cut)
      fades.apply(to: &head, firstFrame: 0, of: 100)
      fades.apply(to: &tail, firstFrame: cut, of: 100)
      #expect(head + tail == whole)
    }
  }

  @Test("without fades nothing changes, even at the last frames that can be counted")
  func none() {
    var samples: [Float] = [0.1, -0.2, 3]
    Fades(inFrames: 0, outFrames: 0).apply(to: &samples, firstFrame: Int.max - 3, of: Int.max)
    #expect(samples == [0.1, -0.2, 3])
    #expect(Fades(inFrames: 1, outFrames: 0).gain(at: .max - 1, of: .max) == 1)
  }
}
