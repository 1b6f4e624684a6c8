/// An input at a terminal: a key, a mouse action or a change of the window's size.
public enum TerminalKey: Hashable, Sendable {
  /// A typed character. A combining mark comes as a character of its own.
  case character(Character)
  /// A letter with the control key, such as `control("r")`.
  case control(Character)
  /// A function key; the first is 1.
  case function(Int)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A pasted text as a whole. Line ends are `"\n"`. Tabs are kept, other control characters are removed.
  ///
  /// A terminal that does not mark pastes sends them as single keys.
  case paste(String)
  /// The mouse.
  case mouse(TerminalMouse)
  /// The terminal has another size, given by ``TerminalScreen/size``.
  case resize
  /// The terminal is closed. No other key will come.
  case endOfInput
}

/// An action of the mouse, with its place.
public struct TerminalMouse: Hashable, Sendable {
  /// The kind of a mouse action.
  public enum Action: Hashable, Sendable {
    case click, doubleClick, wheelUp, wheelDown
  }

  /// The kind of the action.
  public var action: Action
  /// The place of the action.
  public var point: TerminalPoint

  /// Makes a mouse action.
  public init(_ action: Action, row: Int, column: Int) {
    self.action = action
    point = TerminalPoint(row: row, column: column)
  }
}
