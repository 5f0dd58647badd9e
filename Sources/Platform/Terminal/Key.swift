/// What a person does at a terminal.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// A letter with Ctrl.
  case control(Character)
  case up, down, left, right
  /// An arrow with Shift or Ctrl.
  case farLeft, farRight
  case pageUp, pageDown, home, end
  case tab, backTab, enter, escape, backspace, delete
  case mouse(Mouse)

  /// A button or the wheel, at a cell that counts from 0.
  package struct Mouse: Sendable, Hashable {
    package enum Action: Sendable, Hashable { case press, drag, release, wheelUp, wheelDown }
    package let action: Action
    package let column: Int
    package let line: Int

    package init(_ action: Action, column: Int, line: Int) {
      (self.action, self.column, self.line) = (action, column, line)
    }
  }
}
