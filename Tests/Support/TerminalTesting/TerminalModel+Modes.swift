import SectionedTerminal

extension TerminalModel {
  mutating func set(_ mark: String, _ mode: Int, _ isOn: Bool) {
    switch (mark, mode) {
    case ("", 4): insertsCharacters = isOn
    case ("?", 1): hasApplicationKeys = isOn
    case ("?", 7): wraps = isOn
    case ("?", 25): isCursorVisible = isOn
    case ("?", 1000), ("?", 1002), ("?", 1003): reportsMouse = isOn
    case ("?", 2004): marksPastes = isOn
    case ("?", 47), ("?", 1047): isAlternate = isOn
    case ("?", 1049):
      guard isOn != isAlternate else { break }
      if isOn {
        saved[false] = (row, column, style)
        other = ModelScreen(size)
        isAlternate = true
      } else {
        isAlternate = false
        let state = saved[false] ?? (0, 0, .plain)
        move(toRow: state.row)
        move(toColumn: state.column)
        style = state.style
      }
    // Ignored modes: smooth scrolling, screen width, blinking, the encoding of mouse reports, the meta key.
    case ("?", 3), ("?", 4), ("?", 12), ("?", 1006), ("?", 1034), ("?", 69), ("?", 5): break
    default: unknown.append("mode \(mark)\(mode)")
    }
  }

  mutating func graphics(_ numbers: [Int]) {
    var numbers = numbers.isEmpty ? [0] : numbers
    while !numbers.isEmpty {
      let number = numbers.removeFirst()
      switch number {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 22: style.attributes.subtract([.bold, .dim])
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 30...37: style.foreground = TerminalColor(rawValue: number - 30)
      case 39: style.foreground = nil
      case 40...47: style.background = TerminalColor(rawValue: number - 40)
      case 49: style.background = nil
      default:
        unknown.append("SGR \(number)")
        return
      }
    }
  }
}
