internal import Synchronization

/// The rains that callers hold, by their handles: a place in a table, and how often the place was taken before. So the
/// handle of a rain that was freed is known as wrong.
enum Handles {
  private static let places = 1024

  private struct Place: ~Copyable {
    /// 0: free, 1: about to be taken or freed, otherwise the address of the rain, which the place owns.
    let rain = Atomic<UInt>(0)
    /// How often the place was taken; changes only while it belongs to nobody else.
    let uses = Atomic<UInt32>(0)
  }

  nonisolated(unsafe) private static let table = {
    let table = UnsafeMutablePointer<Place>.allocate(capacity: places)
    for place in 0..<places { unsafe (table + place).initialize(to: Place()) }
    return unsafe table
  }()

  /// The handle of a rain; nil if there are 1,024 already.
  static func add(_ rain: SoundingRain) -> UInt32? {
    for place in 0..<places {
      guard
        unsafe table[place].rain.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
          .exchanged
      else { continue }
      // 22 bits; a handle is never 0.
      let before = unsafe table[place].uses.load(ordering: .relaxed)
      let uses = before % 0x3F_FFFF + 1
      unsafe table[place].uses.store(uses, ordering: .relaxed)
      let address = unsafe UInt(bitPattern: Unmanaged.passRetained(rain).toOpaque())
      unsafe table[place].rain.store(address, ordering: .releasing)
      return uses << 10 | UInt32(place)
    }
    return nil
  }

  /// The rain of a handle; nil if there is none.
  static subscript(handle: UInt32) -> SoundingRain? {
    let place = Int(handle & 1023)
    let address = unsafe table[place].rain.load(ordering: .acquiring)
    guard address > 1, unsafe table[place].uses.load(ordering: .relaxed) == handle >> 10,
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return nil }
    return unsafe Unmanaged<SoundingRain>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Frees the rain of a handle; whether there was one.
  static func remove(_ handle: UInt32) -> Bool {
    let place = Int(handle & 1023)
    let address = unsafe table[place].rain.load(ordering: .acquiring)
    guard self[handle] != nil,
      unsafe table[place].rain.compareExchange(expected: address, desired: 1, ordering: .acquiring)
        .exchanged,
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return false }
    unsafe Unmanaged<SoundingRain>.fromOpaque(pointer).release()
    unsafe table[place].rain.store(0, ordering: .releasing)
    return true
  }
}
