extension Place {
  /// The place of a preset. That of a shipped weather is open ground.
  public init(of preset: Preset) { self.init(of: preset.layer, name: preset.name) }

  /// The shipped place with that name, such as `tent`.
  public init(named name: String) throws(PresetError) {
    let (names, lowercased) = (Place.names, name.asciiLowercased)
    guard names.contains(lowercased) else {
      throw .unknownPlace(
        name,
        nearest: Words.places[lowercased] ?? Suggestion.nearest(to: lowercased, in: names))
    }
    self.init(of: try Preset(named: name))
  }

  /// Open ground, where nothing else is said.
  package static let standardName = "open"

  /// The names of the shipped places, from open ground to under roofs.
  public static var names: [String] { ShippedPresets.names(of: .place) }
}
