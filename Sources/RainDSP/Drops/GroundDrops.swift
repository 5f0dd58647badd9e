/// The drops of all sizes that fall on a piece of level ground, as a disdrometer counts them.
///
///     drops on a m² in a second, by diameter     N(D) v(D),   with π/6 Σ D³ N(D) v(D) = the rainfall
///
/// N(D) is that of ``DropSize``, here from 0.2 mm on: smaller drops are those of fog. They fall by chance, a Poisson
/// process that second by second follows `rainfall`, `dropSize`, `sizeSpread` and `drift`. Gusts, which bunch what is
/// heard, are left out. More rain or more ground adds drops to those that were there.
package struct GroundDrops {
  private static let smallest = 0.2  // mm
  /// The steps of the table, of 0.01 mm.
  private static let steps = 560
  /// The drops a second of a layer of the process, so that little ground does not draw the drops of much.
  private static let perLayer = 256.0

  private let automation: RainAutomation
  private let squareMeters: Double
  private let timeline: Timeline
  private let root: RandomKey
  private var moment = SIMD3<Double>.zero
  /// How many drops of each step fall on a m² in a second, and all of the steps before.
  private var numbers = [Double](repeating: 0, count: steps)
  private var sums = [Double](repeating: 0, count: steps + 1)

  /// The drops of a rendering whose arguments are valid, on so many m² above 0.
  package init(
    _ automation: RainAutomation, squareMeters: Double = 1, sampleRate: Int = 44_100,
    seed: UInt64 = 1, loop: Int? = nil
  ) {
    (self.automation, self.squareMeters) = (automation, squareMeters)
    timeline = Timeline(sampleRate: sampleRate, frames: loop)
    root = Source.root(seed: seed)
    apply(second: 0)
  }

  /// How many drops fall in a second, at the beginning.
  package var perSecond: Double { squareMeters * sums[Self.steps] }

  /// How many drops fall on a m² in a second at the beginning, in bins of the diameter from 0 on, of so many mm.
  package func histogram(bins: Int, of width: Double) -> [Double] {
    var histogram = [Double](repeating: 0, count: bins)
    for (step, number) in numbers.enumerated() {
      histogram[min(bins - 1, Int(diameter(Double(step) + 0.5) / width))] += number
    }
    return histogram
  }

  /// Hands the drops that fall within the frames to `body`, in order: the frame, the diameter in mm and the speed in m/s.
  package mutating func forEach<Failure: Error>(
    in frames: Range<Int>, _ body: (Int, Double, Double) throws(Failure) -> Void
  ) throws(Failure) {
    var (second, drops) = (timeline.second(of: frames.lowerBound), [(offset: Double, u: Double)]())
    while !frames.isEmpty, case let start = timeline.start(of: second), start < frames.upperBound {
      apply(second: second)
      draw(&drops, second)
      for drop in drops {
        let frame = min(
          start + Int(drop.offset * Double(timeline.sampleRate)), timeline.start(of: second + 1) - 1
        )
        guard frames.contains(frame) else { continue }
        let diameter = diameter(below: drop.u)
        try body(frame, diameter, DropSize.terminalSpeed(diameter))
      }
      second += 1
    }
  }

  /// Draws the drops of a second: when they fall, and the number that gives the size.
  private func draw(_ drops: inout [(offset: Double, u: Double)], _ second: Int) {
    drops.removeAll(keepingCapacity: true)
    let key = Source.ground.key(below: root).child(timeline.secondInLoop(second))
    let length = timeline.length(of: second)
    for layer in 0...Elementary.floor(perSecond / Self.perLayer) {
      let share = perSecond / Self.perLayer - Double(layer)
      var (offset, drop) = (0.0, key.child(layer))
      while true {
        drop = drop.child(0)
        offset -= Elementary.log(1 - drop.uniform) / Self.perLayer
        if offset >= length { break }
        if drop.child(1).uniform < share { drops.append((offset, drop.child(2).uniform)) }
      }
    }
    drops.sort { $0.offset < $1.offset }
  }

  /// Takes the settings of a second.
  private mutating func apply(second: Int) {
    let identity = timeline.secondInLoop(second)
    let rain = automation.rain(at: Double(identity))
    func walk(_ kind: SlowCurve.Kind) -> (value: Double, variance: Double) {
      SlowCurve(kind, gusts: Source.gusts.key(below: root), timeline)
        .value(atPoint: identity * SlowCurve.pointsPerSecond)
    }
    let (drift, course) = (rain[.drift], walk(.rainfall))
    // As the drops that are heard (``GustCurve``).
    let moment = SIMD3(
      rain[.rainfall]
        * Elementary.exp(drift * course.value - drift * drift / 2 * course.variance),
      rain[.dropSize] * Elementary.exp(rain.sizeWalk * walk(.sizes).value), rain[.sizeSpread])
    if moment == self.moment { return }
    self.moment = moment
    let (shape, slope) = DropSize.law(rainfall: moment[0], factor: moment[1])
    var water = 0.0
    for step in 0..<Self.steps {
      let natural = Self.natural(Double(step) + 0.5)
      numbers[step] =
        Elementary.exp(shape * Elementary.log(natural) - slope * natural)
        * DropSize.terminalSpeed(natural)
      let diameter = diameter(Double(step) + 0.5)
      water += numbers[step] * diameter * diameter * diameter
    }
    // A mm³ on a m² in a second is 0.0036 mm/h.
    let scale = moment[0] / (0.0036 * Double.pi / 6 * water)
    for step in 0..<Self.steps {
      numbers[step] *= scale
      sums[step + 1] = sums[step] + numbers[step]
    }
  }

  /// The diameter in mm below which a share of `u` of the drops lies.
  private func diameter(below u: Double) -> Double {
    let number = u * sums[Self.steps]
    var (low, high) = (0, Self.steps)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sums[middle] <= number { low = middle } else { high = middle }
    }
    return diameter(Double(low) + (number - sums[low]) / numbers[low])
  }

  private static func natural(_ step: Double) -> Double { smallest + step / 100 }

  /// The diameter at a step, after `sizeSpread`.
  private func diameter(_ step: Double) -> Double {
    DropSize.spread(Self.natural(step), by: moment[2])
  }
}
