/// What a shell offers while a value is being typed: words, paths, both or nothing.
package struct Completion: Sendable, Equatable {
  /// A word that can stand there, and what it means; the meaning may be empty.
  package struct Word: Sendable, Equatable {
    package let text: String
    package let meaning: String

    package init(_ text: String, _ meaning: String = "") {
      self.text = text
      self.meaning = meaning
    }
  }

  package enum Paths: Sendable, Equatable {
    case none
    case files
    /// Files whose names have one of these endings, such as `.wav`, and folders.
    case endings([String])
    case folders
  }

  private let makeChoices: @Sendable () -> [Word]
  package let paths: Paths

  /// The words are computed only when a completion script is written, since that may be slow.
  package init(
    choices: @autoclosure @escaping @Sendable () -> [Word], paths: Paths = .none
  ) {
    makeChoices = choices
    self.paths = paths
  }

  package init(
    words: @autoclosure @escaping @Sendable () -> [String] = [], paths: Paths = .none
  ) {
    self.init(choices: words().map { Word($0) }, paths: paths)
  }

  package var choices: [Word] { makeChoices() }

  package var words: [String] { choices.map(\.text) }

  package static func == (a: Completion, b: Completion) -> Bool {
    a.paths == b.paths && a.choices == b.choices
  }

  package static let nothing = Completion()
  package static let file = Completion(paths: .files)
  package static let folder = Completion(paths: .folders)

  package static func file(endings: String...) -> Completion {
    Completion(paths: .endings(endings))
  }
}
