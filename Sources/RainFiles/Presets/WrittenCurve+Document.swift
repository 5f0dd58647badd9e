internal import RainDSP
internal import Wording

/// The first mistake in the curve of a preset.
struct CurveFlaw: Error {
  let sentence: String
  let position: PresetDocument.Position
}

extension WrittenCurve {
  /// The curve in a preset or in stored settings.
  init(_ curve: PresetDocument.Curve) throws(CurveFlaw) {
    guard let parameter = Rain.parameter(curve.name) else {
      let nearest = EditDistance.nearest(to: curve.name, in: Rain.parameters.map(\.name))
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      throw CurveFlaw(
        sentence: "no setting is called \(curve.name.quoted)\(hint)", position: curve.namePosition)
    }
    if curve.keys.isEmpty {
      throw CurveFlaw(
        sentence: "the curve of \(curve.name) has no key", position: curve.namePosition)
    }
    var keys: [Key] = []
    keys.reserveCapacity(curve.keys.count)
    for written in curve.keys {
      let elements = written.elements
      guard 2...3 ~= elements.count else {
        throw CurveFlaw(
          sentence: "a key of a curve is [time, value] or [time, value, shape]",
          position: written.position)
      }
      guard let time = Time(elements[0].scalar) else {
        throw CurveFlaw(
          sentence:
            "a time is a number in s or a text such as \"10m\", \"1:30:00\", \"-10m\" or \"25%\", "
            + "not \(elements[0].scalar.text)",
          position: elements[0].position)
      }
      if let last = keys.last, time.isBefore(last.time) {
        throw CurveFlaw(
          sentence: "the key at \(time.text) lies before the one at \(last.time.text)",
          position: elements[0].position)
      }
      let value: Double
      do {
        value = try parameter.number(elements[1].scalar)
      } catch {
        throw CurveFlaw(sentence: error.sentence, position: elements[1].position)
      }
      keys.append(
        Key(at: time, value, elements.count == 3 ? try Self.shape(elements[2]) : .line))
    }
    self.init(curve.name, keys)
  }

  private static func shape(
    _ element: PresetDocument.Curve.Element
  ) throws(CurveFlaw) -> RainCourse.Shape {
    if case .string(let name) = element.scalar, let shape = RainCourse.Shape(rawValue: name) {
      return shape
    }
    let names = RainCourse.Shape.allCases.map(\.rawValue)
    throw CurveFlaw(
      sentence: "a shape is one of \(names.map(JSONText.string).joined(separator: ", ")), "
        + "not \(element.scalar.text)\(element.scalar.hint(names))",
      position: element.position)
  }
}

extension WrittenCurve.Time {
  /// The moment that a preset has: a number in s, negative from the end, or a text; nil if it is none.
  init?(_ scalar: PresetDocument.Scalar) {
    switch scalar {
    case .number(let number, let text):
      let whole = number.magnitude.rounded(.down)
      guard whole <= Double(Duration.longestWritten.components.seconds) else { return nil }
      let nanoseconds = ((number.magnitude - whole) * 1e9).rounded()
      let time = Duration.seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
      guard time <= Duration.longestWritten else { return nil }
      self = text.utf8.first == UInt8(ascii: "-") ? .beforeEnd(time) : .fromStart(time)
    case .string(let text): self.init(written: text)
    case .bool, .null: return nil
    }
  }
}

extension WrittenCourse {
  /// Lets a setting move as stored settings say.
  package mutating func set(_ curve: PresetDocument.Curve) throws(WrongScalar) {
    do {
      try set(WrittenCurve(curve))
    } catch let error as CurveFlaw {
      throw WrongScalar(error.sentence)
    } catch {
      throw WrongScalar("\(error)")
    }
  }

  /// The first key that no rendering of that length can have. Without a length, times that need one are
  /// not checked.
  func flaw(
    in document: PresetDocument, _ duration: Duration?
  ) -> (position: PresetDocument.Position, sentence: String)? {
    guard !curves.isEmpty, duration != nil || !needsEnd else { return nil }
    let flaw: InvalidCourse
    do {
      _ = try course(lasting: duration?.inSeconds)
      return nil
    } catch {
      flaw = error
    }
    let (name, key) = flaw.place
    let curve = document.curves.first { $0.name == name }
    let position = key.flatMap { curve?.keys[$0].position } ?? curve?.namePosition
    return (position ?? .init(line: 1, column: 1), "\(flaw)")
  }
}
