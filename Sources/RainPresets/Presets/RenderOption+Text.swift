internal import RainAudio

/// Options as a person writes them: flags, and their values.
extension RenderOption {
  /// The name as a flag, without the dashes: `fade-out`.
  package var flagName: String { Setting.flagName(of: name) }

  /// Sets the option to the text after its flag.
  package func set(_ job: inout RenderJob, toText text: String) throws(Flaw) {
    switch domain {
    case .seed(let property):
      guard let seed = UInt64(text) else {
        throw Flaw("--\(flagName) takes \(range ?? "") or random, not \(text.quoted)")
      }
      job[property] = seed
    case .number(let unit, let range, _, let property):
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      let quantity = Quantity(unit.written, bounds)
      guard let number = Int(exactly: try quantity.parse(text, for: "--\(flagName)")) else {
        throw Flaw("--\(flagName) takes whole numbers of \(quantity), not \(text.quoted)")
      }
      job[property] = number
    case .choice(let names, _, let set):
      let word = text.asciiLowercased
      let words = ["channels": Words.channels, "format": Words.formats][self.name]
      let name = words?[word] ?? word
      guard names.contains(name) else {
        throw Flaw(
          "--\(flagName) takes one of \(names.joined(separator: ", ")), not \(text.quoted)"
            + (self.name == "channels" ? ChannelLayout.choices(channels: word) : "")
        )
      }
      set(&job, name)
    case .toggle(let property):
      guard text == "true" || text == "false" else {
        throw Flaw("--\(flagName) takes true or false, not \(text.quoted)")
      }
      job[property] = text == "true"
    case .time(let property, _): job[property] = try time(text)
    }
  }

  private func time(_ text: String) throws(Flaw) -> Duration {
    let timecode = kind == .label ? Duration(timecode: text) : nil
    guard let time = timecode ?? Duration(written: text) else {
      if kind == .label, Duration.isTimecodeWithoutRate(text) {
        throw Flaw("--\(flagName) \(text) counts frames of film; say how many a second: \(text)@25")
      }
      // The bounds are far away: the message names them only to a user who has reached them.
      let digits = text.utf8.filter { $0.isDigit }.count
      let bounds = digits < 10 ? "" : ", up to 1000000000 h and with at most 9 decimals"
      throw Flaw(
        "--\(flagName) takes a time such as 90, 1.5s, 10m, 8h, 1h30m or 5:00\(bounds), "
          + "not \(text.quoted)"
          + (Suggestion.point(in: text) { Duration(written: $0) != nil } ?? Self.hint(for: text)))
    }
    return time
  }

  /// The hint on times that people write in other ways.
  private static func hint(for time: String) -> String {
    let unit = String(Substring(time.utf8.drop { $0.isDigit }))
    if ["d", "day", "days"].contains(unit) { return "; a day is 24h" }
    let isEndless = ["forever", "infinite", "endless", "inf"].contains(unit)
    return isEndless ? "; play and stream have no end without it" : ""
  }
}

extension ChannelLayout {
  /// Words for several layouts, or for none.
  private static func hint(for word: String) -> String? {
    switch word {
    case "surround": "5.1 and 7.1 surround the listener"
    case "atmos": "7.1.4 is the bed of Atmos"
    case "ambisonic", "ambisonics": "foa and 3oa are ambisonics"
    case "headphones", "headphone", "hrtf", "ears": "binaural is for headphones"
    default: nil
    }
  }

  /// The layouts with that many channels, in words; none if there are none.
  fileprivate static func choices(channels: String) -> String {
    if let hint = hint(for: channels) { return "; \(hint)" }
    let names = allCases.filter { "\($0.channels)" == channels }.map { $0.rawValue }
    return names.isEmpty ? "" : ": \(channels) channels are \(names.joined(separator: " or "))"
  }
}
