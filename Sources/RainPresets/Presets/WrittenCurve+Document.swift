extension WrittenCurve {
  /// The curve in a preset or in stored settings. A flaw without a position lies in the name.
  init(_ curve: PresetDocument.Curve) throws(Flaw) {
    guard let setting = Setting(named: curve.name) else {
      let hint = Suggestion.hint(for: curve.name, in: Setting.allCases.map { $0.name })
      throw Flaw("no setting is called \(curve.name.quoted)\(hint)")
    }
    let range = setting.rangeOfKeys
    let keys = try Self.keys(of: curve, plainNumbersIn: setting.row.isChoice ? nil : range) {
      (scalar) throws(Flaw) in try setting.number(scalar, in: range)
    }
    self.init(setting, keys)
  }

  /// The keys of a curve whose values `number` reads; plain numbers within a range are read as they are.
  static func keys(
    of curve: PresetDocument.Curve, plainNumbersIn range: ClosedRange<Double>?,
    number: (JSONNode) throws(Flaw) -> Double
  ) throws(Flaw) -> Keys {
    if curve.count == 0 { throw Flaw("the curve of \(curve.name) has no key") }
    var keys = Keys()
    keys.reserveCapacity(curve.count)
    let longest = Duration.longestWritten.inSeconds
    try curve.forEachKey(pair: { seconds, value in
      guard let range, range.contains(value), seconds <= longest else { return false }
      let time = Time.fromStart(Duration(inSeconds: seconds))
      if let before = keys.last?.earliest, time.isBefore(before) { return false }
      keys.append(Key(at: time, value))
      return true
    }) { (written) throws(Flaw) in
      let elements = written.elements
      guard 2...3 ~= elements.count else {
        throw Flaw(
          "a key of a curve is [time, value] or [time, value, shape]", at: written.position)
      }
      guard let (start, time) = Time.moments(elements[0].scalar) else {
        throw Flaw(
          "a time is a number in s or a text such as \"10m\", \"1:30:00\", \"-10m\", \"25%\" or "
            + "\"9m..10m\", not \(elements[0].scalar.text)", at: elements[0].position)
      }
      let before = keys.last?.earliest
      if let before, (start ?? time).isBefore(before) {
        throw Flaw(
          "the key at \((start ?? time).text) lies before the one at \(before.text)",
          at: elements[0].position)
      }
      if let start, time.isBefore(start) {
        throw Flaw(
          "the way to the key at \(time.text) cannot begin at \(start.text)",
          at: elements[0].position)
      }
      let value: Double
      do throws(Flaw) {
        value = try number(elements[1].scalar)
      } catch {
        throw Flaw(error.sentence, at: elements[1].position)
      }
      keys.append(
        Key(
          at: time, value, elements.count == 3 ? try Self.shape(elements[2]) : .line, from: start))
    }
    return keys
  }

  private static func shape(
    _ element: PresetDocument.Curve.Element
  ) throws(Flaw) -> RainAutomation.Shape {
    if case .string(let name) = element.scalar, let shape = RainAutomation.Shape(rawValue: name) {
      return shape
    }
    let names = RainAutomation.Shape.allCases.map { $0.rawValue }
    throw Flaw(
      "a shape is one of \(names.map(JSONText.string).joined(separator: ", ")), "
        + "not \(element.scalar.text)\(element.scalar.hint(names))", at: element.position)
  }
}

extension RainLayer {
  /// Takes what an entry of a preset or of stored settings says of a setting. Returns false where it names none.
  package mutating func read(_ entry: PresetDocument.Entry) throws(Flaw) -> Bool {
    guard let setting = Setting(named: entry.key) else { return false }
    set(setting, to: try setting.number(entry.scalar))
    return true
  }

  /// Takes what a curve of a preset or of stored settings says.
  package mutating func read(_ curve: PresetDocument.Curve) throws(Flaw) {
    if curve.name == Place.key {
      passages = try PlaceCurve(curve)
    } else {
      set(try WrittenCurve(curve))
    }
  }
}

extension PlaceCurve {
  init(_ curve: PresetDocument.Curve) throws(Flaw) {
    self.init()
    var read = self
    let keys = try WrittenCurve.keys(of: curve, plainNumbersIn: nil) { (scalar) throws(Flaw) in
      read.number(of: try Place(scalar))
    }
    self = read
    self.keys = Array(keys)
  }
}

extension Place {
  /// The shipped place that a text names.
  init(_ scalar: JSONNode) throws(Flaw) {
    guard case .string(let name) = scalar else {
      throw Flaw("place takes the name of a place such as \"tent\", not \(scalar.text)")
    }
    self = try asFlaw { () throws(PresetError) in try Place(named: name) }
  }
}

extension WrittenCurve.Time {
  /// The moments of a key that a preset has; nil if they are not moments.
  fileprivate static func moments(_ scalar: JSONNode) -> (start: Self?, time: Self)? {
    if case .string(let text) = scalar { return moments(written: text) }
    return Self(scalar).map { (nil, $0) }
  }

  /// The moment that a preset has: a number in s, negative from the end, or a text; nil if it is
  /// not one.
  init?(_ scalar: JSONNode) {
    switch scalar {
    case .number(let text):
      guard let number = Double(text),
        number.magnitude <= Double(Duration.longestWritten.components.seconds)
      else { return nil }
      let time = Duration(inSeconds: number.magnitude)
      guard time <= Duration.longestWritten else { return nil }
      self = text.utf8.first == UInt8(ascii: "-") ? .beforeEnd(time) : .fromStart(time)
    case .string(let text): self.init(written: text)
    case .bool, .null, .array, .object: return nil
    }
  }
}

extension WrittenAutomation {
  /// The first key that no rendering of that length can have. Without a length, times that need one are
  /// not checked.
  func flaw(in document: PresetDocument, _ duration: Duration?) -> Flaw? {
    guard !curves.isEmpty, duration != nil || !needsEnd else { return nil }
    let flaw: InvalidJob
    do {
      _ = try automation(lasting: duration?.inSeconds)
      return nil
    } catch {
      flaw = error
    }
    let curve = document.curves.first { $0.name == flaw.curveKey?.setting }
    let position = flaw.curveKey?.key.flatMap { curve?.position(ofKey: $0) } ?? curve?.namePosition
    return Flaw("\(flaw)", at: position)
  }
}
