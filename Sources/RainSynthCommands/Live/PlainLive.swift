/// `live` without a screen: a line in, a line out.
struct PlainLive: PlaybackHandler {
  private let session: LiveSession
  private var state: LiveState
  /// Answers go where no samples go.
  private let answersToStandardOutput: Bool
  private var line: [UInt8] = []
  private var isTooLong = false

  /// A longer line is no command.
  private static let longestLine = 1 << 16

  init(_ session: LiveSession, _ state: LiveState, answersToStandardOutput: Bool) {
    self.session = session
    self.state = state
    self.answersToStandardOutput = answersToStandardOutput
  }

  // MARK: PlaybackHandler

  let descriptors: [(descriptor: Int32, direction: Readiness.Direction)] = [
    (STDIN_FILENO, .reading)
  ]

  mutating func look(_ ready: [Bool]) -> Bool {
    if let flaw = session.checkTake() { session.note(flaw) }
    if ready[0] { readLines() }
    return !state.isOver
  }

  func begin() throws { try session.begin(isPlaying: state.isPlaying) }

  func note(_ sentence: String) { session.note(sentence) }

  // MARK: Lines

  private mutating func readLines() {
    guard let bytes = Descriptor(number: STDIN_FILENO).readNow(4096) else {
      if !line.isEmpty { answerLine() }
      state.isOver = true
      return
    }
    for byte in bytes where !state.isOver {
      if byte == UInt8(ascii: "\n") {
        answerLine()
      } else if line.count < Self.longestLine {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
  }

  private mutating func answerLine() {
    defer { (line, isTooLong) = ([], false) }
    guard let text = String(validating: line, as: UTF8.self), !isTooLong else {
      return answer("? this line is \(isTooLong ? "too long" : "no UTF-8 text")")
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return answer("") }
    do {
      answer(try answer(first, Array(words.dropFirst())))
    } catch {
      answer("? \(Failure(error).sentence)")
    }
  }

  /// The words that change something when they stand alone, and the answers, with the time behind "at".
  private static let inputs: [String: (LiveInput, answer: String)] = [
    "stop": (.stop, "stopped at"), "start": (.start, "started at"), "undo": (.undo, "undone"),
    "redo": (.redo, "done again"), "quit": (.quit, "over at"),
  ]

  private mutating func answer(_ first: String, _ words: [String]) throws -> String {
    if words.isEmpty, let (input, answer) = Self.inputs[first] {
      try take(input)
      return answer.hasSuffix(" at") ? "\(answer) \(session.clockText)" : answer
    }
    switch (first, words.count) {
    case ("?", 0), ("help", 0): return LiveHelp.lines.joined(separator: " · ")
    case ("time", 0): return session.clockText
    case ("line", 0): return session.commandLine(of: state)
    case ("seed", 0): return "seed \(state.seed)"
    case ("seed", 1):
      guard let seed = words[0] == "random" ? LiveState.drawSeed() : UInt64(words[0]) else {
        throw Flaw("seed takes 0 .. \(UInt64.max) or random")
      }
      try take(.seeded(seed))
      return state.message
    case ("save", 1):
      try perform(.save(.settings(state.rain), path: words[0], isForced: false))
      if case .replace(_, let path) = state.mode {
        state.mode = .sliders
        throw Flaw("\(path.quoted) exists; save another name")
      }
      return state.message
    case ("preset", 0): return "preset \(state.preset)"
    case ("place", 0): return "place \(state.place ?? "of its own")"
    case ("preset", _), ("place", _):
      let seconds = try Self.seconds(words.dropFirst())
      try perform(.load(word: words[0], asPlace: first == "place", seconds: seconds))
      return "\(first) \(state.message)"
    default: return try answerSetting(first, words)
    }
  }

  private mutating func answerSetting(_ name: String, _ words: [String]) throws -> String {
    guard let setting = Setting(written: name.hasPrefix("--") ? String(name.dropFirst(2)) : name),
      let row = Slider.all.firstIndex(where: { $0.setting == setting })
    else {
      let names = Slider.all.map(\.name) + LiveHelp.words
      if names.contains(name) { throw Flaw("\(name) is written otherwise; ? says how") }
      let hint = Suggestion.hint(for: name, in: names, otherwise: "; ? lists all")
      throw Flaw("nothing is called \(name.quoted)\(hint)")
    }
    let slider = Slider.all[row]
    guard !words.isEmpty else {
      return "\(slider.name) \(slider.text(state.rain[slider.setting])), \(slider.rangeText)"
    }
    // A unit may stand apart: 900 Hz.
    let split = words.firstIndex(of: "over") ?? words.count
    let number = try setting.number(words[..<split].joined(separator: " "), for: slider.name)
    let seconds = try Self.seconds(words[split...]) ?? 0
    try take(.set(row: row, number: number, seconds: seconds))
    let text = "\(slider.name) \(slider.text(state.rain[slider.setting]))"
    let lack = state.warning(row, \.name).map { "; \($0)" } ?? ""
    return (seconds > 0 ? "\(text) within \(NumberText.shortest(seconds)) s" : text) + lack
  }

  /// The time behind `over`; nil without it.
  private static func seconds(_ words: ArraySlice<String>) throws -> Double? {
    if words.isEmpty { return nil }
    guard words.first == "over",
      let time = Duration(written: words.dropFirst().joined(separator: " ")),
      time <= .seconds(86_400)
    else {
      throw Flaw("\(words.joined(separator: " ").quoted) is not 'over TIME', such as over 10s")
    }
    return time / .seconds(1)
  }

  /// Lets the state take an input; throws what it refuses.
  private mutating func take(_ input: LiveInput) throws {
    state.isRefusal = false
    try session.take(input, &state)
    if state.isRefusal { throw Flaw(state.message) }
  }

  /// Lets the session do something, and the state take what came of it.
  private mutating func perform(_ effect: LiveEffect) throws {
    if let answer = try session.perform(effect) { try take(answer) }
  }

  private func answer(_ text: String) {
    let line = PlainText.line(text, limit: 4000) + "\n"
    if answersToStandardOutput {
      try? StandardOutput.write(Array(line.utf8).span)
    } else {
      StandardError.print(line)
    }
  }
}
