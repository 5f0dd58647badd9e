// The structures of LV2 1.18 (lv2plug.in), with their members in the same order, as those of CLAP.

@safe struct LV2Descriptor {
  let uri: UnsafePointer<CChar>
  let instantiate:
    @convention(c) (UnsafeRawPointer?, Double, UnsafePointer<CChar>?, UnsafeRawPointer?) ->
      UnsafeMutableRawPointer?
  let connectPort: @convention(c) (UnsafeRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void
  let activate: @convention(c) (UnsafeRawPointer?) -> Void
  let run: @convention(c) (UnsafeRawPointer?, UInt32) -> Void
  let deactivate, cleanUp: @convention(c) (UnsafeRawPointer?) -> Void
  let extensionData: @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer?
}

@safe struct LV2Feature {
  let uri: UnsafePointer<CChar>?
  let data: UnsafeRawPointer?
}

@safe struct LV2Map {
  let handle: UnsafeRawPointer?
  let map: (@convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>?) -> UInt32)?
}

@safe struct LV2State {
  typealias Store =
    @convention(c) (
      UnsafeRawPointer?, UInt32, UnsafeRawPointer?, Int, UInt32, UInt32
    ) -> Int32
  typealias Retrieve =
    @convention(c) (
      UnsafeRawPointer?, UInt32, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UInt32>?,
      UnsafeMutablePointer<UInt32>?
    ) -> UnsafeRawPointer?

  let save:
    @convention(c) (UnsafeRawPointer?, Store?, UnsafeRawPointer?, UInt32, UnsafeRawPointer?) ->
      Int32
  let restore:
    @convention(c) (UnsafeRawPointer?, Retrieve?, UnsafeRawPointer?, UInt32, UnsafeRawPointer?) ->
      Int32

  static let isPlainAndPortable: UInt32 = 1 | 2
  static let success: Int32 = 0
  static let unknownError: Int32 = 1
  static let badType: Int32 = 2
  static let noFeature: Int32 = 4
  static let noProperty: Int32 = 5
}

/// A piece of data: its bytes follow.
struct LV2Atom: BitwiseCopyable {
  let size, type: UInt32
}

/// A list of events: they follow, each at a multiple of eight bytes.
struct LV2Sequence: BitwiseCopyable {
  let atom: LV2Atom
  let unit, padding: UInt32
}

struct LV2Event: BitwiseCopyable {
  let frame: Int64
  let atom: LV2Atom
}

/// An object: its properties follow, each at a multiple of eight bytes.
struct LV2Object: BitwiseCopyable {
  let id, type: UInt32
}

struct LV2Property: BitwiseCopyable {
  let key, context: UInt32
  let value: LV2Atom
}
