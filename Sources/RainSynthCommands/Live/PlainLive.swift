internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// `live` without a screen: a line in, a line out.
struct PlainLive: PlaybackHandler {
  private let session: LiveSession
  private var state: LiveState
  /// Answers go where no samples go.
  private let answersToStandardOutput: Bool
  private let isQuiet: Bool
  private var isOver = false
  private var line: [UInt8] = []
  private var isTooLong = false

  /// A longer line is no command.
  private static let longestLine = 1 << 16

  init(
    _ session: LiveSession, _ state: LiveState, answersToStandardOutput: Bool, isQuiet: Bool
  ) {
    self.session = session
    self.state = state
    self.answersToStandardOutput = answersToStandardOutput
    self.isQuiet = isQuiet
  }

  /// Takes lines until they end, `quit` or a signal, which it returns.
  mutating func run() throws -> Int32? { try session.playback.run(&self) }

  // MARK: PlaybackHandler

  let descriptors: [(descriptor: Int32, direction: Readiness.Direction)] = [
    (STDIN_FILENO, .reading)
  ]
  let milliseconds = 100

  mutating func look(_ ready: [Bool]) -> Bool {
    if let flaw = session.checkTake() { note(flaw) }
    if ready[0] { readLines() }
    return !isOver
  }

  mutating func take(_ event: PlaybackEvent) throws {
    switch event {
    case .begins: try session.begin()
    case .note(let sentence): note(sentence)
    case .suspends, .resumes, .resized: break
    }
  }

  // MARK: Lines

  private mutating func readLines() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      if !line.isEmpty { answerLine() }
      isOver = true
      return
    }
    for byte in bytes[..<count] where !isOver {
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

  private mutating func answer(_ first: String, _ words: [String]) throws -> String {
    switch (first, words.count) {
    case ("?", 0), ("help", 0): return LiveHelp.lines.joined(separator: " · ")
    case ("stop", 0):
      try take(.stop)
      return "stopped at \(timeText)"
    case ("start", 0):
      try take(.start)
      return "started at \(timeText)"
    case ("undo", 0):
      guard state.canUndo else { throw Flaw("nothing to undo") }
      try take(.undo)
      return "undone"
    case ("redo", 0):
      guard state.canRedo else { throw Flaw("nothing to redo") }
      try take(.redo)
      return "done again"
    case ("quit", 0):
      isOver = true
      return "over at \(timeText)"
    case ("time", 0): return timeText
    case ("line", 0): return session.commandLine(of: state)
    case ("seed", 0): return "seed \(state.seed)"
    case ("seed", 1):
      let seed = words[0] == "random" ? UInt64.random(in: 0..<1 << 32) : UInt64(words[0])
      guard let seed else {
        throw Flaw("seed takes 0 .. \(UInt64.max) or random")
      }
      try take(.seeded(seed))
      return "seed \(seed)"
    case ("save", 1): return try save(words[0])
    case ("preset", 0): return "preset \(state.preset)"
    case ("preset", _):
      let seconds = try Self.seconds(words.dropFirst()) ?? Performance.glide
      let loaded = try answered(.load(word: words[0], seconds: seconds))
      try take(loaded)
      return "preset \(state.preset) within \(NumberText.shortest(seconds)) s"
    default: return try answerSetting(first, words)
    }
  }

  private mutating func answerSetting(
    _ name: String, _ words: [String]
  ) throws -> String {
    guard
      let setting = Setting(written: name.hasPrefix("--") ? String(name.dropFirst(2)) : name),
      let row = Slider.all.firstIndex(where: { $0.setting == setting })
    else {
      let names =
        Slider.all.map(\.name) + ["preset", "seed", "start", "stop", "save", "undo", "quit"]
      if names.contains(name) { throw Flaw("\(name) is written otherwise; ? says how") }
      let hint = Suggestion.hint(for: name, in: names, otherwise: "; ? lists all")
      throw Flaw("nothing is called \(name.quoted)\(hint)")
    }
    let slider = Slider.all[row]
    guard !words.isEmpty else {
      return "\(slider.name) \(slider.text(slider.number(in: state.rain))), \(slider.rangeText)"
    }
    // A unit may stand apart: 900 Hz.
    let split = words.firstIndex(of: "over") ?? words.count
    let number = try slider.number(written: words[..<split].joined(separator: " "))
    let seconds = try Self.seconds(words[split...]) ?? 0
    try take(.set(row: row, number: number, seconds: seconds))
    let text = "\(slider.name) \(slider.text(slider.number(in: state.rain)))"
    return seconds > 0 ? "\(text) within \(NumberText.shortest(seconds)) s" : text
  }

  /// The time behind `over`; nil without it.
  private static func seconds(_ words: ArraySlice<String>) throws -> Double? {
    if words.isEmpty { return nil }
    guard words.first == "over",
      let time = Duration(written: words.dropFirst().joined(separator: " ")),
      time <= .seconds(86_400)
    else {
      throw Flaw(
        "\(words.joined(separator: " ").quoted) is not 'over TIME', such as over 10s")
    }
    return time / .seconds(1)
  }

  private mutating func save(_ path: String) throws -> String {
    switch try answered(.save(.settings(state.rain), path: path, isForced: false)) {
    case .exists(_, let path)?: throw Flaw("\(path.quoted) exists; save another name")
    case .saved(_, let path)?: return "saved \(path.quoted)"
    default: return ""
    }
  }

  /// Changes the state and does what it asks for.
  private mutating func take(_ input: LiveInput?) throws {
    guard let input else { return }
    for effect in state.take(input) { _ = try answered(effect) }
  }

  /// Lets the session do something, and returns its answer unless it refuses.
  private func answered(_ effect: LiveEffect) throws -> LiveInput? {
    let answer: LiveInput?
    do {
      answer = try session.perform(effect)
    } catch {
      throw Flaw(Failure(error).sentence)
    }
    if case .failed(let sentence)? = answer { throw Flaw(sentence) }
    return answer
  }

  private var timeText: String { Duration.seconds(Int(session.seconds)).clockText }

  private func note(_ sentence: String) {
    if !isQuiet { StandardError.note(sentence) }
  }

  private func answer(_ text: String) {
    let line = PlainText.line(text, limit: 4000) + "\n"
    if answersToStandardOutput {
      try? StandardOutput().write(Array(line.utf8))
    } else {
      StandardError.print(line)
    }
  }
}
