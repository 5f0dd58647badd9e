// How people see the settings: which come first, and in which lists.
extension Setting {
  /// The settings that come before all others, in this order. They move the sound most, and one understands them
  /// without a word about drops.
  public static let first: [Setting] = [
    .rainfall, .dropSize, .surface, .distance, .puddles, .gust, .lowpass, .gain,
  ]

  /// Settings that people read together.
  public struct List: Sendable, Hashable {
    /// The heading.
    public let title: String
    /// The settings, the most used first.
    public let settings: [Setting]
  }

  /// The lists that people read: the first settings, then the others by their groups.
  public static let lists: [List] =
    [List(title: "Rain", settings: first)]
    + Group.allCases.map { group in
      List(
        title: group.rawValue,
        settings: allCases.filter { $0.row.group == group && !first.contains($0) })
    }

  package static func heading(ofList list: Int) -> String {
    list == 0 ? lists[0].title : "Fine tuning: \(lists[list].title)"
  }

  /// The index of its list among ``lists``.
  public var list: Int {
    if Setting.first.contains(self) { return 0 }
    return 1 + (Group.allCases.firstIndex(of: row.group) ?? 0)
  }
}
