/// All that the screen of `live` shows but the drop: a value.
package struct LiveState: Sendable, Equatable {
  /// The meaning of the keys now.
  package enum Mode: Sendable, Equatable {
    case sliders
    /// An answer is typed, as far as the text.
    case typing(Question, String)
    /// Whether that file may be replaced.
    case replace(LiveEffect.Saved, String)
    /// Whether to quit although what was played is not kept.
    case leave
    case help(top: Int)
    case commandLine
  }

  /// A question that a person types an answer to.
  package enum Question: Sendable, Equatable {
    /// A value of the selected setting.
    case value
    /// The name of a setting; Escape goes back to that row.
    case find(from: Int)
    /// A preset: one that matches is chosen.
    case preset(chosen: Int)
    case save(LiveEffect.Saved)
  }

  /// The state that undo goes back to.
  struct Moment: Sendable, Equatable {
    /// The wish; what hands have set is its upper layer.
    var wish: RainWish
    var preset: String
  }

  private var now: Moment {
    get { moments[moment] }
    set { moments[moment] = newValue }
  }
  package internal(set) var seed: UInt64
  package internal(set) var isPlaying = true
  package internal(set) var isOver = false
  package internal(set) var mode = Mode.sliders
  /// The selected setting.
  package internal(set) var row = 0
  package internal(set) var columns: Int
  package internal(set) var lines: Int
  /// The first line of the list of sliders that is shown.
  package internal(set) var top = 0
  /// The last event, in a sentence; may be empty.
  package internal(set) var message = ""
  /// Whether the message says that something could not be done.
  package internal(set) var isRefusal = false
  /// The chart fits its axes to the drop whenever this grows; in between they stay, so that a slider shows its effect.
  package internal(set) var scaleNumber = 0
  /// The time in the rain, in s.
  package var seconds = 0
  /// The share of the time that rendering takes; nil before it is known.
  package var load: Double?
  /// The levels, left and right, from 0 on; 1 is full scale.
  package var peaks: [Float] = [0, 0]
  /// The states for undo and redo, and the one among them that is now.
  private var moments: [Moment]
  private var moment = 0
  /// The setting that moved last, whose moves are undone together.
  private var movedRow: Int?
  /// The setting whose slider the mouse holds.
  private var draggedRow: Int?

  private let layout: ChannelLayout
  /// Whether all that is played goes to a file.
  private let keepsTake: Bool
  /// Whether something was played that the command line does not play again.
  private var hasMoved = false

  private static let mostUndos = 1000

  static func drawSeed() -> UInt64 { .random(in: 0..<1 << 32) }

  package init(
    _ wish: RainWish = RainWish(), preset: String = Preset.standardName, seed: UInt64,
    layout: ChannelLayout = .stereo, keepsTake: Bool = true, columns: Int = 80, lines: Int = 24
  ) {
    (self.layout, self.keepsTake) = (layout, keepsTake)
    moments = [Moment(wish: wish, preset: preset)]
    self.seed = seed
    self.columns = columns
    self.lines = lines
  }

  /// The names of the meters: two of stereo, or one of the loudest channel.
  var meters: [String] { layout.channels == 2 ? ["L", "R"] : layout == .mono ? ["M"] : ["all"] }

  package var rain: Rain { now.wish.resolved().beginning }
  package var preset: String { now.preset }
  /// The name of the place; nil: it has none.
  package var place: String? { now.wish.resolved().place }
  /// Weather and place, as the title says them.
  package var title: String {
    guard let place, place != preset else { return preset }
    return "\(preset), \(place)"
  }

  /// Whether the rain has curves, which stay here at their first values.
  package var standsStill: Bool { !now.wish.resolved().curves.isEmpty }

  /// Whether hands have set any setting.
  package var isChanged: Bool { !now.wish.drawn.numbers.isEmpty }

  package func isMoved(_ row: Int) -> Bool {
    now.wish.drawn.numbers.contains(Slider.all[row].setting)
  }

  /// Why no value of a setting changes the sound now; nil if one does.
  package func lack(_ row: Int, _ name: (Setting) -> String = { $0.row.title }) -> String? {
    UsedSettings(of: RainAutomation(rain), layout: layout)
      .sentences([Slider.all[row].setting], name).first
  }

  /// The warning on a setting: it changes nothing, or it makes the rain loud.
  package func warning(_ row: Int, _ name: (Setting) -> String = { $0.row.title }) -> String? {
    lack(row, name) ?? (Slider.all[row].setting == .gain ? rain.loudSentence : nil)
  }

  /// The preset that lets one hear a setting of the bubble best, where few drops have one.
  package func hint(_ row: Int) -> String {
    guard Slider.all[row].setting.row.group == .bubble, rain[.bubbleProbability] < 1 else {
      return ""
    }
    return "; try the preset bubbles"
  }

  package static func presets(matching text: String) -> [String] {
    Preset.shippedNames.filter { text.isEmpty || $0.contains(text.lowercased()) }
  }

  package mutating func take(_ input: LiveInput) -> [LiveEffect] {
    let oldRow = row
    let effects = effects(of: input)
    if row != oldRow { rescale() }
    top = LiveLayout(columns: columns, lines: lines).top(showing: row, from: top)
    return effects
  }

  private mutating func effects(of input: LiveInput) -> [LiveEffect] {
    switch input {
    case .resized(let columns, let lines):
      (self.columns, self.lines) = (columns, lines)
    case .set(let row, let number, let seconds):
      self.row = row
      return move(row, to: number, seconds: seconds)
    case .loaded(let loaded, let seconds):
      remember()
      let (name, automation) = loaded.rain
      switch loaded {
      case .weather(let preset):
        now.wish.take(weather: preset.layer)
        now.preset = name
      case .place(let place): now.wish.enter(place)
      case .rain(let preset): now = Moment(wish: RainWish(weather: preset.layer), preset: name)
      }
      rescale()
      note(
        "\(name): it takes \(NumberText.shortest(seconds)) s to get there"
          + (automation.curves.isEmpty ? "" : ", to its first values, which stay"))
      return retune(seconds)
    case .seeded(let seed):
      if keepsTake {
        refuse("a take has one seed; leave live to keep this one")
        break
      }
      (self.seed, hasMoved) = (seed, false)
      note("seed \(seed): a take begins anew")
      return [.reseed(seed)]
    case .start, .stop:
      if isPlaying == (input == .start) { break }
      isPlaying.toggle()
      return [isPlaying ? .start : .stop]
    case .undo: return step(-1, "nothing to undo")
    case .redo: return step(1, "nothing to redo")
    case .quit: isOver = true
    case .saved(let saved, let path):
      note("saved \(path.quoted)")
      if saved == .take { isOver = true }
    case .exists(let saved, let path): mode = .replace(saved, path)
    case .noted(let sentence): note(sentence)
    case .failed(let sentence): refuse(sentence)
    case .key(.mouse(let mouse)): return take(mouse)
    case .key(let key):
      message = ""
      return mode == .sliders ? take(key) : takeInMode(key)
    }
    return []
  }

  private mutating func note(_ sentence: String) { (message, isRefusal) = (sentence, false) }

  private mutating func refuse(_ sentence: String) { (message, isRefusal) = (sentence, true) }

  private mutating func move(_ row: Int, to number: Double, seconds: Double = 0) -> [LiveEffect] {
    let slider = Slider.all[row]
    let number = slider.nearest(number)
    if number == rain[slider.setting] { return [] }
    if movedRow != row { remember() }
    movedRow = row
    // The number of preset and place was not set by hands.
    now.wish.drawn.forget(number: slider.setting)
    if number != rain[slider.setting] {
      now.wish.drawn.set(slider.setting, to: number, at: rain[.rainfall])
    }
    return retune(seconds)
  }

  private mutating func retune(_ seconds: Double = 0) -> [LiveEffect] {
    hasMoved = true
    return [.retune(rain, seconds: seconds)]
  }

  /// Lets a setting be that of preset and place again.
  private mutating func restore(_ row: Int) -> [LiveEffect] {
    if !isMoved(row) { return [] }
    if movedRow != row { remember() }
    movedRow = row
    now.wish.drawn.forget(number: Slider.all[row].setting)
    return retune()
  }

  private mutating func remember() {
    moments[(moment + 1)...] = [now]
    if moments.count > Self.mostUndos + 1 { moments.removeFirst() }
    moment = moments.count - 1
  }

  private mutating func step(_ step: Int, _ lack: String) -> [LiveEffect] {
    guard moments.indices.contains(moment + step) else {
      refuse(lack)
      return []
    }
    moment += step
    rescale()
    return retune()
  }

  /// Begins with another setting, or with other ones.
  private mutating func rescale() {
    movedRow = nil
    scaleNumber += 1
  }

  // MARK: Keys

  private mutating func take(_ key: Key) -> [LiveEffect] {
    let slider = Slider.all[row]
    func steps(_ count: Int) -> Double { slider.number(rain[slider.setting], steps: count) }
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
    case .character("0"), .backspace, .delete: return restore(row)
    case .character(let digit) where ("1"..."9").contains(digit):
      return move(row, to: slider.number(at: Double(digit.wholeNumberValue ?? 0) / 10))
    case .enter, .character("="): mode = .typing(.value, "")
    case .character("/"): mode = .typing(.find(from: row), "")
    case .character("u"): return effects(of: .undo)
    case .character("U"), .control("r"): return effects(of: .redo)
    case .character(" "): return effects(of: isPlaying ? .stop : .start)
    case .character("n"): return effects(of: .seeded(Self.drawSeed()))
    case .character("p"): mode = .typing(.preset(chosen: 0), "")
    case .character("s"): mode = .typing(.save(.settings(rain)), "")
    case .character("w"): mode = .commandLine
    case .character("?"): mode = .help(top: 0)
    case .character("q"): if !asksBeforeEnd() { isOver = true }
    default: break
    }
    return []
  }

  /// Asks whether to end although what was played is not kept; false if nothing is lost, or it asks already.
  package mutating func asksBeforeEnd() -> Bool {
    if keepsTake || !hasMoved || mode == .leave { return false }
    mode = .leave
    return true
  }

  private mutating func select(_ row: Int) { self.row = min(max(row, 0), Slider.all.count - 1) }

  private mutating func selectGroup(_ step: Int) {
    let count = Setting.lists.count
    let list = (Slider.all[row].setting.list + step + count) % count
    select(Slider.all.firstIndex { $0.setting.list == list } ?? row)
  }

  private mutating func takeInMode(_ key: Key) -> [LiveEffect] {
    switch (mode, key) {
    case (.typing(.find(let from), _), .escape):
      row = from
      mode = .sliders
    case (_, .escape): mode = .sliders
    case (.typing(let question, let text), let key): return type(key, text, question)
    case (.replace(let saved, let path), let key):
      mode = .sliders
      if key == .character("y") { return [.save(saved, path: path, isForced: true)] }
      refuse("not saved")
    case (.leave, .character("s")): mode = .typing(.save(.take), "")
    case (.leave, .character("q")): isOver = true
    case (.leave, _): mode = .sliders
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
    max(0, LiveHelp.keys.count - LiveLayout(columns: columns, lines: lines).list.lines.count)
  }

  /// Takes a key that goes on with an answer, or ends it.
  private mutating func type(_ key: Key, _ text: String, _ question: Question) -> [LiveEffect] {
    var typed = text
    switch (key, question) {
    case (.enter, _):
      mode = .sliders
      return answers(question, text)
    case (.down, .preset(let chosen)), (.up, .preset(let chosen)):
      let next = min(chosen + (key == .down ? 1 : -1), Self.presets(matching: text).count - 1)
      mode = .typing(.preset(chosen: max(0, next)), text)
      return []
    case (.backspace, _): typed = String(text.dropLast())
    case (.control("u"), _): typed = ""
    // More than any value, name or path.
    case (.character(let character), _): if text.utf8.count < 1000 { typed.append(character) }
    default: return []
    }
    mode = .typing(question, typed)
    if case .find = question { row = Self.row(matching: typed) ?? row }
    if case .preset = question { mode = .typing(.preset(chosen: 0), typed) }
    return []
  }

  private mutating func answers(_ question: Question, _ text: String) -> [LiveEffect] {
    switch question {
    case .find: break
    case .value:
      if text.isEmpty { break }
      do {
        let slider = Slider.all[row]
        return move(row, to: try slider.setting.number(text, for: slider.name))
      } catch {
        refuse(Failure(error).sentence)
      }
    case .preset(let chosen):
      let names = Self.presets(matching: text)
      if Preset.isPath(text) || names.indices.contains(chosen) {
        return [.load(word: Preset.isPath(text) ? text : names[chosen])]
      }
      refuse("no preset is called \(text.quoted)")
    case .save(let saved):
      if !text.isEmpty { return [.save(saved, path: text, isForced: false)] }
    }
    return []
  }

  /// The first setting whose key or spoken name begins with the text, or holds it.
  package static func row(matching text: String) -> Int? {
    let names = Slider.all.map { [$0.name.lowercased(), $0.title.lowercased()] }
    let text = text.lowercased()
    return text.isEmpty
      ? nil
      : names.firstIndex { $0.contains { $0.hasPrefix(text) } }
        ?? names.firstIndex { $0.contains { $0.contains(text) } }
  }

  private mutating func take(_ mouse: Key.Mouse) -> [LiveEffect] {
    guard mode == .sliders else { return [] }
    let layout = LiveLayout(columns: columns, lines: lines)
    if mouse.action == .release {
      draggedRow = nil
    } else if mouse.action != .drag {
      message = ""
      guard let row = layout.row(atLine: mouse.line, column: mouse.column, top: top) else {
        return []
      }
      self.row = row
      if mouse.action == .wheelUp { return take(Key.right) }
      if mouse.action == .wheelDown { return take(Key.left) }
      guard layout.bar.contains(mouse.column) else { return [] }
      draggedRow = row
    }
    guard let row = draggedRow else { return [] }
    return move(row, to: Slider.all[row].number(at: layout.fraction(ofColumn: mouse.column)))
  }
}
