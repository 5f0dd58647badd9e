/// Flags that stand under one heading, in every command that has them.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [Option]
  /// The page of help that explains them, if they are too many to be explained by each command.
  package let topic: HelpTopic?

  package init(_ title: String, _ options: [Option], topic: HelpTopic? = nil) {
    self.title = title
    self.options = options
    self.topic = topic
  }

  /// The group without the flags of these names.
  package func without(_ names: Set<String>) -> OptionGroup {
    OptionGroup(title, options.filter { !names.contains($0.name) }, topic: topic)
  }
}
