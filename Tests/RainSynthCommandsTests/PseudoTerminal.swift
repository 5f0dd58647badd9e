import Foundation
import Platform

/// A terminal without a screen, for programs that look whether they write to one.
final class PseudoTerminal {
  /// The standard output of a program.
  let terminal: FileHandle
  private let controller: Int32

  /// With a window of that size, if one is given.
  init(columns: UInt16 = 0, lines: UInt16 = 0) throws {
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
    var size = winsize()
    size.ws_col = columns
    size.ws_row = lines
    let result = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    guard result == 0 else { throw CocoaError(.featureUnsupported) }
  }

  /// The text that was written to it since the last call, up to the 4 KiB that a terminal holds.
  func text() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let flags = fcntl(controller, F_GETFL)
    _ = fcntl(controller, F_SETFL, flags | O_NONBLOCK)
    var text: [UInt8] = []
    while true {
      let count = unsafe read(controller, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  deinit {
    close(controller)
  }
}
