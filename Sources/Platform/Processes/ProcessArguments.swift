internal import Synchronization
internal import Text

/// The words of the command line, as strings that lose no byte (see ``PathString``).
package enum ProcessArguments {
  /// The words after the name of the command.
  package static func words() -> [String] {
    let (count, pointers) = unsafe countAndPointers()
    guard let pointers = unsafe pointers else { return [] }
    var words: [String] = []
    for index in 1..<max(1, count) {
      guard let word = unsafe pointers[index] else { break }
      unsafe words.append(PathString.string([UInt8](cString: word)))
    }
    return words
  }

  private static func countAndPointers() -> (Int, Pointers?) {
    #if canImport(Glibc)
    // `CommandLine` reads /proc/self/cmdline, and finds no word where /proc is not mounted.
    unsafe (
      initialCount.load(ordering: .relaxed),
      Pointers(bitPattern: initialAddress.load(ordering: .relaxed))
    )
    #else
    unsafe (Int(CommandLine.argc), CommandLine.unsafeArgv)
    #endif
  }
}

private typealias Pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

#if canImport(Glibc)
private let initialCount = Atomic(0)
private let initialAddress = Atomic<UInt>(0)

/// The GNU C library hands the arguments of `main` to the functions of this section, which it calls
/// before `main`.
@section(".init_array") @used
private let keepArguments: @convention(c) (Int32, Pointers?, Pointers?) -> Void = {
  count, pointers, _ in
  initialCount.store(Int(count), ordering: .relaxed)
  initialAddress.store(UInt(bitPattern: pointers), ordering: .relaxed)
}
#endif
