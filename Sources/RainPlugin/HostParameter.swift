/// A parameter as hosts show it: a setting of the rain, or one of the plug-in's own.
struct HostParameter: Sendable {
  /// The parameters that no preset has, in the order of lists.
  enum Control: Int, CaseIterable {
    case bypass, songPosition, seed, glide, gate, attack, release, place

    /// Its index among all parameters.
    var index: Int { ParameterLimits.settings + rawValue }
  }

  /// Its row in the table of settings, or one like it.
  let row: Setting.Row
  /// The group in which hosts show it.
  let group: String
  /// Whether a host may draw a curve of it.
  var isAutomatable = true

  /// Its name in LV2, and the origin of its ``id``.
  var symbol: String { row.name }
  var range: ClosedRange<Double> { row.handRange }
  var isWhole: Bool { row.isChoice || range.upperBound == Self.mostSeed }

  /// All of them: the settings in the order of their table, then the plug-in's own. By these indices the rain knows them.
  static let all = Setting.allCases.map { HostParameter($0) } + own

  /// The plug-in's own, in the order of ``Control``. Nothing reads the group of these rows, but ``group``.
  private static let own = [
    HostParameter(
      .init("bypass", "Bypass", .echo, ["off", "on"], "silence, without the cost of rain")),
    HostParameter(
      .init(
        "songPosition", "Song position", .echo, ["off", "on"],
        "each place of the song has its own rain; off: the rain runs freely", standard: 1)),
    HostParameter(
      .init(
        0...mostSeed, "seed", "Seed", .echo, .none, 1,
        "another seed gives another rain of the same kind"), isAutomatable: false),
    HostParameter(
      .init(
        0...50, "glide", "Glide", .echo, .seconds, 1, "time in which the rain moves to a preset"),
      isAutomatable: false),
    HostParameter(
      .init("gate", "Gate", .echo, ["off", "on"], "it rains while a note is held")),
    HostParameter(
      .init(
        0...25, "attack", "Attack", .echo, .seconds, 0.5,
        "time in which a note lets the rain rise")),
    HostParameter(
      .init(
        0...60, "release", "Release", .echo, .seconds, 2,
        "time in which the rain falls after the last note")),
    HostParameter(
      .init(
        "place", "Place", .echo, ["own"] + Place.names,
        "where one hears the rain; own: as the settings say", standard: 1)),
  ]

  /// Their indices in the order of lists, in which hosts show them.
  static let order =
    Setting.lists.flatMap { list in list.settings.map { Int($0.rawValue) } }
    + Control.allCases.map { $0.index }

  /// A group for each list, and one for the plug-in's own. Hosts sort them by their names, or by
  /// URIs made of these.
  static let groups = (Setting.lists.map { $0.title } + ["Plug-in"]).enumerated().map {
    "\($0 < 9 ? "0" : "")\($0 + 1) \($1)"
  }

  static func of(_ control: Control) -> HostParameter { all[control.index] }

  var isBypass: Bool { id == HostParameter.of(.bypass).id }

  /// Seeds that a Float, in which LV2 has all numbers, holds exactly.
  static let mostSeed = 16_777_215.0

  init(_ setting: Setting) { (row, group) = (setting.row, Self.groups[setting.list]) }

  private init(_ row: Setting.Row, isAutomatable: Bool = true) {
    (self.row, self.isAutomatable) = (row, isAutomatable)
    group = Self.groups[Setting.lists.count]
  }

  /// The number by which hosts know it, in every version: the FNV-1a hash of its symbol, so that it does not depend on
  /// its index in the table.
  var id: UInt32 { symbol.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }

  /// A number as text that ``number(_:)`` reads back.
  func text(_ number: Double) -> String {
    if row.isChoice, let word = row.words.first(where: { $0.number == number }) { return word.name }
    let digits = NumberText.shortest(number)
    return row.unit == .none ? digits : "\(digits) \(row.unit.rawValue)"
  }

  /// The number of a text: a word, or a number with or without its unit; nil if it is not one, or
  /// outside the range.
  func number(_ text: String) -> Double? {
    let text = String(decoding: text.lowercased().utf8.filter { $0 > 0x20 }, as: UTF8.self)
    if let word = row.words.first(where: { $0.name.lowercased().utf8.elementsEqual(text.utf8) }) {
      return word.number
    }
    guard !row.isChoice, let number = row.unit.written.number(text), range.contains(number) else {
      return nil
    }
    return number
  }
}

/// The facts of the parameters for the audio thread: no array counts references there.
struct ParameterLimits: BitwiseCopyable {
  let id: UInt32
  /// Its index in the order of lists.
  let listIndex: Int
  let isWhole: Bool
  let low: Double
  let high: Double

  static let count = HostParameter.all.count
  static let settings = Setting.allCases.count
  /// Of each parameter, and more of the last one.
  private static let table = InlineArray<128, ParameterLimits> { index in
    let parameter = HostParameter.all[min(index, count - 1)]
    return ParameterLimits(
      id: parameter.id, listIndex: HostParameter.order.firstIndex(of: index) ?? index,
      isWhole: parameter.isWhole, low: parameter.range.lowerBound,
      high: parameter.range.upperBound)
  }

  static subscript(index: Int) -> ParameterLimits { table[index] }

  /// The parameter with that id; nil: there is none.
  static func index(of id: UInt32) -> Int? { (0..<count).first { table[$0].id == id } }

  /// The nearest number that the parameter can have; nil for NaN.
  func nearest(_ number: Double) -> Double? {
    if number.isNaN { return nil }
    let number = min(max(number, low), high)
    return isWhole ? (number + 0.5).rounded(.down) : number
  }
}

/// The plug-ins of the file: one for each layout, since ports of LV2 never change.
extension ChannelLayout {
  /// Stereo, which most people want, comes first.
  static let ofPlugins = [ChannelLayout.stereo] + allCases.filter { $0 != .stereo }

  var pluginTitle: String { self == .stereo ? "rainsynth" : "rainsynth \(rawValue)" }
  var clapID: String { "rainsynth.rain" + (self == .stereo ? "" : "-\(rawValue)") }
  var uri: String { "urn:rainsynth:rain" + (self == .stereo ? "" : "-\(rawValue)") }

  /// The type of its port in CLAP, which is a feature of the plug-in, too. CLAP knows no ears:
  /// their port is stereo.
  var portType: String {
    isAmbisonic ? "ambisonic" : isSurround ? "surround" : self == .mono ? "mono" : "stereo"
  }

  /// The speakers in the order of the channels, by their bits in the ``speakerMask``: CLAP has the same numbers.
  var speakerNumbers: [UInt8] { (0..<18).filter { speakerMask >> $0 & 1 == 1 } }

  /// The channels as LV2 calls them, and whether it has a designation of that name.
  var symbols: [(name: String, isDesignation: Bool)] {
    if isAmbisonic { return (0..<channels).map { ("ACN\($0)", true) } }
    return speakerNumbers.map { (Self.speakerNames[Int($0)], $0 < 12) }
  }

  private static let speakerNames = [
    "left", "right", "center", "lowFrequencyEffects", "rearLeft", "rearRight", "centerLeft",
    "centerRight", "rearCenter", "sideLeft", "sideRight", "topCenter", "topFrontLeft",
    "topFrontCenter", "topFrontRight", "topRearLeft", "topRearCenter", "topRearRight",
  ]
}
