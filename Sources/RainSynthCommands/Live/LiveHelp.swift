/// What `live` can do, for a person who asks it.
enum LiveHelp {
  /// The keys of the screen; no line is wider than the smallest window.
  static let keys = [
    "up down, j k   another setting",
    "left right,h l move it",
    "H L, page keys move it far",
    "1 .. 9         to 10 .. 90 % of its way",
    "Enter or =     type its value",
    "0, backspace   its value in the preset",
    "tab            the next group",
    "g G            the first, the last",
    "/              find a setting",
    "u U            undo, redo",
    "space          stop and start",
    "n              another seed",
    "p              glide into a preset",
    "s              save these settings",
    "w              their command line",
    "q              quit",
    "Ctrl-Z         stop all; fg goes on",
    "mouse          click, drag, wheel",
    "yellow knob    moved since the preset",
    "hollow knob    changes nothing now",
    "* at its name  the same, of any setting",
  ]

  /// The lines that --plain takes.
  static let lines = [
    "NAME VALUE", "NAME VALUE over TIME", "NAME", "preset NAME|FILE", "preset NAME|FILE over TIME",
    "seed N|random", "stop", "start", "undo", "redo", "save FILE", "line", "time", "quit", "?",
  ]

  /// The words that begin them, besides the names of settings.
  static let words = lines.map { $0.prefix { $0 != " " } }.filter { $0 == $0.lowercased() }
    .map(String.init)
}
