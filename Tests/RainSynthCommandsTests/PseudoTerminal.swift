import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal without a screen, for programs that look whether they write to one.
final class PseudoTerminal {
  /// What a program has as its standard output.
  let terminal: FileHandle
  private let controller: Int32

  init() throws {
    controller = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    #if canImport(Darwin)
    guard controller >= 0, grantpt(controller) == 0, unlockpt(controller) == 0,
      let name = unsafe ptsname(controller)
    else { throw CocoaError(.fileNoSuchFile) }
    let descriptor = unsafe open(name, O_RDWR | O_NOCTTY)
    #else
    // These functions are hidden from Swift here, and so are the names of the requests that they
    // make, TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h).
    var number: Int32 = 0
    var lock: Int32 = 0
    guard controller >= 0, unsafe ioctl(controller, 0x4004_5431, &lock) == 0,
      unsafe ioctl(controller, 0x8004_5430, &number) == 0
    else { throw CocoaError(.fileNoSuchFile) }
    let descriptor = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    #endif
    guard descriptor >= 0 else { throw CocoaError(.fileNoSuchFile) }
    terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit {
    close(controller)
  }
}
