/// The settings that one source says of a rain: a preset, flags, sliders or draws.
///
/// A number that equals the default is said as any other. All else stays as the layer below has it.
package struct RainLayer: Sendable, Hashable {
  /// Where the rain is heard.
  package var place: Place?
  /// The name of the place, where the layer says its settings one by one.
  package var placeName: String?
  /// The way from place to place; it replaces ``place``.
  package var passages: PlaceCurve?
  /// The settings that have a number.
  package private(set) var numbers = SettingSet.none
  /// The curves, one for each setting; each replaces the setting's number.
  package private(set) var curves: [WrittenCurve] = []
  /// The numbers as they were said, at the rainfall of the layer; those of ``kept``, at 10 mm/h.
  private var rain = Rain()
  /// The settings whose numbers and curves are kept at 10 mm/h, whatever the rainfall of the layer.
  private var kept = SettingSet.none

  /// A layer that says nothing.
  package init() {}

  /// A layer that says what a rain has besides the defaults.
  package init(_ automation: WrittenAutomation) {
    (placeName, rain, curves) = (automation.place, automation.rain, automation.curves)
    let usual = Rain()
    numbers = SettingSet {
      // The number of what moves is but its first one.
      ($0 == .rainfall || !automation.moves($0))
        && rain.kept($0) != usual.kept($0)
    }
    kept = SettingSet { _ in true }
  }

  /// Says the number of a setting, or that of a choice. It holds at a rainfall in mm/h; nil: at that of the layer.
  package mutating func set(_ setting: Setting, to number: Double, at rainfall: Double? = nil) {
    numbers.insert(setting)
    guard let rainfall else {
      rain.keep(setting, at: number)
      return kept.remove(setting)
    }
    rain.keep(setting, at: RainfallLaw.kept(number, of: setting, from: rainfall))
    kept.insert(setting)
  }

  /// Keeps all numbers, that of the rainfall too, as a rain has them.
  package mutating func keep(_ written: WrittenAutomation) {
    rain.take(numbers, from: written.rain)
    kept.formUnion(numbers)
  }

  /// Says how a setting moves, by a curve that was checked.
  package mutating func set(_ curve: WrittenCurve) {
    forget(curve: curve.setting)
    kept.remove(curve.setting)
    curves.append(curve)
  }

  package mutating func forget(number setting: Setting) { numbers.remove(setting) }

  /// Forgets the number and the curve of some settings.
  package mutating func forget(_ settings: SettingSet) {
    numbers = numbers.subtracting(settings)
    curves.removeAll { settings.contains($0.setting) }
  }

  package mutating func forget(curve setting: Setting) {
    curves.removeAll { $0.setting == setting }
  }

  package func moves(_ setting: Setting) -> Bool { curves.contains { $0.setting == setting } }

  /// The settings that it says itself, or by its places.
  package var said: SettingSet {
    var said = curves.reduce(into: numbers) { $0.insert($1.setting) }
    let places = passages?.places ?? [place].compactMap { $0 }
    for place in places { said.formUnion(place.said.subtracting(SettingSet(of: .weather))) }
    return said
  }

  /// Whether its rainfall, beside a curve of the rainfall, says where other numbers of the layer hold.
  package var holdsAtRainfall: Bool {
    Setting.allCases.contains {
      $0.followsRainfall && (moves($0) || numbers.contains($0) && !kept.contains($0))
    }
  }

  /// The layer, and over it what another one says at the same time.
  package func overlaid(by other: RainLayer) -> RainLayer {
    var layer = self
    layer.place = other.place ?? place
    layer.passages = other.passages ?? passages
    layer.curves.removeAll { other.numbers.contains($0.setting) }
    layer.rain.take(other.numbers, from: other.rain)
    layer.numbers.formUnion(other.numbers)
    layer.kept = kept.subtracting(other.numbers).union(other.kept)
    for curve in other.curves { layer.set(curve) }
    return layer
  }

  /// Lets a rain have the number of a setting. It takes no memory where nobody else has the curves
  /// of the rain.
  package func say(_ setting: Setting, in written: inout WrittenAutomation) {
    written.set(setting, to: rain.kept(setting))
    if kept.contains(setting) { written.rain.take(setting, from: rain) }
  }

  /// The rain that the layer makes of one below it: the place comes first, then the rainfall, the numbers that hold
  /// there, and the curves.
  package func resolved(over below: WrittenAutomation = WrittenAutomation()) -> WrittenAutomation {
    var written = below
    if let passages {
      written.pass(along: passages)
    } else if let place {
      written.enter(place)
    } else if let placeName {
      written.place = placeName
    }
    if numbers.contains(.rainfall) { written.set(.rainfall, to: rain[.rainfall]) }
    for setting in numbers where setting != .rainfall { say(setting, in: &written) }
    for curve in curves {
      let isKept = kept.contains(curve.setting)
      written.follow(isKept ? curve : curve.kept(from: written.rain[.rainfall]))
    }
    written.limit()
    return written
  }
}

