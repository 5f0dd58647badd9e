/// A command line that cannot be understood, in one sentence that names the word and the way out.
package struct UsageError: Error, Sendable, Hashable {
  package let sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }
}
