/// An error in the command line: a sentence that names the wrong word and says what to write instead.
package struct UsageError: Error, Sendable, Hashable {
  package let sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }
}
