/// Rain as numbers: all settings of a rendering but its seed, sample rate and channels.
///
/// A fresh value is steady rain on open ground. ``Setting`` has the name, unit, range and explanation of every
/// setting; ``validate()`` checks them.
///
/// ```swift
/// var rain = Rain()
/// rain[.gain] = -6
/// rain.surface = .leaves
/// for setting in Setting.allCases { print(setting.name, rain[setting]) }
/// ```
///
/// A *jitter* s gives each drop setting · e^(variation · s · g), g standard normal: 0.3 keeps two
/// drops in three within a factor of e^0.3 = 1.35. Levels are relative to full scale.
public struct Rain: Sendable, BitwiseCopyable {
  /// The number of each setting; of one that follows the rainfall, at 10 mm/h (``RainfallLaw``).
  private var numbers: InlineArray<81, Double>
  /// Whether those that follow are numbers at its own rainfall instead, as it sounds.
  private var sounds = false
  /// The settings that got a number outside their range, which stays as it is for ``validate()`` to
  /// find.
  private var outside = SettingSet.none

  /// Steady rain on open ground.
  public init() {
    numbers = InlineArray { Setting.allCases[$0].row.standard }
  }

  /// The number of a setting at this rainfall; of a choice, its number.
  public subscript(setting: Setting) -> Double {
    @inline(__always) get {
      !sounds && setting.followsRainfall ? moved(setting) : kept(setting)
    }
    @inline(__always) set {
      if setting.followsRainfall { return set(setting, to: newValue) }
      numbers[Int(setting.rawValue)] = newValue
    }
  }

  @inline(__always)
  private var rainfall: Double { numbers[Int(Setting.rainfall.rawValue)] }

  /// The number of a setting that follows, at this rainfall. Not inlined: every reader of a setting
  /// has it.
  @inline(never)
  private func moved(_ setting: Setting) -> Double {
    let number = kept(setting)
    if outside.contains(setting) { return number }
    return RainfallLaw(setting)?.number(number, at: rainfall) ?? number
  }

  /// Gives a setting that follows its number at this rainfall.
  @inline(never)
  private mutating func set(_ setting: Setting, to number: Double) {
    let isInside = setting.limits.contains(number)
    let isThere = sounds || !isInside
    keep(setting, at: isThere ? number : RainfallLaw.kept(number, of: setting, from: rainfall))
    if !isInside { outside.insert(setting) }
  }

  /// The same rain with its numbers as they are at its rainfall, as it sounds.
  var atRainfall: Rain {
    if sounds { return self }
    var rain = self
    for setting in SettingSet(where: { $0.followsRainfall }) {
      rain.keep(setting, at: self[setting])
    }
    rain.sounds = true
    return rain
  }

  /// Moves each number that leaves its range at this rainfall to the end of it, where a file can
  /// have it.
  package mutating func limit() {
    for setting in SettingSet(where: { $0.followsRainfall }) {
      let number = self[setting]
      if number == setting.limits.lowerBound || number == setting.limits.upperBound {
        self[setting] = number
      }
    }
  }

  /// Takes the number of a setting from another rain.
  package mutating func take(_ setting: Setting, from other: Rain) {
    keep(setting, at: other.kept(setting))
  }

  /// Takes the numbers of some settings; no memory, as the audio thread of a plug-in calls it.
  package mutating func take(_ settings: SettingSet, from other: Rain) {
    for setting in settings { take(setting, from: other) }
  }

  /// The number of a setting; of one that follows the rainfall, at 10 mm/h.
  package func kept(_ setting: Setting) -> Double { numbers[Int(setting.rawValue)] }

  /// Replaces the number of a setting; of one that follows the rainfall, by another one at 10 mm/h.
  package mutating func keep(_ setting: Setting, at number: Double) {
    numbers[Int(setting.rawValue)] = number
    outside.remove(setting)
  }

  /// Whether the rain is silent at all times: every source is at 0.
  public var isSilent: Bool {
    !hasDrops && self[.gutter] == 0 && !hasPatter && !hasBed && !hasStorm
  }

  /// Whether near drops or drips from eaves fall.
  var hasDrops: Bool { self[.drops] > 0 || self[.eaves] > 0 }
  /// Whether there is patter.
  var hasPatter: Bool { self[.patterRate] > 0 && self[.patterLevel] > 0 }
  /// Whether noise of any color sounds.
  var hasBed: Bool { NoiseColor.allCases.contains { self[$0.setting] > 0 } }

  /// Whether there is wind or thunder.
  var hasStorm: Bool { self[.wind] > 0 || self[.thunder] > 0 }

  /// The setting of that name, as one of its things.
  public var surface: Surface {
    get { Surface(number: self[.surface]) }
    set { self[.surface] = newValue.number }
  }

  /// The setting of that name, as one of its things.
  public var impactShape: ImpactShape {
    get { ImpactShape(number: self[.impactShape]) }
    set { self[.impactShape] = newValue.number }
  }
}

extension Rain: Hashable {
  /// Whether all settings are equal.
  public static func == (a: Rain, b: Rain) -> Bool {
    for index in a.numbers.indices where a.numbers[index] != b.numbers[index] { return false }
    return a.sounds == b.sounds
  }

  /// Hashes all settings.
  public func hash(into hasher: inout Hasher) {
    for index in numbers.indices { hasher.combine(numbers[index]) }
  }
}

// MARK: Checks

extension Rain {
  /// The range of the rainfall, in mm/h.
  package static let rainfallRange = Setting.rainfall.row.range

  /// Throws the first setting whose number lies outside its range.
  public func validate() throws(InvalidSetting) {
    for setting in Setting.allCases {
      // A NaN is in no range.
      let (number, row) = (self[setting], setting.row)
      if !row.range.contains(number) || row.isChoice && number != number.rounded(.down) {
        throw InvalidSetting(name: row.name, .outOfRange(number, row.range))
      }
    }
  }

  /// Every number at the lower end of what it may be, and at the upper one.
  static var ends: (low: Rain, high: Rain) {
    var (low, high) = (Rain(), Rain())
    for setting in Setting.allCases {
      let range = setting.rangeOfKeys
      low.keep(setting, at: range.lowerBound)
      high.keep(setting, at: range.upperBound)
    }
    return (low, high)
  }

  /// Whether all settings lie within those of two others. Unlike ``validate()`` it needs no table, and so may be called
  /// while the rain plays.
  func lies(within low: Rain, _ high: Rain) -> Bool {
    for index in numbers.indices {
      // A NaN is not within.
      guard numbers[index] >= low.numbers[index], numbers[index] <= high.numbers[index] else {
        return false
      }
    }
    return outside.isEmpty && surface.number == self[.surface]
      && impactShape.number == self[.impactShape]
  }

  /// Whether some settings are those of another rain, as both sound.
  func agrees(with other: Rain, on settings: SettingSet) -> Bool {
    for setting in settings where kept(setting) != other.kept(setting) { return false }
    return true
  }

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
  /// drops as the rainfall asks for. Revision 9 has places and weathers apart: numbers follow the rainfall from where
  /// they were given, one distance moves all others, and water on the ground is heard in all drops. Revision 10 mixes the
  /// colors of surfaces by their shares, has bubbles 1.4 dB louder, and no louder echo where its settings move.
  /// Revision 11 has the bubble where impact and delay end, levels of bubbles and arches that are
  /// what is set, and drops of measured sizes, which walk over minutes.
  public static var soundRevision: Int { 11 }
}
