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

  /// The failure that an error is to a command, here alone: its sentence and its status.
  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case FileError.readerGone: self.init(.readerGone, "\(error)")
    case PresetError.unknownName(let name, _):
      self.init(
        .wrongUsage,
        name.hasSuffix(".wav")
          ? "\(error); '\(ThisProgram.name) info \(name)' prints the settings and the hash of a WAV"
          : "\(error) ('\(ThisProgram.name) preset list' names all; a file is given as ./FILE)")
    case PresetError.unreadable, RenderError.exists, RenderError.notWritten:
      self.init(.couldNot, "\(error)")
    case FileError.nameless, FileError.tooLong: self.init(.wrongUsage, "\(error)")
    case is Flaw, is PresetError, is RenderError, is InvalidJob, is InvalidSetting:
      self.init(.wrongUsage, "\(error)")
    default: self.init(.couldNot, "\(error)")
    }
  }
}
