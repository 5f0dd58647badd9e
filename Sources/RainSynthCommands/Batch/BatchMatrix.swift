/// The combinations of values that a command line of `batch` asks for: `--seeds 1..3`, and lists of places and of values
/// of settings, such as `--place open,tent --rainfall light,heavy`.
struct BatchMatrix {
  static let seeds = Option(
    "seeds", takes: "A..B|LIST", "one file a seed, as 1..20 or 3,5,8", range: "up to 10000")

  /// The values of one combination, and what they add to the name of its file: `-heavy-gain-3-s3`.
  typealias Combination = (suffix: String, values: ClipValues)

  let settings: RenderFlags
  let combinations: [Combination]

  private static let most = 100_000

  init(_ commandLine: ParsedCommandLine) throws {
    var combinations: [Combination] = [("", ClipValues())]
    func combine(_ words: [String], _ key: String = "", _ take: (inout ClipValues, Int) -> Void)
      throws
    {
      guard combinations.count * words.count <= Self.most else {
        throw Flaw("these lists make more than \(Self.most) files")
      }
      combinations = combinations.flatMap { suffix, values in
        words.enumerated().map { index, word in
          var values = values
          take(&values, index)
          // A number says of what it is.
          let name = word.first?.isLetter == true ? "" : key
          return ("\(suffix)-\(name)\(word.replacing(["/": "_", "\0": "_", " ": "_"]))", values)
        }
      }
    }
    let lists = try Self.lists(commandLine)
    let placeWords = Self.placeWords(commandLine)
    let varied = lists.map(\.setting.flagName) + (placeWords.count > 1 ? [Place.key] : [])
    var settings = try RenderFlags(commandLine.without(Set(varied)))
    settings.lots.settings = lists.map(\.setting)
    self.settings = settings
    if let list = lists.first(where: { settings.own.moves($0.setting) }) {
      throw Flaw("--\(list.setting.flagName) has several values and a curve; leave one of them out")
    }
    if placeWords.count > 1 {
      if settings.own.passages != nil {
        throw Flaw("--place has several values and a curve; leave one of them out")
      }
      let places = try placeWords.map { try Place(word: $0) }
      let names = placeWords.map { Preset.baseName(of: $0).asciiLowercased }
      try Self.requireDistinct(names, placeWords, Place.key)
      try combine(names, Place.key) { $0.place = places[$1] }
    }
    for list in lists {
      try combine(list.words, list.setting.flagName) {
        $0.settings.append((list.setting, list.numbers[$1]))
      }
    }
    if let text = commandLine[Self.seeds.name] {
      try commandLine.requireOne(of: "seed", "seeds", saying: "which seed")
      let seeds = try Self.seeds(text)
      try combine(seeds.map { "s\($0)" }) { $0.seed = seeds[$1] }
    }
    self.combinations = combinations
  }

  /// The places behind --place; the name of a file may have a comma.
  private static func placeWords(_ commandLine: ParsedCommandLine) -> [String] {
    guard let text = commandLine[Place.key], fileLength(text) == nil else { return [] }
    return pieces(text)
  }

  private static func pieces(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// A setting with several values.
  private typealias List = (setting: Setting, words: [String], numbers: [Double])

  /// The settings that have several values, in the order of the command line.
  private static func lists(_ commandLine: ParsedCommandLine) throws -> [List] {
    var lists: [List] = []
    for flag in commandLine.flags {
      guard let setting = Setting.ofFlags[flag.name] else { continue }
      lists.removeAll { $0.setting == setting }
      guard flag.value.utf8.contains(UInt8(ascii: ",")) else { continue }
      let words = pieces(flag.value)
      // A wrong value is refused before anything is rendered.
      let numbers = try words.map { try setting.number($0, for: "--\(flag.name)") }
      try requireDistinct(numbers, words, flag.name)
      lists.append((setting, words, numbers))
    }
    return lists
  }

  private static func requireDistinct<Value: Equatable>(
    _ values: [Value], _ words: [String], _ flag: String
  ) throws {
    for (index, value) in values.enumerated() {
      guard let same = values[..<index].firstIndex(of: value) else { continue }
      throw Flaw(
        words[same] == words[index]
          ? "--\(flag) has \(words[index].quoted) twice"
          : "--\(flag): \(words[same].quoted) and \(words[index].quoted) are the same")
    }
  }

  private static func seeds(_ text: String) throws -> [UInt64] {
    if let (first, last) = text.halves(at: "..") {
      guard let low = UInt64(first), let high = UInt64(last), low <= high, high - low < 10_000
      else {
        throw Flaw("--seeds takes A..B, at most 10000 of them, or a list, not \(text.quoted)")
      }
      return Array(low...high)
    }
    let words = pieces(text)
    let seeds = words.compactMap { UInt64($0) }
    guard seeds.count == words.count else {
      throw Flaw("--seeds takes A..B or a list such as 3,5,8, not \(text.quoted)")
    }
    try requireDistinct(seeds, words, "seeds")
    return seeds
  }
}
