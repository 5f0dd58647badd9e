/// What is wrong with a text that someone wrote: a sentence without a full stop, which names the wrong word and says
/// what to write instead.
package struct Flaw: Error, Sendable, Hashable, CustomStringConvertible {
  package let sentence: String
  /// Where the mistake stands; nil where the caller knows, or the sentence says it.
  package let position: TextPosition?

  package init(_ sentence: String, at position: TextPosition? = nil) {
    self.sentence = sentence
    self.position = position
  }

  package var description: String { sentence }
}
