/// The settings that one source says of a rain: a preset, flags, sliders or draws.
///
/// A number that equals the default is said as any other. All else stays as the layer below has it.
package struct RainLayer: Sendable, Hashable {
  /// Where the rain is heard.
  package var place: Place?
  /// The way from place to place; it replaces ``place``.
  package var passages: PlaceCurve?
  /// The settings that have a number.
  package private(set) var numbers = SettingSet.none
  /// The curves, one for each setting; each replaces the setting's number.
  package private(set) var curves: [WrittenCurve] = []
  private var rain = Rain()
  /// The settings whose numbers hold at a rainfall of their own, and not at that of the layer.
  private var fixed = SettingSet.none

  /// A layer that says nothing.
  package init() {}

  /// A layer that says what a rain has besides the defaults.
  package init(_ automation: WrittenAutomation) {
    place = automation.place.map(Place.init(nameOnly:))
    (rain, curves) = (automation.rain, automation.curves)
    let usual = Rain()
    numbers = SettingSet {
      // The number of what moves is but its first one.
      ($0 == .rainfall || !automation.moves($0))
        && (rain.given($0) != usual.given($0) || rain.reference(of: $0) != usual.reference(of: $0))
    }
    fixed = SettingSet { _ in true }
  }

  /// Says the number of a setting, or that of a choice. It holds at a rainfall in mm/h; nil: at that of the layer.
  package mutating func set(_ setting: Setting, to number: Double, at rainfall: Double? = nil) {
    numbers.insert(setting)
    let own = rain[.rainfall]
    if let rainfall, setting != .rainfall { rain[.rainfall] = rainfall }
    rain[setting] = number
    if setting != .rainfall { rain[.rainfall] = own }
    if rainfall == nil { fixed.remove(setting) } else { fixed.insert(setting) }
  }

  /// Lets all numbers, that of the rainfall too, hold where they are in a rain.
  package mutating func hold(in written: WrittenAutomation) {
    for setting in Setting.allCases where numbers.contains(setting) {
      rain.take(setting, from: written.rain)
    }
    fixed.formUnion(numbers)
  }

  /// Says how a setting moves, by a curve that was checked.
  package mutating func set(_ curve: WrittenCurve) {
    forget(curve: curve.setting)
    fixed.remove(curve.setting)
    curves.append(curve)
  }

  /// Forgets the number of a setting.
  package mutating func forget(number setting: Setting) { numbers.remove(setting) }

  /// Forgets the number and the curve of some settings.
  package mutating func forget(_ settings: SettingSet) {
    numbers = numbers.subtracting(settings)
    curves.removeAll { settings.contains($0.setting) }
  }

  /// Forgets the curve of a setting.
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
      $0.followsRainfall && (moves($0) || numbers.contains($0) && !fixed.contains($0))
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
    layer.fixed = fixed.subtracting(other.numbers).union(other.fixed)
    for curve in other.curves { layer.set(curve) }
    return layer
  }

  /// The rain that the layer makes of one below it: the place comes first, then the rainfall, the numbers that hold
  /// there, and the curves.
  package func resolved(over below: WrittenAutomation = WrittenAutomation()) -> WrittenAutomation {
    var written = below
    if let passages {
      written.pass(along: passages)
    } else if let place {
      written.enter(place)
    }
    if numbers.contains(.rainfall) { written.set(.rainfall, to: rain[.rainfall]) }
    var others = numbers
    others.remove(.rainfall)
    while let setting = others.popFirst() {
      written.set(setting, to: rain.given(setting))
      if fixed.contains(setting) { written.rain.take(setting, from: rain) }
    }
    for curve in curves {
      written.follow(curve)
      if fixed.contains(curve.setting) { written.rain.take(curve.setting, from: rain) }
    }
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
      rain.take(curve.setting, from: place.automation.rain)
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
      let rainfall = rain.reference(of: setting)
      let numbers = places.map { place in
        (place.given.contains(setting) ? place.automation.rain : below)
          .number(of: setting, givenAt: rainfall)
      }
      if numbers.allSatisfy({ $0 == numbers[first] }) { continue }
      let beginning = rain
      follow(WrittenCurve(setting, along: passages.keys) { numbers[Int($0)] })
      rain.take(setting, from: beginning)
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

  /// A name for a rain whose settings were said already.
  package init(nameOnly name: String) {
    (self.name, automation, said, given) = (name, WrittenAutomation(), .none, .none)
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
