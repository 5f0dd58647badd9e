/// Rain as numbers: all settings of a rendering but its seed, sample rate and channels.
///
/// A fresh value is steady rain on open ground. ``Setting`` has the name, unit, range and explanation of every
/// setting; ``validate()`` checks them. Each can be reached as a property, or by its case:
///
/// ```swift
/// var rain = Rain()
/// rain.gain = -6
/// for setting in Setting.allCases { print(setting.name, rain[setting]) }
/// ```
///
/// A *jitter* s gives each drop setting · e^(variation · s · g), g standard normal: 0.3 keeps two
/// drops in three within a factor of e^0.3 = 1.35. Levels are relative to full scale.
public struct Rain: Sendable, BitwiseCopyable {
  /// The number of each setting but rainfall, which is the first case.
  private var numbers: InlineArray<59, Double>

  /// Steady rain on open ground.
  public init() {
    numbers = InlineArray { Setting.stored[$0].row.standard }
  }

  /// The number of a setting; of a choice, its number. Rainfall is that of the drop sizes, ``intensity``, and
  /// sets several settings (``setRainfall(_:)``).
  public subscript(setting: Setting) -> Double {
    // It does not call itself for the intensity: a recursive function is not inlined, and each call copies all numbers.
    @inline(__always) get {
      let stored = setting == .rainfall ? Setting.intensity : setting
      return numbers[Int(stored.rawValue) - 1]
    }
    @inline(__always) set {
      if setting == .rainfall {
        setRainfall(newValue)
      } else {
        numbers[Int(setting.rawValue) - 1] = newValue
      }
    }
  }

  /// Whether the rain is silent at all times: every source is at 0.
  public var isSilent: Bool { !hasDrops && gutter == 0 && !hasPatter && !hasBed }

  /// Whether near drops or drips from eaves fall.
  var hasDrops: Bool { drops > 0 || eaves > 0 }
  /// Whether there is patter.
  var hasPatter: Bool { patterRate > 0 && patterLevel > 0 }
  /// Whether noise of any color sounds.
  var hasBed: Bool { NoiseColor.allCases.contains { self[$0.setting] > 0 } }
}

extension Rain: Hashable {
  /// Whether all settings are equal.
  public static func == (a: Rain, b: Rain) -> Bool {
    for index in a.numbers.indices where a.numbers[index] != b.numbers[index] { return false }
    return true
  }

  /// Hashes all settings.
  public func hash(into hasher: inout Hasher) {
    for index in numbers.indices { hasher.combine(numbers[index]) }
  }
}

extension Setting {
  /// Whether it is one of an ordered pair.
  var isOfOrderedPair: Bool {
    Rain.orderedPairs.contains { self == $0.low || self == $0.high }
  }

  /// The settings that a rain holds: all but rainfall, which sets others.
  package static let stored = Array(allCases.dropFirst())
}

// MARK: Checks

extension Rain {
  /// The range of the rainfall, in mm/h.
  package static let rainfallRange = Setting.rainfall.row.range
  /// The range of the gain, in dB.
  package static let gainRange = Setting.gain.row.range

  /// Pairs of settings; the second may not lie below the first.
  package static let orderedPairs: [(low: Setting, high: Setting)] = [
    (.distanceMin, .distanceMax), (.patterMin, .patterMax), (.patterLow, .patterHigh),
  ]

  /// Throws the first setting that lies outside its range or contradicts another.
  public func validate() throws(InvalidSetting) {
    for setting in Setting.stored {
      // A NaN is in no range.
      let (number, row) = (self[setting], setting.row)
      if !row.range.contains(number) || row.isChoice && number != number.rounded(.down) {
        throw InvalidSetting(name: row.name, .outOfRange(number, row.range))
      }
    }
    for (low, high) in Rain.orderedPairs where self[low] > self[high] {
      throw InvalidSetting(name: high.name, .below(low.name, self[low]))
    }
  }

  /// Every setting at the lower end of its range, and at the upper one.
  static var ends: (low: Rain, high: Rain) {
    var (low, high) = (Rain(), Rain())
    for setting in Setting.stored {
      let range = setting.row.range
      (low[setting], high[setting]) = (range.lowerBound, range.upperBound)
    }
    return (low, high)
  }

  /// Whether all settings lie within those of two others, and do not contradict each other. Unlike
  /// ``validate()`` it needs no table, and so may be called while the rain plays.
  func lies(within low: Rain, _ high: Rain) -> Bool {
    for index in numbers.indices {
      // A NaN is not within.
      guard numbers[index] >= low.numbers[index], numbers[index] <= high.numbers[index] else {
        return false
      }
    }
    return surface.number == self[.surface] && impactShape.number == self[.impactShape]
      && isOrdered
  }

  /// Whether some settings are those of another rain.
  func agrees(with other: Rain, on settings: SettingSet) -> Bool {
    for index in numbers.indices where settings.rawValue & 2 << UInt64(index) != 0 {
      if numbers[index] != other.numbers[index] { return false }
    }
    return true
  }

  /// Whether no far end lies below the near one.
  var isOrdered: Bool {
    distanceMin <= distanceMax && patterMin <= patterMax && patterLow <= patterHigh
  }

  /// Raises the far ends that lie below the near ones.
  package mutating func order() {
    distanceMax = max(distanceMin, distanceMax)
    patterMax = max(patterMin, patterMax)
    patterHigh = max(patterLow, patterHigh)
  }
}

extension Rain {
  /// The revision of the sound: the samples of the same settings and seed are the same in every version
  /// with the same revision.
  ///
  /// It rises by one whenever a sample of any rain changes. Files that store settings store it, too.
  /// Before revision 1, the published sums had changed 17 times. Revision 2 gave drops a body and gusts
  /// their slow part. Revision 3 bounds how many parts of drops sound at once, and rounds differently.
  /// Revision 4 shortens the ticks of the patter, and rounds differently. Revision 5 has the exact mean of a
  /// one-sided impact in each frame and fewer echoes in three presets, and rounds differently. Revision 6 has
  /// every regular drop (a fifth was missing at some regularities), and loops whose gusts move sound
  /// the same from any frame. Revision 7 has drops by their physics, one field of near drops, patter and
  /// bed, and new presets. Revision 8 scatters sounds by their distance, lets rain stand in puddles, and has as many far
  /// drops as the rainfall asks for.
  public static var soundRevision: Int { 8 }
}
