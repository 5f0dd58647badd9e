package import CommandLineKit
package import Platform
package import RainDSP
package import RainFiles

/// The failure of a command: one line for standard error, and an exit status.
package struct Failure: Error, Sendable, Hashable {
  package enum Status: Int32, CaseIterable, Sendable {
    case couldNot = 1
    case wrongUsage = 2
    /// The status that shells give a process that SIGPIPE ended.
    case readerGone = 141

    /// The causes, for the manual page.
    package var meaning: String {
      switch self {
      case .couldNot:
        "a file could not be read or written, there is no room for it, or one of that name exists; "
          + "a hash differs; a preset of a batch failed."
      case .wrongUsage: "the command line or a preset is wrong, or sound would fill a terminal."
      case .readerGone:
        "nobody reads the output any more; the process dies of SIGPIPE without a message."
      }
    }
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

  package init(_ error: InvalidSetting) {
    self.init(.wrongUsage, error.description)
  }

  package init(_ error: InputError) {
    if case .tooLong = error {
      self.init(.wrongUsage, "\(error)")
    } else {
      self.init(.couldNot, "\(error)")
    }
  }

  package init(_ error: GaugeError) {
    if case .unreadable(let error) = error {
      self.init(error)
    } else {
      self.init(.wrongUsage, "\(error)")
    }
  }

  package init(_ error: PresetError) {
    switch error {
    case .unknownName:
      self.init(
        .wrongUsage,
        "\(error) ('\(Program.name) preset list' names all; a file is given as ./FILE)")
    case .unreadable: self.init(.couldNot, "\(error)")
    case .tooLong, .invalid: self.init(.wrongUsage, "\(error)")
    }
  }

  package init(_ error: OutputError) {
    let status: Status =
      switch error {
      case .readerGone: .readerGone
      case .nameless: .wrongUsage
      case .exists, .isFolder, .folderMissing, .folderTakesNone, .notReplaceable, .noRoom, .failed:
        .couldNot
      }
    self.init(status, "\(error)")
  }
}
