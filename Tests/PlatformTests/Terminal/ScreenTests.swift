import Platform
import Testing

@Suite struct ScreenTests {
  private func screen(
    _ window: (columns: Int, lines: Int)? = nil, _ variables: [String: String] = [:]
  ) -> Screen {
    Screen(window: window) { variables[$0] }
  }

  @Test("the columns are those of the user's variable, else of the window, else 80")
  func size() {
    #expect(screen().columns == 80 && screen().lines == 24)
    #expect(screen((120, 40)).columns == 120 && screen((120, 40)).lines == 40)
    #expect(screen((120, 40), ["COLUMNS": "50"]).columns == 50)
    #expect(screen((120, 40), ["LINES": "30"]).lines == 30)
    for text in ["", "0", "-5", "wide", "1e3", "99999999999999999999"] {
      #expect(screen((120, 40), ["COLUMNS": text]).columns == 120, "\(text)")
    }
    #expect(screen((10, 2)).columns == 40)
    #expect(screen(nil, ["COLUMNS": "1000000000"]).columns == 1000)
  }

  @Test("escape sequences are used only on a terminal of a known type that is not dumb")
  func escapes() {
    #expect(screen(nil, ["TERM": "xterm-256color"]).hasEscapes)
    for variables in [[:], ["TERM": ""], ["TERM": "dumb"]] {
      #expect(!screen(nil, variables).hasEscapes)
    }
  }

  @Test("colors are shown where the terminal has them and nobody refuses them")
  func colors() {
    for name in ["xterm", "xterm-256color", "linux", "screen", "tmux-256color", "ms-terminal"] {
      #expect(screen(nil, ["TERM": name]).hasColors, "\(name)")
      #expect(screen(nil, ["TERM": name, "NO_COLOR": ""]).hasColors, "\(name)")
      #expect(!screen(nil, ["TERM": name, "NO_COLOR": "1"]).hasColors, "\(name)")
    }
    for variables in [
      [:], ["TERM": ""], ["TERM": "dumb"], ["TERM": "vt100"], ["TERM": "vt220"],
      ["TERM": "linux-m"], ["TERM": "xterm-mono"],
    ] {
      #expect(!screen(nil, variables).hasColors, "\(variables)")
    }
  }

  @Test("more than ASCII is shown in a locale of UTF-8, but not on a dumb terminal")
  func characters() {
    for (variables, isUnicode) in [
      ([:], false), (["LANG": "C"], false), (["LANG": "en_GB.UTF-8"], true),
      (["LANG": "C.utf8"], true), (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "C", "LC_CTYPE": "UTF-8"], true), (["LC_ALL": "", "LANG": "de_DE.UTF-8"], true),
      (["LANG": "de_DE.UTF-8", "TERM": "dumb"], false), (["LANG": "de_DE.ISO-8859-1"], false),
    ] as [([String: String], Bool)] {
      #expect(screen(nil, variables).isUnicode == isUnicode, "\(variables)")
    }
  }
}
