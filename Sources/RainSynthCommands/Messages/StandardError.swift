internal import Synchronization

/// The stream for messages and progress.
enum StandardError {
  /// Sentences about a command line that is not accepted yet.
  final class Remarks: Sendable { fileprivate let sentences = Mutex<[String]?>([]) }

  /// The sentences of the command that runs; nil: what is said is printed at once.
  @TaskLocal static var remarks: Remarks?

  /// Says something about the command line once it is accepted, that is, with the first note or the first sound that is
  /// made: a refusal is one line.
  static func remark(_ sentence: String) {
    let isAccepted = remarks?.sentences.withLock { $0?.append(sentence) } == nil
    if isAccepted { note(sentence) }
  }

  /// Prints the sentences that wait, and from then on each at once.
  static func accept() { remarks?.sentences.withLock { $0.take() }?.forEach(refuse) }

  /// Writes the text. Errors are ignored: there is nowhere left to report them.
  static func print(_ text: String) {
    try? Descriptor(number: STDERR_FILENO).write(Array(text.utf8).span)
  }

  /// Says that a file was written, and its size; nothing of what is no file.
  static func note(written path: String) {
    guard path != "-", let bytes = fileLength(path) else { return }
    note("\(PlainText.line(path, limit: 200)): \(RenderSummary.size(bytes))")
  }

  /// Writes a message on one line, safe to show and of bounded length.
  static func note(_ sentence: String) {
    accept()
    refuse(sentence)
  }

  /// The same, where nothing is accepted yet.
  static func refuse(_ sentence: String) {
    print("\(ThisProgram.name): \(PlainText.sentence(sentence))\n")
  }
}

extension StandardOutput {
  /// Writes an answer. A terminal gets no control character.
  static func print(_ text: String) throws { try write(Array(PlainText.lines(text).utf8).span) }

  /// Writes lines with names of files: byte for byte, so that a program finds the files, or safe to show
  /// on a terminal.
  static func printNames(_ text: String) throws {
    if isTerminal {
      try print(text)
    } else {
      try write(PathString.bytes(of: text).span)
    }
  }
}
