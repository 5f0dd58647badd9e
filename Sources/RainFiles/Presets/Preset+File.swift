internal import Platform

extension Preset {
  /// The preset in the JSON file at a path.
  public init(contentsOf path: String) throws(PresetError) {
    try self.init(json: Preset.bytes(of: path), file: path)
  }

  fileprivate static func bytes(of path: String) throws(PresetError) -> [UInt8] {
    do {
      return try readFile(path, limit: longestBytes)
    } catch .tooLong(let path, let limit) {
      throw .tooLong(path: path, limit: limit)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The preset in a JSON file as far as it can be read, and all its flaws.
  package static func read(file path: String) -> (Preset?, flaws: [PresetError]) {
    do {
      let (preset, flaws) = read(try bytes(of: path), file: path)
      return (preset, flaws)
    } catch {
      return (nil, [error])
    }
  }

  /// A preset is some lines long, but the curves of a take may have two million keys: hours in which all settings
  /// move all the time. A longer file is something else.
  private static let longestBytes = 1 << 26
}

extension Place {
  /// The place in the JSON file at a path, for a curve of places.
  ///
  /// - Throws: also the line of a setting that moves by itself there.
  package init(forCurve path: String) throws(PresetError) {
    let bytes = try Preset.bytes(of: path)
    self.init(of: try Preset(json: bytes, file: path))
    let document = try? PresetDocument(bytes)
    for curve in document?.curves ?? [] where Setting(named: curve.name)?.owner != .weather {
      throw .invalid(
        file: path, line: curve.namePosition.line, column: curve.namePosition.column,
        reason: "\(curve.name) moves by itself, so this is no place of --curve")
    }
  }
}
