internal import Synchronization

/// The rains that callers hold, by their handles: a slot in a table, and how often the slot was
/// taken before. So the handle of a rain that was freed is known as wrong. Freeing waits for no
/// call: rain.h forbids it while another thread uses the rain.
enum Handles {
  private static let capacity = 1024

  private struct Slot: ~Copyable {
    /// 0: free, 1: about to be taken or freed, otherwise the address of the rain, which the slot owns.
    let rain = Atomic<UInt>(0)
    /// How often the slot was taken; changes only while it belongs to nobody else.
    let uses = Atomic<UInt32>(0)
  }

  nonisolated(unsafe) private static let table = {
    let table = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for slot in 0..<capacity { unsafe (table + slot).initialize(to: Slot()) }
    return unsafe table
  }()

  /// The handle of a rain; nil if there are 1,024 already.
  static func add(_ rain: SoundingRain) -> UInt32? {
    for slot in 0..<capacity {
      guard
        unsafe table[slot].rain.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
          .exchanged
      else { continue }
      // 22 bits; a handle is never 0.
      let before = unsafe table[slot].uses.load(ordering: .relaxed)
      let uses = before % 0x3F_FFFF + 1
      unsafe table[slot].uses.store(uses, ordering: .relaxed)
      let address = unsafe UInt(bitPattern: Unmanaged.passRetained(rain).toOpaque())
      unsafe table[slot].rain.store(address, ordering: .releasing)
      return uses << 10 | UInt32(slot)
    }
    return nil
  }

  /// The rain of a handle; nil if there is none.
  static subscript(handle: UInt32) -> SoundingRain? {
    let slot = Int(handle & 1023)
    let address = unsafe table[slot].rain.load(ordering: .acquiring)
    guard address > 1, unsafe table[slot].uses.load(ordering: .relaxed) == handle >> 10,
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return nil }
    return unsafe Unmanaged<SoundingRain>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Frees the rain of a handle; whether there was one.
  static func remove(_ handle: UInt32) -> Bool {
    let slot = Int(handle & 1023)
    let address = unsafe table[slot].rain.load(ordering: .acquiring)
    guard self[handle] != nil,
      unsafe table[slot].rain.compareExchange(expected: address, desired: 1, ordering: .acquiring)
        .exchanged,
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return false }
    unsafe Unmanaged<SoundingRain>.fromOpaque(pointer).release()
    unsafe table[slot].rain.store(0, ordering: .releasing)
    return true
  }
}
