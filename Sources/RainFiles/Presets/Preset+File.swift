internal import Platform

extension Preset {
  /// The preset in the JSON file at a path.
  public init(contentsOf path: String) throws(PresetError) {
    try self.init(json: Preset.bytes(of: path), file: path)
  }

  private static func bytes(of path: String) throws(PresetError) -> [UInt8] {
    do {
      return try readFile(path, limit: longestBytes)
    } catch .tooLong(let path, let limit) {
      throw .tooLong(path: path, limit: limit)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// All flaws of the preset in a JSON file.
  package static func flaws(inFile path: String) -> [PresetError] {
    do {
      return read(try bytes(of: path), file: path).flaws
    } catch {
      return [error]
    }
  }

  /// A preset is some lines long, but the curves of a take may have two million keys: hours in which all settings
  /// move all the time. A longer file is something else.
  private static let longestBytes = 1 << 26
}
