extension Distribution {
  private static let forms =
    "a..b, log:a..b, normal:mean,deviation, or a list such as a,b,c or a:3,b:1"

  /// The numbers that something may have, and how a person writes them.
  struct Domain {
    /// Whether they are those of choices, which are written as names.
    let isChoice: Bool
    let range: ClosedRange<Double>
    let number: (_ text: String) throws -> Double
    /// Reads a deviation; nil where the text is not one.
    let deviation: (_ text: String) -> Double?
  }

  /// The distribution that a person wrote for a setting; messages begin with `label`.
  package init(_ text: String, of setting: Setting, for label: String) throws {
    try self.init(
      text,
      of: Domain(
        isChoice: setting.row.isChoice, range: setting.row.range,
        number: { try setting.number($0, for: label) },
        deviation: setting.row.unit.written.number), for: label)
  }

  /// The distribution that a person wrote; messages begin with `label`.
  init(_ text: String, of domain: Domain, for label: String) throws {
    func number(_ text: Substring) throws -> Double { try domain.number(text.trimmed) }
    func range(_ text: Substring) throws -> ClosedRange<Double>? {
      guard let ends = text.halves(at: "..") else { return nil }
      guard !domain.isChoice else {
        throw Flaw("\(label) takes a list of names, not \(text.trimmed.quoted)")
      }
      let (low, high) = (try number(ends.0), try number(ends.1))
      guard low < high else {
        throw Flaw(
          "\(label) goes from the lower number to the higher one, not \(text.trimmed.quoted)")
      }
      return low...high
    }
    let all = text[...]
    if let written = all.after("log:") {
      guard let range = try range(written), range.lowerBound > 0 else {
        throw Flaw(
          "\(label): log: takes two numbers above 0, as in log:0.5..80, not \(text.quoted)")
      }
      self = .log(range)
    } else if let written = all.after("normal:") {
      let parts = written.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, !domain.isChoice else {
        throw Flaw(
          "\(label): normal: takes a mean and a deviation, as in normal:10,2, not \(text.quoted)")
      }
      let mean = try number(parts[0])
      let range = domain.range
      // Then at least a third of the draws lie within the range.
      let most = range.upperBound - range.lowerBound
      guard let deviation = domain.deviation(parts[1].trimmed), deviation > 0, deviation <= most
      else {
        throw Flaw(
          "\(label): a deviation is above 0 and at most \(NumberText.shortest(most)), "
            + "not \(parts[1].trimmed.quoted)")
      }
      self = .normal(mean: mean, deviation: deviation, within: range)
    } else if let range = try range(all.after("even:") ?? all) {
      self = .even(range)
    } else {
      self = .list(try Self.list(all, label, number))
    }
  }

  private static func list(
    _ text: Substring, _ label: String, _ number: (Substring) throws -> Double
  ) throws -> [(value: Double, weight: Double)] {
    var values: [(value: Double, weight: Double)] = []
    guard !text.trimmed.isEmpty else { throw Flaw("\(label) takes \(forms)") }
    var sum = 0.0
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, written) = piece.halves(at: ":") ?? (piece, "1")
      guard let weight = Double(written.trimmed), weight > 0, weight.isFinite else {
        throw Flaw("\(label) takes \(forms); a weight is above 0, not \(written.trimmed.quoted)")
      }
      sum += weight
      guard sum.isFinite else { throw Flaw("\(label): the sum of the weights is too high") }
      let value = try number(name)
      guard !values.contains(where: { $0.value == value }) else {
        throw Flaw("\(label) has \(name.trimmed.quoted) twice; give it a weight instead")
      }
      values.append((value, weight))
    }
    return values
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
