// How people see the settings: which come first, and in which lists.
extension Setting {
  /// The settings that come before all others, in this order. They move the sound most, and one understands them
  /// without a word about drops.
  public static let first: [Setting] = [
    .rainfall, .dropSize, .surface, .distance, .puddles, .gust, .lowpass, .gain,
  ]

  /// The lists that people read: the first settings, then the others by their groups.
  public static let lists: [(title: String, settings: [Setting])] =
    [("Rain", first)]
    + Group.allCases.map { group in
      (group.rawValue, allCases.filter { $0.row.group == group && !first.contains($0) })
    }

  /// The heading of a list among ``lists``.
  package static func heading(ofList list: Int) -> String {
    list == 0 ? lists[0].title : "Fine tuning: \(lists[list].title)"
  }

  /// The index of its list among ``lists``.
  public var list: Int {
    if Setting.first.contains(self) { return 0 }
    return 1 + (Group.allCases.firstIndex(of: row.group) ?? 0)
  }
}
