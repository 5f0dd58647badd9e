extension Setting {
  /// One row of the table of settings.
  public struct Row: Sendable, Hashable {
    /// The key in a preset, in camelCase.
    public let name: String
    /// The name that one speaks.
    public let title: String
    /// The group that lists show it in.
    public let group: Group
    /// The numbers that it can have. A choice is given by its number among the words, from 0.
    public let range: ClosedRange<Double>
    /// The range of a slider: that of the setting, or where nearly all of it is of no use to hands, a part in which all
    /// shipped presets lie. By ear.
    public let handRange: ClosedRange<Double>
    /// The unit of the numbers.
    public let unit: Unit
    /// Its number in steady rain.
    public let standard: Double
    /// One line that says what one hears.
    public let summary: String
    /// The scale on which it moves from one value to another.
    public let scale: Scale
    /// The numbers that have names.
    public let words: [Word]
    /// Whether it is one of several things, such as surfaces: it then has no numbers but those of the words.
    public let isChoice: Bool
    /// The part of a rain that it belongs to.
    public let owner: Owner
    /// All that a rain must have for it to change a sample (``UsedSettings``).
    let needs: [Need]

    package init(
      _ range: ClosedRange<Double>, _ name: String, _ title: String, _ group: Group, _ unit: Unit,
      _ standard: Double, _ summary: String, hands: ClosedRange<Double>? = nil,
      scale: Scale? = nil, words: [Word] = [], isChoice: Bool = false,
      owner: Owner = .place, needs: [Need] = []
    ) {
      (self.range, self.name, self.title, self.group, self.unit) = (range, name, title, group, unit)
      (self.standard, self.summary, self.words) = (standard, summary, words)
      handRange = hands ?? range
      self.scale = scale ?? unit.scale
      (self.isChoice, self.owner, self.needs) = (isChoice, owner, needs)
    }

    /// The row of a choice.
    package init(
      _ name: String, _ title: String, _ group: Group, _ choices: [String], _ summary: String,
      standard: Double = 0, owner: Owner = .place, needs: [Need] = []
    ) {
      self.init(
        0...Double(choices.count - 1), name, title, group, .none, standard, summary,
        words: choices.indices.map { Word(name: choices[$0], number: Double($0)) }, isChoice: true,
        owner: owner, needs: needs)
    }

    /// The number that has a name; nil if none has it.
    public func number(named name: String) -> Double? {
      words.first { $0.name.utf8.elementsEqual(name.utf8) }?.number
    }

    /// The name of a choice; nil for a number.
    public func choice(_ number: Double) -> String? { isChoice ? words[Int(number)].name : nil }
  }

  /// The part of a rain that a setting belongs to: the weather, the place, a single drop, or the listener.
  public enum Owner: String, Sendable, CaseIterable {
    /// The rain wherever it falls.
    case weather
    /// Where it is heard: the ground or the roof, the distances, the air, the microphones.
    case place
    /// One drop by itself, the same in any weather and place.
    case drop
    /// Who listens.
    case listener
  }

  /// A number that has a name, such as a rainfall of 25 mm/h: heavy.
  public struct Word: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The number, in the unit of the setting.
    public let number: Double
  }

  /// The unit of a setting; its raw value is the symbol.
  public enum Unit: String, Sendable {
    /// A plain number.
    case none = ""
    /// Hertz.
    case hertz = "Hz"
    /// Seconds.
    case seconds = "s"
    /// Milliseconds.
    case milliseconds = "ms"
    /// How many a second.
    case perSecond = "/s"
    /// How many a minute.
    case perMinute = "/min"
    /// Decibels.
    case decibels = "dB"
    /// Meters.
    case meters = "m"
    /// Rainfall, in millimeters an hour.
    case millimetersPerHour = "mm/h"
    /// Kilometers.
    case kilometers = "km"
    /// Meters a second.
    case metersPerSecond = "m/s"
    /// Mass of an area, in kilograms a square meter.
    case kilogramsPerSquareMeter = "kg/m2"
    /// Octaves of pitch.
    case octaves = "octaves"

    /// The scale of most settings with this unit.
    fileprivate var scale: Scale {
      switch self {
      case .hertz, .perSecond, .perMinute, .millimetersPerHour: .ratio
      default: .even
      }
    }
  }

  /// A scale on which equal steps are heard, or meant, as equal.
  public enum Scale: Sendable, BitwiseCopyable {
    /// The number itself: shares, jitters, decibels, lengths.
    case even
    /// The logarithm of the number: levels, which then move in decibels, frequencies, in octaves, rates,
    /// rainfall. To and from 0, which has no logarithm, the number itself.
    case ratio
  }

  /// The groups of lists of settings; the raw value is the heading.
  public enum Group: String, Sendable, CaseIterable {
    /// Near drops: how many, where, how large.
    case drops = "Drops"
    /// The first milliseconds of a near drop.
    case impact = "Impact and splash"
    /// The sound that follows the impact of a near drop.
    case bubble = "Delay and bubble"
    /// Drops farther away.
    case patter = "Patter"
    /// All other drops.
    case bed = "Bed of noise"
    /// Settings of the sound of all sources.
    case echo = "Echo and output"
    /// The color of all sound.
    case tone = "Tone"
    /// Wind and thunder, and what keeps them back.
    case storm = "Storm"
  }
}
