internal import CommandLineKit
package import Platform
package import RainDSP
internal import RainFiles
internal import Text

/// What a person, or the session, tells the state.
package enum LiveInput: Sendable, Equatable {
  case key(Key)
  case resized(columns: Int, lines: Int)
  /// A setting shall move to a number, within some seconds.
  case set(row: Int, number: Double, seconds: Double)
  /// A preset was read; the settings shall glide into it.
  case loaded(name: String, rain: Rain, seconds: Double)
  /// A seed was drawn.
  case seeded(UInt64)
  case start, stop, undo, redo, quit
  case saved(path: String)
  /// A file of that name is there already.
  case exists(path: String)
  case failed(String)
}

/// What the session has to do.
package enum LiveEffect: Sendable, Equatable {
  /// Let the settings move to those of the state.
  case retune(seconds: Double)
  case start, stop, quit
  case drawSeed
  /// Play this seed from now on.
  case reseed(UInt64)
  case load(word: String)
  case save(path: String, isForced: Bool)
}

/// All that the screen of `live` shows but the sound: a value, changed by keys and nothing else.
package struct LiveState: Sendable, Equatable {
  /// What the keys mean now.
  package enum Mode: Sendable, Equatable {
    case sliders
    /// A value of the selected setting is typed.
    case value(String)
    /// The name of a setting is typed; Escape goes back to that row.
    case find(String, from: Int)
    /// A preset is chosen: what was typed, and which of those that match.
    case presets(String, chosen: Int)
    /// The name of a file is typed.
    case save(String)
    /// Whether that file may be replaced.
    case replace(String)
    case help(top: Int)
    case commandLine
  }

  /// What undo goes back to.
  struct Moment: Sendable, Equatable {
    var rain: Rain
    var preset: String
  }

  package internal(set) var rain: Rain
  package internal(set) var preset: String
  package internal(set) var seed: UInt64
  package internal(set) var isPlaying = true
  package internal(set) var mode = Mode.sliders
  /// The selected setting.
  package internal(set) var row = 0
  package internal(set) var columns: Int
  package internal(set) var lines: Int
  /// The first line of the list of sliders that is shown.
  package internal(set) var top = 0
  /// What has happened last, in a sentence; may be empty.
  package internal(set) var message = ""
  /// Grows where the chart takes a new scale.
  package internal(set) var scaleNumber = 0
  /// The values that a key restores.
  private var home: Rain
  private var undos: [Moment] = []
  private var redos: [Moment] = []
  /// The setting that moved last, whose moves are undone together.
  private var movedRow: Int?
  /// The setting whose slider the mouse holds.
  private var draggedRow: Int?

  /// How long it takes to glide into a preset, in s.
  package static let glide = 2.0
  private static let mostUndos = 1000

  package init(_ rain: Rain, preset: String, seed: UInt64, columns: Int = 80, lines: Int = 24) {
    self.rain = rain
    self.preset = preset
    self.seed = seed
    self.columns = columns
    self.lines = lines
    home = rain
  }

  package var canUndo: Bool { !undos.isEmpty }
  package var canRedo: Bool { !redos.isEmpty }

  /// The value that a key restores.
  package func homeNumber(_ row: Int) -> Double { Slider.all[row].number(in: home) }

  /// The presets that match what was typed.
  package static func presets(matching text: String) -> [String] {
    Preset.shippedNames.filter { text.isEmpty || $0.contains(text.lowercased()) }
  }

  /// The next state.
  package mutating func take(_ input: LiveInput) -> [LiveEffect] {
    let oldRow = row
    let effects = effects(of: input)
    if row != oldRow {
      movedRow = nil
      scaleNumber += 1
    }
    top = LiveLayout(self).top(showing: row, from: top)
    return effects
  }

  private mutating func effects(of input: LiveInput) -> [LiveEffect] {
    switch input {
    case .resized(let columns, let lines):
      (self.columns, self.lines) = (columns, lines)
      return []
    case .set(let row, let number, let seconds):
      self.row = row
      return move(row, to: number, seconds: seconds)
    case .loaded(let name, let rain, let seconds):
      remember()
      (self.rain, home, preset) = (rain, rain, name)
      movedRow = nil
      scaleNumber += 1
      message = "\(name): it takes \(NumberText.shortest(seconds)) s to get there"
      return [.retune(seconds: seconds)]
    case .seeded(let seed):
      self.seed = seed
      message = "seed \(seed)"
      return [.reseed(seed)]
    case .start:
      if isPlaying { return [] }
      isPlaying = true
      return [.start]
    case .stop:
      if !isPlaying { return [] }
      isPlaying = false
      return [.stop]
    case .undo: return step(from: \.undos, to: \.redos, "nothing to undo")
    case .redo: return step(from: \.redos, to: \.undos, "nothing to redo")
    case .quit: return [.quit]
    case .saved(let path):
      message = "saved \(path.quoted)"
      return []
    case .exists(let path):
      mode = .replace(path)
      return []
    case .failed(let sentence):
      message = sentence
      return []
    case .key(.mouse(let mouse)): return take(mouse)
    case .key(let key):
      message = ""
      switch mode {
      case .sliders: return take(key)
      default: return takeInMode(key)
      }
    }
  }

  // MARK: Moves

  private mutating func move(_ row: Int, to number: Double, seconds: Double = 0) -> [LiveEffect] {
    var moved = rain
    Slider.all[row].set(&moved, to: number)
    if moved == rain { return [] }
    if movedRow != row { remember() }
    movedRow = row
    rain = moved
    return [.retune(seconds: seconds)]
  }

  private mutating func remember() {
    undos.append(Moment(rain: rain, preset: preset))
    if undos.count > Self.mostUndos { undos.removeFirst() }
    redos = []
  }

  private mutating func step(
    from: WritableKeyPath<LiveState, [Moment]>, to: WritableKeyPath<LiveState, [Moment]>,
    _ lack: String
  ) -> [LiveEffect] {
    guard let moment = self[keyPath: from].popLast() else {
      message = lack
      return []
    }
    self[keyPath: to].append(Moment(rain: rain, preset: preset))
    (rain, preset) = (moment.rain, moment.preset)
    movedRow = nil
    scaleNumber += 1
    return [.retune(seconds: 0)]
  }

  // MARK: Keys

  private mutating func take(_ key: Key) -> [LiveEffect] {
    let slider = Slider.all[row]
    func steps(_ count: Int) -> Double { slider.number(slider.number(in: rain), steps: count) }
    switch key {
    case .up, .character("k"): select(row - 1)
    case .down, .character("j"): select(row + 1)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(Slider.all.count - 1)
    case .tab: selectGroup(1)
    case .backTab: selectGroup(-1)
    case .left, .character("h"): return move(row, to: steps(-1))
    case .right, .character("l"): return move(row, to: steps(1))
    case .farLeft, .pageDown, .character("H"): return move(row, to: steps(-Slider.bigStep))
    case .farRight, .pageUp, .character("L"): return move(row, to: steps(Slider.bigStep))
    case .character("0"), .backspace, .delete: return move(row, to: homeNumber(row))
    case .character(let digit) where ("1"..."9").contains(digit):
      return move(row, to: slider.number(at: Double(digit.wholeNumberValue ?? 0) / 10))
    case .enter, .character("="): mode = .value("")
    case .character("/"): mode = .find("", from: row)
    case .character("u"): return effects(of: .undo)
    case .character("U"), .control("r"): return effects(of: .redo)
    case .character(" "): return effects(of: isPlaying ? .stop : .start)
    case .character("n"): return [.drawSeed]
    case .character("p"): mode = .presets("", chosen: 0)
    case .character("s"): mode = .save("")
    case .character("w"): mode = .commandLine
    case .character("?"): mode = .help(top: 0)
    case .character("q"): return [.quit]
    default: break
    }
    return []
  }

  private mutating func select(_ row: Int) {
    self.row = min(max(row, 0), Slider.all.count - 1)
  }

  private mutating func selectGroup(_ step: Int) {
    let groups = Parameter.Group.allCases
    guard let place = groups.firstIndex(of: Slider.all[row].parameter.group) else { return }
    let group = groups[(place + step + groups.count) % groups.count]
    select(Slider.all.firstIndex { $0.parameter.group == group } ?? row)
  }

  private mutating func takeInMode(_ key: Key) -> [LiveEffect] {
    switch (mode, key) {
    case (.find(_, let from), .escape):
      row = from
      mode = .sliders
    case (_, .escape): mode = .sliders
    case (.value(let text), _):
      guard let text = Self.typed(key, into: text) else {
        return key == .enter ? take(value: text) : []
      }
      mode = .value(text)
    case (.find(let text, let from), _):
      guard let text = Self.typed(key, into: text) else {
        if key == .enter { mode = .sliders }
        return []
      }
      mode = .find(text, from: from)
      row = Self.row(matching: text) ?? row
    case (.presets(let text, let chosen), _): return choose(key, text, chosen)
    case (.save(let text), _):
      guard let text = Self.typed(key, into: text) else {
        if key == .enter {
          mode = .sliders
          if !text.isEmpty { return [.save(path: text, isForced: false)] }
        }
        return []
      }
      mode = .save(text)
    case (.replace(let path), let key):
      mode = .sliders
      if key == .character("y") { return [.save(path: path, isForced: true)] }
      message = "not saved"
    case (.help(let top), .down), (.help(let top), .character("j")):
      mode = .help(top: min(top + 1, lastHelpTop))
    case (.help(let top), .up), (.help(let top), .character("k")):
      mode = .help(top: max(0, min(top, lastHelpTop) - 1))
    case (.help, .character("q")), (.help, .character("?")), (.help, .enter): mode = .sliders
    case (.commandLine, _): mode = .sliders
    case (.help, _), (.sliders, _): break
    }
    return []
  }

  /// The first line of the help that is shown at its end.
  private var lastHelpTop: Int {
    max(0, LiveScreen.helpLines.count - LiveLayout(self).list.lines.count)
  }

  /// The text after a key that types; nil for another key.
  private static func typed(_ key: Key, into text: String) -> String? {
    switch key {
    case .backspace: String(text.dropLast())
    case .control("u"): ""
    // More than any value, name or path.
    case .character(let character) where text.utf8.count < 1000: text + String(character)
    case .character: text
    default: nil
    }
  }

  private mutating func take(value text: String) -> [LiveEffect] {
    mode = .sliders
    if text.isEmpty { return [] }
    do throws(UsageError) {
      return move(row, to: try Slider.all[row].number(written: text))
    } catch {
      message = error.sentence
      return []
    }
  }

  /// The first setting whose name begins with the text, or holds it.
  package static func row(matching text: String) -> Int? {
    let names = Slider.all.map { $0.name.lowercased() }
    let text = text.lowercased()
    return text.isEmpty
      ? nil : names.firstIndex { $0.hasPrefix(text) } ?? names.firstIndex { $0.contains(text) }
  }

  private mutating func choose(_ key: Key, _ text: String, _ chosen: Int) -> [LiveEffect] {
    let names = Self.presets(matching: text)
    switch key {
    case .down: mode = .presets(text, chosen: min(chosen + 1, max(0, names.count - 1)))
    case .up: mode = .presets(text, chosen: max(0, chosen - 1))
    case .enter:
      mode = .sliders
      if Preset.isPath(text) { return [.load(word: text)] }
      if names.indices.contains(chosen) { return [.load(word: names[chosen])] }
      message = "no preset is called \(text.quoted)"
    default:
      if let text = Self.typed(key, into: text) { mode = .presets(text, chosen: 0) }
    }
    return []
  }

  // MARK: Mouse

  private mutating func take(_ mouse: Key.Mouse) -> [LiveEffect] {
    guard mode == .sliders else { return [] }
    if mouse.action == .release {
      draggedRow = nil
      return []
    }
    let layout = LiveLayout(self)
    if mouse.action == .drag {
      guard let row = draggedRow else { return [] }
      return move(row, to: Slider.all[row].number(at: layout.place(ofColumn: mouse.column)))
    }
    message = ""
    guard let row = layout.row(atLine: mouse.line, column: mouse.column, top: top) else {
      return []
    }
    self.row = row
    let slider = Slider.all[row]
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let steps = mouse.action == .wheelUp ? 1 : -1
      return move(row, to: slider.number(slider.number(in: rain), steps: steps))
    default:
      guard layout.bar.contains(mouse.column) else { return [] }
      draggedRow = row
      return move(row, to: slider.number(at: layout.place(ofColumn: mouse.column)))
    }
  }
}
