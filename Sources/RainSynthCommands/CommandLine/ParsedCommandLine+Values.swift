extension ParsedCommandLine {
  func choice<Choice: CaseIterable & RawRepresentable>(
    _ flag: String, of: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = self[flag] else { return nil }
    guard let choice = Choice(rawValue: text.lowercased()) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Flaw("--\(flag) takes one of \(names), not \(text.quoted)")
    }
    return choice
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Flaw("--\(name) takes \(range.lowerBound) .. \(range.upperBound), not \(text.quoted)")
    }
    return number
  }

  func number(_ name: String, _ quantity: Quantity) throws -> Double? {
    guard let text = self[name] else { return nil }
    return try quantity.parse(text, for: "--\(name)")
  }

  /// Throws where both flags are there, which say the same thing.
  func requireOne(of name: String, _ other: String, saying thing: String) throws {
    guard self[name] != nil, self[other] != nil else { return }
    throw Flaw("--\(name) and --\(other) both say \(thing); leave one of them out")
  }

  func presetArguments() throws -> [String] {
    if let first = arguments.first, self["preset"] != nil {
      throw Flaw("\(first.quoted) and --preset both say where to start; leave one of them out")
    }
    return arguments
  }

  /// The command line with its arguments as the values of --preset and --place: a preset, or a
  /// weather and a place in either order. Also a place behind the weather of --preset.
  func namingRain() throws -> ParsedCommandLine {
    guard let first = arguments.first else { return self }
    if let word = arguments.first(where: OutputName.isSound) {
      throw Flaw(
        self["output"] == nil
          ? "\(word.quoted) is no preset; the file to write follows -o"
          : "-o takes one file, and \(word.quoted) is another; batch fills a folder: -O DIR")
    }
    for word in arguments {
      guard let flag = flags.first(where: { Duration(written: $0.value + word) != nil }) else {
        continue
      }
      throw Flaw("a time is one word: --\(flag.name) \(flag.value)\(word.prefix(1))")
    }
    let pair = [self["preset"]].compactMap(\.self) + arguments
    let kinds = pair.map(ShippedPresets.kind)
    if self["preset"] != nil, pair.count > 2 || kinds[1] != .place || kinds[0] == .place {
      _ = try presetArguments()
    }
    guard pair.count == 2 else { return naming([("preset", first)]) }
    if let kind = kinds[0], kind == kinds[1] {
      throw Flaw(
        "\(pair[0].quoted) and \(pair[1].quoted) are both \(kind == .place ? "places" : "weathers"); "
          + "one rain has one of each, as in storm tent, and batch renders several")
    }
    if self[Place.key] != nil {
      throw Flaw("two words and --\(Place.key) both say where it is heard; leave one of them out")
    }
    let isSwapped = kinds[0] == .place || kinds[1] == .weather
    return naming([("preset", pair[isSwapped ? 1 : 0]), (Place.key, pair[isSwapped ? 0 : 1])])
  }

  func outputFolder() throws -> String {
    // Without a name, the files would go to the root folder.
    guard let folder = self["output-folder"], !folder.isEmpty else {
      throw Flaw("\(command) needs a folder to write to: -O DIR")
    }
    return folder
  }

  /// The program that the value of a flag names, with the words for it between blanks; nil without the flag. `task` is
  /// what it is wanted for.
  func program(
    _ flag: String, to task: String
  ) throws -> (name: String, path: String, words: [String])? {
    guard let text = self[flag] else { return nil }
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first else { throw Flaw("--\(flag) takes the name of a program") }
    guard let path = ChildProgram.path(of: name) else {
      throw Failure(.couldNot, "no program \(name.quoted) is here to \(task) the sound")
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    return (base, path, Array(words.dropFirst()))
  }
}
