/// What a shell offers while a value is being typed: words, paths, both or nothing.
package struct Completion: Sendable, Hashable {
  package enum Paths: Sendable {
    case none
    case files
    case folders
  }

  package let words: [String]
  package let paths: Paths

  package init(words: [String] = [], paths: Paths = .none) {
    self.words = words
    self.paths = paths
  }

  package static let nothing = Completion()
  package static let file = Completion(paths: .files)
  package static let folder = Completion(paths: .folders)
}
