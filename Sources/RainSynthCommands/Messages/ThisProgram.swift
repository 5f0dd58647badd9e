internal import BuildCommit

/// The name, the version and the help flag of the program.
package enum ThisProgram {
  static let name = Software.name

  package static let version = Software.version

  /// The version, and what this build was made of and can do, as a line of JSON.
  static var json: String {
    var features: [String] = []
    #if !DEBUG
    features.append("optimized")
    #endif
    if SHA256.hasInstructions { features.append("sha256-instructions") }
    let members = [
      ("version", JSONText.string(version)), ("revision", "\(Rain.soundRevision)"),
      ("commit", JSONText.string(unsafe String(cString: build_commit()))),
      ("compiler", JSONText.string(compiler)), ("engine", JSONText.string(BUILD_ENGINE)),
      ("features", "[\(features.map(JSONText.string).joined(separator: ","))]"),
    ]
    return JSONText.line(members)
  }

  #if compiler(>=6.4)
  private static let compiler = "Swift 6.4 or newer"
  #else
  private static let compiler = "Swift 6.3"
  #endif

  static let helpGroup = OptionGroup(
    title: "Help", options: [Option("help", short: "h", "show this help")])
}

extension CommandSpecification {
  /// A command of this program, which a page describes.
  init(
    name: String, summary: String, page: Page, options: [Option] = [], shared: [OptionGroup] = [],
    arguments: [Argument] = [], absences: [(flags: [String], reason: String)] = [],
    defaults: [String: String] = [:]
  ) {
    self.init(
      name: name, summary: summary, usage: page.usage, details: page.details,
      examples: page.examples, options: options, shared: shared + [ThisProgram.helpGroup],
      arguments: arguments, absences: absences, defaults: defaults)
  }
}
