/// What a shell offers while a value is being typed: words, paths, both or nothing.
package struct Completion: Sendable {
  /// A word that can stand there, and what it means; the meaning may be empty.
  package struct Word: Sendable {
    package let text: String
    package let meaning: String

    package init(_ text: String, _ meaning: String = "") {
      self.text = text
      self.meaning = meaning
    }
  }

  private let makeChoices: @Sendable () -> [Word]
  /// How the names of the paths end: `.wav`; `/` for folders, and nothing for every file.
  let endings: [String]

  /// The words are computed only when a shell asks for them, since that may be slow.
  package init(
    choices: @autoclosure @escaping @Sendable () -> [Word], endings: [String] = []
  ) {
    makeChoices = choices
    self.endings = endings
  }

  package init(
    words: @autoclosure @escaping @Sendable () -> [String] = [], endings: [String] = []
  ) {
    self.init(choices: words().map { Word($0) }, endings: endings)
  }

  var choices: [Word] { makeChoices() }

  package static let nothing = Completion()
  package static let file = file(endings: "")
  package static let folder = file(endings: [])

  /// Files whose names have one of these endings, such as `.wav`, and the folders on the way to them.
  package static func file(endings: String...) -> Completion { file(endings: endings) }

  private static func file(endings: [String]) -> Completion {
    Completion(endings: endings + ["/"])
  }
}
