import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The place of a drop")
struct PlaceTests {
  @Test("drops fall evenly over a ring")
  func distance() {
    let place = Place(near: 1, far: 6, width: 1)
    #expect(place.distance(0) == 1 && abs(place.distance(1) - 6) < 1e-12)
    for k in 1..<10 {
      let r = place.distance(Double(k) / 10)
      // The area within r.
      #expect(abs((r * r - 1) / 35 - Double(k) / 10) < 1e-12)
    }
    #expect(Place(near: 3, far: 3, width: 1).distance(0.7) == 3)
  }

  @Test("the level falls as 1/r, and its mean square is that of the ring")
  func level() {
    for (near, far) in [(1.0, 6.0), (1.2, 25), (2, 2), (2, 2.001)] {
      let place = Place(near: near, far: far, width: 1)
      #expect(abs(place.level(distance: 2 * near) - 0.5) < 1e-12)
      let count = 20_000
      let mean = (0..<count).reduce(0.0) { sum, k in
        let level = place.level(distance: place.distance((Double(k) + 0.5) / Double(count)))
        return sum + level * level / Double(count)
      }
      #expect(abs(place.meanPower / mean - 1) < 1e-4)
    }
  }

  @Test("the pan has equal power everywhere, 1 and 1 in front, one side alone at the side")
  func pan() {
    let wide = Place(near: 1, far: 6, width: 1)
    for k in 0..<64 {
      let (left, right) = wide.pan(azimuth: Double(k) / 64)
      #expect(abs(left * left + right * right - 2) < 1e-9)
    }
    let root2 = 2.0.squareRoot()
    for (azimuth, left, right) in [
      (0.0, 1.0, 1.0), (0.25, 0, root2), (0.75, root2, 0), (0.5, 1, 1),
    ] {
      let pan = wide.pan(azimuth: azimuth)
      #expect(abs(pan.left - left) < 1e-9 && abs(pan.right - right) < 1e-9)
    }
    let narrow = Place(near: 1, far: 6, width: 0)
    for k in 0..<8 {
      let pan = narrow.pan(azimuth: Double(k) / 8)
      #expect(abs(pan.left - 1) < 1e-9 && abs(pan.right - 1) < 1e-9)
    }
  }

  @Test("who is nearer to a side hears it earlier there, by 50 mm at most, in steps of four frames")
  func lag() {
    let wide = Place(near: 1, far: 6, width: 1)
    for rate in [8000, 11_025, 44_100, 48_000, 192_000] {
      let gap = 0.05 / 343 * Double(rate)
      for k in 0..<64 {
        let lag = Place.frames(lag: wide.lag(azimuth: Double(k) / 64), sampleRate: rate)
        // The pan of a positive sine is on the right: left hears it later.
        let exact = gap * CLibrary.sine(2 * .pi * Double(k) / 64)
        #expect(lag % 4 == 0 && abs(Double(lag) - exact) <= 2.0001)
        #expect(abs(lag) <= Place.mostLag(sampleRate: rate))
      }
    }
    #expect(Place.frames(lag: wide.lag(azimuth: 0.25), sampleRate: 192_000) == 28)
    #expect(Place(near: 1, far: 6, width: 0).lag(azimuth: 0.25) == 0)
  }
}
