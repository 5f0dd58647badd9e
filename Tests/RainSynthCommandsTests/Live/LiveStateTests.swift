import Platform
import RainDSP
import RainFiles
@testable import RainSynthCommands
import RainTestSupport
import Testing

@Suite struct LiveStateTests {
  private var state = LiveState(seed: 1)

  private func row(_ name: String) throws -> Int {
    try #require(Slider.all.firstIndex { $0.name == name })
  }

  /// Presses keys: characters, or the words left, enter and so on.
  @discardableResult
  private mutating func press(_ keys: Key...) -> [LiveEffect] {
    keys.flatMap { state.take(.key($0)) }
  }

  private mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  private mutating func select(_ name: String) throws {
    press(.character("/"))
    type(name)
    press(.enter)
    #expect(try state.row == row(name))
    #expect(state.mode == .sliders)
  }

  @Test("arrows and h j k l choose and move; each move is an effect")
  mutating func arrows() throws {
    press(.down, .character("j"), .up)
    #expect(state.row == 1)
    #expect(press(.character("k"), .up, .up).isEmpty)
    #expect(state.row == 0)
    try select("delay")
    #expect(press(.right) == [.retune(state.rain, seconds: 0)])
    #expect(state.rain[.delay] == 6)
    press(.character("h"), .left)
    #expect(state.rain[.delay] == 4)
    press(.pageUp)
    #expect(state.rain[.delay] == 14)
    press(.farLeft, .farLeft)
    #expect(state.rain[.delay] == 0)
    #expect(press(.left).isEmpty)
    press(.character("5"))
    #expect(state.rain[.delay] == 40)
    press(.character("0"))
    #expect(state.rain[.delay] == Rain()[.delay])
    press(.end)
    #expect(state.row == Slider.all.count - 1)
    press(.character("g"))
    #expect(state.row == 0)
  }

  @Test("a preset that moves says that its first values stay")
  mutating func firstValues() throws {
    _ = state.take(.loaded(.rain(Preset(name: "tent", rain: Rain())), seconds: 2))
    #expect(state.message == "tent: it takes 2 s to get there")
    _ = state.take(
      .loaded(.weather(try Preset(named: "storm")), seconds: 2))
    #expect(state.message == "storm: it takes 2 s to get there, to its first values, which stay")
    #expect(state.standsStill)
    press(.down)
    #expect(state.message.isEmpty && state.standsStill)
  }

