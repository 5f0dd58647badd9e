// Memory that functions of C read.

/// A text with a NUL, which is never freed.
package func lasting(_ text: String) -> UnsafePointer<CChar> {
  let room = text.utf8.count + 1
  let target = UnsafeMutablePointer<CChar>.allocate(capacity: room)
  _ = unsafe text.copy(to: target, room: room)
  return unsafe UnsafePointer(target)
}

/// A value in memory that is never freed.
package func lasting<Value>(_ value: Value) -> UnsafePointer<Value> {
  let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  unsafe copy.initialize(to: value)
  return unsafe UnsafePointer(copy)
}

extension String {
  /// Copies as much of the text as fits, and a NUL. Returns whether there is a target.
  package func copy(to target: UnsafeMutablePointer<CChar>?, room: Int) -> Bool {
    guard let target = unsafe target, room > 0 else { return false }
    var index = 0
    for byte in utf8 where index < room - 1 {
      unsafe target[index] = CChar(bitPattern: byte)
      index += 1
    }
    unsafe target[index] = 0
    return true
  }
}