extension WrittenAutomation {
  /// Takes the settings of a place; the weather stays.
  fileprivate mutating func enter(_ place: Place) {
    curves.removeAll { place.given.contains($0.setting) }
    rain.take(place.given, from: place.automation.rain)
    for curve in place.automation.curves where place.given.contains(curve.setting) {
      follow(curve)
    }
    self.place = place.name
  }

  /// Goes from place to place, as a curve of each setting in which they differ. A setting that a place does not say is
  /// there as it was before.
  fileprivate mutating func pass(along passages: PlaceCurve) {
    let (places, first) = (passages.places, Int(passages.keys[0].value))
    let below = rain
    enter(places[first])
    for setting in Setting.allCases where places.contains(where: { $0.given.contains(setting) }) {
      let numbers = places.map { place in
        (place.given.contains(setting) ? place.automation.rain : below).kept(setting)
      }
      if numbers.allSatisfy({ $0 == numbers[first] }) { continue }
      follow(WrittenCurve(setting, along: passages.keys) { numbers[Int($0)] })
    }
  }
}

// MARK: What a layer says of places, which say layers themselves

/// Where a rain is heard: the settings of the place in a preset.
public struct Place: Sendable, Hashable {
  /// The name.
  public let name: String
  /// A rain there.
  package let automation: WrittenAutomation
  /// The settings that somebody has said of it.
  package let said: SettingSet
  /// The settings that it gives to a rain: its own, and those of drop and listener that were said.
  package let given: SettingSet

  init(name: String, automation: WrittenAutomation, said: SettingSet) {
    (self.name, self.automation, self.said) = (name, automation, said)
    given = said.union(SettingSet(of: .place)).subtracting(SettingSet(of: .weather))
  }

  /// The place of what a layer says.
  init(of layer: RainLayer, name: String? = nil) {
    let automation = layer.resolved()
    self.init(
      name: automation.place ?? name ?? Place.standardName, automation: automation,
      said: layer.said)
  }

  /// The settings of the weather that were said, which are no part of the place.
  package var weather: SettingSet { said.intersection(SettingSet(of: .weather)) }

  /// How long a passage takes where nothing else is said, in s: a few steps through a door, by ear.
  package static let passage = 0.8

  /// The key that names a place, and the name of its curve.
  package static let key = "place"
}

/// One place after another, with the ways between them.
package struct PlaceCurve: Sendable, Hashable {
  /// The places that it comes to.
  package private(set) var places: [Place] = []
  /// The keys; the value of each is the number of its place among ``places``.
  package var keys: [WrittenCurve.Key] = []

  package init() {}

  /// The number of a place, in which no setting moves.
  package mutating func number(of place: Place) -> Double {
    if let number = places.firstIndex(of: place) { return Double(number) }
    places.append(place)
    return Double(places.count - 1)
  }
}
