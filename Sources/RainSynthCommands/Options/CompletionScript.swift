/// A script with which a shell completes the command lines of a program: it asks the program for its ``Offers``,
/// `PROGRAM completions SHELL -- WORD...`, and adds the paths.
package enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  package func text(for program: String) -> String {
    let template =
      switch self {
      case .bash: PackageResources.completion_bash
      case .zsh: PackageResources.completion_zsh
      case .fish: PackageResources.completion_fish
      }
    return String(decoding: template, as: UTF8.self).replacing("PROGRAM", with: program)
  }
}

/// The offers of a shell while a value is being typed: words, paths, both or nothing.
package struct Completion: Sendable {
  /// A word that can stand there, and what it means; the meaning may be empty.
  package typealias Word = (text: String, meaning: String)

  let choices: @Sendable () -> [Word]
  /// How the names of the paths end: `.wav`; `/` for folders, and nothing for every file.
  let endings: [String]

  /// The words are computed only when a shell asks for them, since that may be slow.
  package init(choices: @autoclosure @escaping @Sendable () -> [Word], endings: [String] = []) {
    self.choices = choices
    self.endings = endings
  }

  package init(
    words: @autoclosure @escaping @Sendable () -> [String] = [], endings: [String] = []
  ) {
    self.init(choices: words().map { ($0, "") }, endings: endings)
  }

  package static let nothing = Completion()
  package static let file = file(endings: "")
  package static let folder = Completion(endings: ["/"])

  /// Files whose names have one of these endings, such as `.wav`, and the folders on the way to them.
  package static func file(endings: String...) -> Completion {
    Completion(endings: endings + ["/"])
  }
}
