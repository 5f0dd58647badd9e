import RainDSP
import RainSynthCommands
import Testing

@Suite struct SliderTests {
  private func slider(_ name: String) throws -> Slider {
    try #require(Slider.all.first { $0.name == name })
  }

  @Test("there is a slider for each setting, and steps lead from end to end and back")
  func ends() throws {
    #expect(Slider.all.map(\.name) == Setting.lists.flatMap { $0.settings.map(\.name) })
    for slider in Slider.all {
      let (low, high) = (slider.number(at: 0), slider.number(at: 1))
      #expect(slider.fraction(of: low) == 0)
      #expect(abs(slider.fraction(of: high) - 1) < 1e-9)
      var number = low
      var steps = 0
      while number < high, steps < 300 {
        let next = slider.number(number, steps: 1)
        #expect(next > number, "\(slider.name) \(number)")
        #expect(slider.fraction(of: next) >= slider.fraction(of: number))
        (number, steps) = (next, steps + 1)
      }
      #expect(number == high && steps <= 130, "\(slider.name): \(steps) steps")
      steps += 9
      while number > low, steps > 0 {
        let next = slider.number(number, steps: -1)
        #expect(next < number, "\(slider.name) \(number)")
        (number, steps) = (next, steps - 1)
      }
      #expect(number == low, "\(slider.name)")
    }
  }

  @Test("numbers have few digits, and places lead back to them")
  func digits() throws {
    for slider in Slider.all {
      for percent in 0...100 {
        let number = slider.number(at: Double(percent) / 100)
        #expect("\(number)".count <= 10, "\(slider.name) \(number)")
        let fraction = slider.fraction(of: number)
        if !slider.setting.row.isChoice, percent > 1 {
          #expect(abs(fraction - Double(percent) / 100) < 0.012, "\(slider.name) \(number)")
        }
      }
    }
    #expect(try slider("gain").number(0, steps: 1) == 1)
    #expect(try slider("patterRate").number(0, steps: 1) == 1)
    #expect(try slider("patterRate").number(1, steps: -1) == 0)
    let drops = try slider("drops")
    #expect(drops.number(at: 0) == 20 && drops.number(at: 1) == 24_000)
    #expect(drops.fraction(of: 0) == 0 && drops.fraction(of: 1_000_000) == 1)
    #expect(drops.number(0, steps: -1) == 0 && drops.number(0, steps: 1) > 20)
    #expect(
      drops.number(1_000_000, steps: 1) == 1_000_000 && drops.number(1_000_000, steps: -1) < 24_000)
    #expect(try slider("bubbleFrequency").number(at: 0.5) == 600)
    #expect(try slider("white").text(0.5) == "0.5")
    #expect(
      try slider("bubbleFrequency").text(1234.56789) == "1230 Hz"
        || slider("bubbleFrequency").text(1234.56789) == "1235 Hz")
  }
}
