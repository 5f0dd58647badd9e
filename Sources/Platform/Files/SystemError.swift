/// The errno of a call that failed.
package struct SystemError: Error, CustomStringConvertible {
  package let errno: Int32

  /// The message of the system, such as "No space left on device".
  package var description: String { unsafe String(cString: strerror(errno)) }

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(errno: systemErrno) }

  /// The result of `call`, which is repeated while signals interrupt it.
  static func check(_ call: () -> Int32) throws(SystemError) -> Int32 {
    while true {
      let result = call()
      if result != -1 { return result }
      let error = last
      if error.errno != EINTR { throw error }
    }
  }
}

// Inside of `SystemError`, its property hides the variable of the system.
private var systemErrno: Int32 { errno }
