internal import BuildCommit

/// The name and the version of the program.
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
}