  @Test("a setting that changes nothing says why, until it does")
  mutating func lacks() throws {
    for (name, number) in [("puddles", 0), ("bubbleProbability", 0), ("eaves", 0)] {
      _ = state.take(.set(row: try row(name), number: Double(number), seconds: 0))
    }
    let chirp = try row("chirp")
    #expect(
      state.lack(chirp)
        == "no drop of this rain has a bubble, so Rise of pitch changes nothing; On what "
        + "water changes that")
    _ = state.take(.set(row: try row("puddles"), number: 0.2, seconds: 0))
    #expect(state.lack(chirp) == nil)
  }

  @Test("the help ends with its last line, from where the first step up goes up")
  mutating func help() {
    let hidden =
      LiveHelp.keys.count - LiveLayout(columns: state.columns, lines: state.lines).list.lines.count
    #expect(hidden > 1)
    press(.character("?"))
    for _ in 0..<100 { press(.down) }
    #expect(state.mode == .help(top: hidden))
    press(.up)
    #expect(state.mode == .help(top: hidden - 1))
    // A window that grows shows all of it.
    _ = state.take(.resized(columns: 80, lines: 100))
    press(.character("k"))
    #expect(state.mode == .help(top: 0))
  }

  @Test("tab goes from group to group and round")
  mutating func groups() throws {
    for list in Setting.lists.indices.dropFirst() + [0] {
      press(.tab)
      #expect(Slider.all[state.row].setting.list == list)
      #expect(state.row == 0 || Slider.all[state.row - 1].setting.list != list)
    }
    press(.backTab)
    #expect(Slider.all[state.row].setting.list == Setting.lists.count - 1)
  }

  @Test("a value is typed with its unit; a wrong one is answered")
  mutating func values() throws {
    try select("bubbleFrequency")
    press(.enter)
    type("2.5kHzz")
    press(.backspace)
    #expect(press(.enter) == [.retune(state.rain, seconds: 0)])
    #expect(state.rain[.bubbleFrequency] == 2500)
    press(.character("="))
    type("99 MHz")
    #expect(press(.enter).isEmpty)
    #expect(state.message.contains("20 .. 18000 Hz"))
    #expect(state.rain[.bubbleFrequency] == 2500)
    press(.enter)
    type("1")
    press(.escape)
    #expect(state.mode == .sliders && state.rain[.bubbleFrequency] == 2500)
    try select("surface")
    press(.enter)
    type("metal")
    press(.enter)
    #expect(state.rain.surface == .metal)
    press(.right)
    #expect(state.rain.surface == .glass)
  }

  @Test("undo goes back slider by slider, and redo forth")
  mutating func undo() throws {
    let first = state.rain
    try select("gain")
    press(.right, .right, .right)
    let second = state.rain
    press(.up, .down, .left)
    let third = state.rain
    #expect(first != second && second != third)
    press(.character("u"))
    #expect(state.rain == second)
    #expect(press(.character("u")) == [.retune(state.rain, seconds: 0)])
    #expect(state.rain == first)
    #expect(press(.character("u")).isEmpty)
    #expect(state.message == "nothing to undo")
    press(.control("r"), .character("U"))
    #expect(state.rain == third)
    press(.character("u"))
    press(.right)
    press(.character("U"))
    #expect(state.message == "nothing to redo")
    _ = state.take(
      .loaded(.rain(Preset(name: "tent", rain: try #require(LiveStateTests.tent))), seconds: 2))
    #expect(state.preset == "tent")
    press(.character("u"))
    #expect(state.preset == "steady")
  }

  private static let tent: Rain? = {
    var rain = Rain()
    rain.surface = .fabric
    return rain
  }()

  @Test("space stops and starts; n draws a seed; q ends")
  mutating func session() {
    #expect(press(.character(" ")) == [.stop])
    #expect(!state.isPlaying)
    #expect(press(.character(" ")) == [.start])
    #expect(press(.character("n")).isEmpty && state.isRefusal)
    #expect(state.take(.seeded(7)).isEmpty)
    #expect(state.seed == 1 && state.message == "a take has one seed; leave live to keep this one")
    #expect(press(.character("q")).isEmpty && state.isOver)
    #expect(state.take(.start).isEmpty)
    #expect(state.take(.stop) == [.stop])
    #expect(state.take(.stop).isEmpty)
  }

  @Test("presets are chosen from a list or by a path")
  mutating func presets() {
    press(.character("p"))
    #expect(press(.down, .down, .up, .enter) == [.load(word: "drizzle")])
    press(.character("p"))
    type("ti")
    #expect(press(.enter) == [.load(word: "tin-roof")])
    press(.character("p"))
    type("./mine.json")
    #expect(press(.enter) == [.load(word: "./mine.json")])
    press(.character("p"))
    type("nowhere")
    #expect(press(.enter).isEmpty)
    #expect(state.message == "no preset is called 'nowhere'")
  }

  @Test("a weather comes to the place, and a place to the weather, in any order")
  func halves() throws {
    let (steady, storm) = (try Preset(named: "steady"), try Preset(named: "storm"))
    let tent = try Place(named: "tent")
    let weather = LiveInput.loaded(.weather(storm), seconds: 2)
    let place = LiveInput.loaded(.place(tent), seconds: 0.8)
    var titles: Set<String> = []
    var rains: [Rain] = []
    for inputs in [[weather, place], [place, weather], [weather, place, weather]] {
      var state = LiveState(RainWish(weather: steady.layer), seed: 1)
      #expect(state.title == "steady, open")
      for input in inputs { _ = state.take(input) }
      titles.insert(state.title)
      rains.append(state.rain)
      #expect(!state.isChanged)
    }
    var wish = RainWish(weather: storm.layer)
    wish.own.place = tent
    let expected = wish.resolved()
    #expect(titles == ["storm, tent"])
    for rain in rains { #expect(rain == expected.beginning) }
  }

  @Test("nothing is saved over another file without a question")
  mutating func saving() {
    let settings = LiveEffect.Saved.settings(state.rain)
    press(.character("s"))
    type("rain.json")
    #expect(press(.enter) == [.save(settings, path: "rain.json", isForced: false)])
    #expect(state.take(.exists(settings, path: "rain.json")).isEmpty)
    #expect(state.mode == .replace(settings, "rain.json"))
    #expect(press(.enter).isEmpty)
    #expect(state.message == "not saved")
    _ = state.take(.exists(settings, path: "rain.json"))
    #expect(press(.character("y")) == [.save(settings, path: "rain.json", isForced: true)])
    #expect(state.mode == .sliders)
  }

  @Test("what was played is not thrown away without a question")
  mutating func leaving() {
    state = LiveState(seed: 1, keepsTake: false)
    #expect(state.take(.seeded(7)) == [.reseed(7)])
    #expect(state.seed == 7)
    // Nothing was moved: the command line plays it again.
    #expect(press(.character("q")).isEmpty && state.isOver)
    state.isOver = false
    press(.right)
    #expect(press(.character("q")).isEmpty && !state.isOver)
    #expect(state.mode == .leave)
    #expect(press(.character("x")).isEmpty)
    #expect(state.mode == .sliders)
    #expect(press(.character("q"), .character("q")).isEmpty && state.isOver)
    state.isOver = false
    press(.escape, .character("q"), .character("s"))
    type("take")
    #expect(press(.enter) == [.save(.take, path: "take", isForced: false)])
    #expect(!state.isOver)
    #expect(state.take(.saved(.take, path: "take.json")).isEmpty && state.isOver)
    // Ctrl-C asks once.
    press(.escape)
    #expect(state.asksBeforeEnd() && state.mode == .leave && !state.asksBeforeEnd())
    // With a file for the take, nothing is lost.
    state = LiveState(seed: 1)
    press(.right)
    #expect(press(.character("q")).isEmpty && state.isOver)
  }

  @Test("settings that differ from the preset are marked, also behind undo")
  mutating func changes() throws {
    func title() -> String { LiveScreen.grid(state, drop: nil, isUnicode: true).text(line: 0) }
    #expect(title().hasPrefix("rainsynth  steady  seed"))
    press(.right)
    #expect(title().hasPrefix("rainsynth  steady*  seed"))
    _ = state.take(
      .loaded(.rain(Preset(name: "tent", rain: try #require(LiveStateTests.tent))), seconds: 2))
    #expect(title().hasPrefix("rainsynth  tent  seed"))
    press(.character("u"))
    #expect(title().hasPrefix("rainsynth  steady*  seed"))
    press(.character("u"))
    #expect(title().hasPrefix("rainsynth  steady  seed"))
  }

  @Test("news are no refusals, and a line that is cut says so")
  mutating func messages() {
    func foot() -> (text: String, style: CellStyle) {
      let grid = LiveScreen.grid(state, drop: nil, isUnicode: true)
      let text = grid.text(line: 22).split(separator: "  ").first ?? ""
      return (String(text), grid[22, 0].style)
    }
    #expect(foot().text.hasSuffix("…"))
    _ = state.take(.noted("next comes aplay"))
    #expect(foot() == ("next comes aplay", .plain))
    _ = state.take(.failed("no such preset"))
    #expect(foot() == ("no such preset", .warm))
  }

  @Test("the mouse sets, drags and wheels a slider")
  mutating func mouse() throws {
    let grid = LiveScreen.grid(state, drop: nil, isUnicode: true)
    let line = try #require((0..<24).first { grid.text(line: $0).contains(Setting.gain.row.title) })
    let bar = try #require(grid.text(line: line).firstIndex { "━●─".contains($0) })
    let column = grid.text(line: line).distance(from: grid.text(line: line).startIndex, to: bar)
    func mouse(_ action: Key.Mouse.Action, _ column: Int, _ line: Int) -> Key {
      .mouse(Key.Mouse(action, column: column, line: line))
    }
    #expect(press(mouse(.press, column, line)) == [.retune(state.rain, seconds: 0)])
    #expect(state.rain[.gain] == -30)
    #expect(try state.row == row("gain"))
    // Held, it moves wherever the mouse goes.
    press(mouse(.drag, 79, 0))
    #expect(state.rain[.gain] == 24)
    press(mouse(.release, 79, 0))
    #expect(press(mouse(.drag, column, line)).isEmpty)
    press(mouse(.wheelDown, 2, line))
    #expect(state.rain[.gain] == 23)
    #expect(press(mouse(.press, 2, line), mouse(.press, 500, 500)).isEmpty)
  }

  @Test("no keys in any order make settings that cannot be played")
  mutating func anything() throws {
    let keys: [Key] =
      [
        .up, .down, .left, .right, .farLeft, .farRight, .pageUp, .pageDown, .home, .end, .tab,
        .backTab, .enter, .escape, .backspace, .delete, .control("r"), .control("u"),
      ] + "hjklHLgG0123456789=/uU npsw?qyx.-~".map { .character($0) }
    let random = RandomNumbers(seed: 3)
    for step in 0..<(Build.isOptimised ? 20_000 : 2000) {
      let number = random.number(step)
      if number % 11 == 0 {
        let mouse = Key.Mouse(
          number % 2 == 0 ? .press : .drag, column: number / 22 % 90, line: number / 2200 % 26)
        _ = state.take(.key(.mouse(mouse)))
      } else if number % 97 == 0 {
        _ = state.take(.resized(columns: number / 97 % 140, lines: number / 20_000 % 50))
      } else {
        _ = state.take(.key(keys[number / 100 % keys.count]))
      }
      try state.rain.validate()
      let entries = state.top..<state.top + 1
      #expect(entries.lowerBound >= 0)
      if step % 50 == 0 {
        let grid = LiveScreen.grid(state, drop: nil, isUnicode: step % 100 == 0)
        #expect(grid.columns == max(1, state.columns))
      }
    }
  }
}

/// Numbers by chance, the same in each run.
struct RandomNumbers {
  let seed: UInt64

  func number(_ index: Int) -> Int {
    // SplitMix64 (Steele, Lea, Flood 2014).
    var x = seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15
    x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((x ^ x >> 31) >> 2)
  }
}
