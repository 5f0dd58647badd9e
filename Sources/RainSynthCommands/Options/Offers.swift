/// The offers of a shell for the last word of a command line that is being typed.
///
/// The scripts of ``CompletionScript`` know nothing of the program but its name: they ask it for this.
package struct Offers {
  /// The beginning of the word before each offer, such as `--surface=`; mostly empty.
  private var lead = ""
  private var words: [Completion.Word] = []
  private var endings: [String] = []

  /// The offers for the last of the words, which may be empty, after the program's name.
  package init(for typed: [String], of program: ProgramSpecification) {
    let last = typed.last ?? ""
    guard let name = typed.dropLast().first else {
      words =
        last.hasPrefix("-")
        ? Self.flags(program.options) : program.commands.map { ($0.name, $0.summary) }
      return
    }
    guard let command = program.command(name) else { return }
    let options = OptionTable(command.allOptions)
    var arguments: [String] = []
    var valued: Option?
    for word in typed.dropFirst().dropLast() {
      if valued != nil {
        valued = nil
      } else if !word.hasPrefix("-") || word == "-" {
        arguments.append(word)
      } else if let (written, value) = options.pieces(of: word).last, value == nil {
        valued = options[written].flatMap { $0.placeholder == nil ? nil : $0 }
      }
    }
    if let valued {
      offer(valued.completion, for: last)
    } else if last.hasPrefix("-"), let (written, piece) = options.pieces(of: last).last,
      let value = piece, let option = options[written]
    {
      lead = String(last.dropLast(value.count))
      offer(option.completion, for: value)
    } else if last.hasPrefix("-") {
      words = Self.flags(command.allOptions)
    } else if let argument = command.argument(arguments.count) {
      offer(argument.complete(arguments), for: last)
    }
  }

  private mutating func offer(_ completion: Completion, for typed: String) {
    words = completion.choices()
    // Where a word fits what was typed, no folder is meant.
    let fits = !typed.isEmpty && words.contains { $0.text.hasPrefix(typed) }
    endings = completion.endings.filter { !fits || $0 != "/" }
  }

  private static func flags(_ options: [Option]) -> [Completion.Word] {
    options.flatMap { option in option.spellings.map { ($0, option.help()) } }
  }

  /// The text that the scripts read: the line of the lead, a line for each word, with its meaning behind a tab, and one
  /// without a word for the ending of paths.
  package var text: String {
    let lines =
      words.map { $0.meaning.isEmpty ? $0.text : "\($0.text)\t\($0.meaning)" }
      + endings.map { "\t\($0)" }
    return ([lead] + lines).map { "\($0)\n" }.joined()
  }
}
