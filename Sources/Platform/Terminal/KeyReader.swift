/// Keys from the bytes that a terminal sends: ECMA-48 control sequences as xterm sends them, the mouse in its
/// SGR form (1006), and UTF-8. What it does not know it leaves out.
package struct KeyReader: Sendable {
  /// Bytes that may be the beginning of a key.
  private var unread: [UInt8] = []

  /// A sequence that is longer than this is not one.
  private static let longestSequence = 64

  package init() {}

  /// Whether bytes wait for more: of a lone escape it is not known yet whether a sequence follows.
  package var isWaiting: Bool { !unread.isEmpty }

  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    unread += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      if let key { keys.append(key) }
      unread.removeFirst(length)
    }
    return keys
  }

  /// The keys in the bytes that are left when no more come: an Escape by itself, say.
  package mutating func flush() -> [Key] {
    let bytes = unread
    unread = []
    guard bytes.first == 0x1B else { return [] }
    // Alt and a key is the key.
    return [.escape]
      + (bytes.count > 1 && bytes[1] != 0x5B && bytes[1] != 0x4F ? keys(bytes[1...]) : [])
  }

  /// The first key, which may be unknown, and its length in bytes; nil if more has to come.
  private func next() -> (Key?, Int)? {
    guard let first = unread.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x20...0x7E: return (.character(Character(Unicode.Scalar(first))), 1)
    case 0xC2...0xF4: return character(first)
    default: return (nil, 1)
    }
  }

  private func character(_ first: UInt8) -> (Key?, Int)? {
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let bytes = unread.prefix(length)
    guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }

  private func sequence() -> (Key?, Int)? {
    guard unread.count > 1 else { return nil }
    if unread[1] == 0x4F {
      guard unread.count > 2 else { return nil }
      return (Self.key("", unread[2]), 3)
    }
    // An escape before another key, or Alt with it.
    guard unread[1] == 0x5B else { return (.escape, 1) }
    guard let end = unread.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      return unread.count > Self.longestSequence ? (nil, unread.count) : nil
    }
    let text = String(decoding: unread[2..<end], as: UTF8.self)
    return (Self.key(text, unread[end]), end + 1)
  }

  /// The keys of control sequences, by their last letter; of those that end with ~, by their first number, too.
  private static let keys: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "1~": .home, "3~": .delete, "4~": .end, "5~": .pageUp, "6~": .pageDown, "7~": .home,
    "8~": .end,
  ]

  /// The key of a control sequence: numbers, and a last letter.
  private static func key(_ text: String, _ final: UInt8) -> Key? {
    let letter = String(Unicode.Scalar(final))
    if text.hasPrefix("<") { return mouse(text.dropFirst(), isPress: letter == "M") }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
    let key = keys[letter == "~" ? "\(numbers.first ?? 0)~" : letter]
    // With Shift or Ctrl.
    let isFar = numbers.count > 1 && numbers[1] > 1
    return isFar && key == .left ? .farLeft : isFar && key == .right ? .farRight : key
  }

  /// The bits of the first number: 0 to 2 the button, 32 a motion, 64 the wheel; then column and line from 1 on.
  private static func mouse(_ text: Substring, isPress: Bool) -> Key? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, numbers[1...].allSatisfy({ 1...100_000 ~= $0 }) else { return nil }
    let (button, column, line) = (numbers[0] & ~0x1C, numbers[1] - 1, numbers[2] - 1)
    let action: Key.Mouse.Action? =
      switch (button, isPress) {
      case (64, _): .wheelUp
      case (65, _): .wheelDown
      case (0, true): .press
      case (32, true): .drag
      case (0, false), (32, false): .release
      default: nil
      }
    return action.map { .mouse(Key.Mouse($0, column: column, line: line)) }
  }
}

/// An action of a person at a terminal.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// A letter with Ctrl.
  case control(Character)
  case up, down, left, right
  /// An arrow with Shift or Ctrl.
  case farLeft, farRight
  case pageUp, pageDown, home, end
  case tab, backTab, enter, escape, backspace, delete
  case mouse(Mouse)

  /// A button or the wheel, at a cell that counts from 0.
  package struct Mouse: Sendable, Hashable {
    package enum Action: Sendable, Hashable { case press, drag, release, wheelUp, wheelDown }
    package let action: Action
    package let column: Int
    package let line: Int

    package init(_ action: Action, column: Int, line: Int) {
      (self.action, self.column, self.line) = (action, column, line)
    }
  }
}
