/// Random numbers without a state beyond a number.
struct Dice {
  var state: UInt64

  mutating func number() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }

  mutating func roll(_ count: Int) -> Int { Int(number() * Double(count)) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
