/// Keys, as an `xterm` sends them.
public enum TerminalKeyBytes: Hashable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace, tab, backTab, enter, escape
  case function(Int)
  /// Control and a letter.
  case control(Character)
  /// A press of the mouse button, in the encoding of mode 1006.
  case click(row: Int, column: Int)
  case wheelUp(row: Int, column: Int)
  case wheelDown(row: Int, column: Int)

  func bytes(applicationKeys: Bool) -> String {
    let arrow = applicationKeys ? "\u{1B}O" : "\u{1B}["
    switch self {
    case .up: return arrow + "A"
    case .down: return arrow + "B"
    case .right: return arrow + "C"
    case .left: return arrow + "D"
    case .home: return arrow + "H"
    case .end: return arrow + "F"
    case .insert: return "\u{1B}[2~"
    case .delete: return "\u{1B}[3~"
    case .pageUp: return "\u{1B}[5~"
    case .pageDown: return "\u{1B}[6~"
    case .backspace: return "\u{7F}"
    case .tab: return "\t"
    case .backTab: return "\u{1B}[Z"
    case .enter: return "\r"
    case .escape: return "\u{1B}"
    case .function(let number):
      let finals = ["P", "Q", "R", "S"]
      let numbers = [5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24]
      return finals.indices.contains(number - 1)
        ? "\u{1B}O" + finals[number - 1] : "\u{1B}[\(numbers[number] ?? 15)~"
    case .control(let letter):
      let value = letter.asciiValue ?? 64
      return String(Unicode.Scalar(value & 0x1F))
    case .click(let row, let column): return mouse(0, row, column) + mouse(0, row, column, "m")
    case .wheelUp(let row, let column): return mouse(64, row, column)
    case .wheelDown(let row, let column): return mouse(65, row, column)
    }
  }

  private func mouse(_ button: Int, _ row: Int, _ column: Int, _ final: String = "M") -> String {
    "\u{1B}[<\(button);\(column + 1);\(row + 1)\(final)"
  }
}
