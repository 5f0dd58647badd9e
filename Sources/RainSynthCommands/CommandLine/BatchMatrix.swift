internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Wording

/// The combinations of values that a command line of `batch` asks for: `--seeds 1..3`, and lists of values of
/// settings, such as `--rainfall light,heavy`.
struct BatchMatrix {
  static let seeds = Option(
    "seeds", takes: "A..B|LIST", "one file a seed, as 1..20 or 3,5,8", range: "up to 10000")

  /// The settings of each combination, and what it adds to the names of files: `-heavy-metal-s3`.
  let settings: [Settings]
  let suffixes: [String]

  /// Whether there are several combinations.
  var isMany: Bool { settings.count > 1 }

  private static let most = 100_000

  init(_ commandLine: ParsedCommandLine) throws(Failure) {
    var combinations: [(suffix: String, replaced: [String: String])] = [("", [:])]
    for (name, values) in try Self.lists(commandLine) {
      guard combinations.count * values.count <= Self.most else {
        throw Failure(.wrongUsage, "these lists make more than \(Self.most) files")
      }
      combinations = combinations.flatMap { suffix, replaced in
        values.map { value in
          let word = name == "seed" ? "s\(value)" : Self.word(value)
          return ("\(suffix)-\(word)", replaced.merging([name: value]) { $1 })
        }
      }
    }
    suffixes = combinations.map(\.suffix)
    var settings: [Settings] = []
    for (_, replaced) in combinations {
      settings.append(
        try Settings(
          commandLine.setting(replaced), standardDuration: RenderCommand.standardDuration))
    }
    self.settings = settings
  }

  /// The flags that have several values, in the order of the command line; the seeds last.
  private static func lists(
    _ commandLine: ParsedCommandLine
  ) throws(Failure) -> [(name: String, values: [String])] {
    let parameters = Dictionary(uniqueKeysWithValues: Rain.parameters.map { ($0.flagName, $0) })
    var lists: [(name: String, values: [String])] = []
    for flag in commandLine.flags {
      guard let parameter = parameters[flag.name] else { continue }
      lists.removeAll { $0.name == flag.name }
      guard flag.value.utf8.contains(UInt8(ascii: ",")) else { continue }
      let values = flag.value.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      do {
        // A wrong value is told before anything is rendered.
        for value in values { _ = try parameter.number(value, for: "--\(flag.name)") }
      } catch {
        throw Failure(error)
      }
      lists.append((flag.name, try distinct(values, flag.name)))
    }
    if let text = commandLine[seeds.name] {
      if commandLine["seed"] != nil {
        throw Failure(.wrongUsage, "--seed and --seeds both say which seed; leave one of them out")
      }
      lists.append(("seed", try seeds(text)))
    }
    return lists
  }

  private static func distinct(
    _ values: [String], _ flag: String
  ) throws(Failure) -> [String] {
    for (index, value) in values.enumerated() {
      if values[..<index].contains(value) {
        throw Failure(.wrongUsage, "--\(flag) has \(value.quoted) twice")
      }
    }
    return values
  }

  private static func seeds(_ text: String) throws(Failure) -> [String] {
    if let dots = text.firstRange(of: "..") {
      guard let low = UInt64(text[..<dots.lowerBound]), let high = UInt64(text[dots.upperBound...]),
        low <= high, high - low < 10_000
      else {
        throw Failure(
          .wrongUsage, "--seeds takes A..B, at most 10000 of them, or a list, not \(text.quoted)")
      }
      return (low...high).map(String.init)
    }
    let list = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard list.allSatisfy({ UInt64($0) != nil }) else {
      throw Failure(.wrongUsage, "--seeds takes A..B or a list such as 3,5,8, not \(text.quoted)")
    }
    return try distinct(list, "seeds")
  }

  /// The value as a part of a name of a file.
  private static func word(_ value: String) -> String {
    String(
      String.UnicodeScalarView(
        value.unicodeScalars.map { ["/", "\0", " "].contains($0) ? "_" : $0 }))
  }
}
