/// Flags that stand under one heading, in every command that has them.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [Option]

  package init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}
