package import CommandLineKit
package import RainAudioIO

/// A reason to end without having done all that was asked: one line for standard error and an
/// exit status.
package struct Failure: Error, Sendable, Hashable {
  package enum Status: Int32, Sendable {
    /// The world did not allow it: disk, permission, a hash that differs.
    case couldNot = 1
    /// The command line or a preset is wrong.
    case wrongUsage = 2
    /// Nobody reads the output any more; the process dies of SIGPIPE and says nothing.
    case readerGone = 141
  }

  package let status: Status
  package let sentence: String

  package init(_ status: Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  package init(_ error: UsageError) {
    self.init(.wrongUsage, error.sentence)
  }

  package init(_ error: InputError) {
    if case .tooLong = error {
      self.init(.wrongUsage, "\(error)")
    } else {
      self.init(.couldNot, "\(error)")
    }
  }

  package init(_ error: OutputError) {
    let status: Status =
      switch error {
      case .readerGone: .readerGone
      case .nameless: .wrongUsage
      case .exists, .isFolder, .folderMissing, .folderTakesNone, .failed: .couldNot
      }
    self.init(status, "\(error)")
  }
}
