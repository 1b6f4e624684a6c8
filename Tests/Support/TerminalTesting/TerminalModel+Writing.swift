import SectionedTerminal

extension TerminalModel {
  mutating func obey(_ event: Parser.Event) {
    switch event {
    case .scalar(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .escape(let between, let final): escape(between, final)
    case .sequence(let mark, let numbers, let between, let final): sequence(mark, numbers, between, final)
    // Commands set titles and colours of the window. They are ignored.
    case .command: break
    }
  }

  mutating func put(_ scalar: Unicode.Scalar) {
    let scalar = drawsLines[shifted] ? Self.lineDrawing[scalar] ?? scalar : scalar
    let width = SystemColumns.of(scalar)
    guard width > 0 else {
      screen.combine(scalar, row: row, column: wrapsNext ? column : column - 1)
      return
    }
    lastCharacter = scalar
    if wraps, wrapsNext || column + width > size.columns {
      column = 0
      lineFeed()
    }
    wrapsNext = false
    if insertsCharacters { screen.insertCells(width, row: row, column: column, blank) }
    screen.write(String(scalar), width: width, style: style, row: row, column: column)
    if column + width >= size.columns {
      column = max(0, size.columns - 1)
      wrapsNext = true
    } else {
      column += width
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0: break
    case 7: bells += 1
    case 8: move(toColumn: column - 1)
    case 9: move(toColumn: (column / 8 + 1) * 8)
    case 10, 11, 12: lineFeed()
    case 13: move(toColumn: 0)
    case 14: shifted = 1
    case 15: shifted = 0
    default: unknown.append("control \(byte)")
    }
  }

  mutating func lineFeed() {
    wrapsNext = false
    if row + 1 == region.upperBound {
      screen.scroll(region, by: 1, blank)
    } else {
      row = min(row + 1, max(0, size.rows - 1))
    }
  }

  mutating func reverseLineFeed() {
    wrapsNext = false
    if row == region.lowerBound { screen.scroll(region, by: -1, blank) } else { row = max(0, row - 1) }
  }

  mutating func move(toColumn new: Int) {
    column = max(0, min(new, size.columns - 1))
    wrapsNext = false
  }

  mutating func move(toRow new: Int) {
    row = max(0, min(new, size.rows - 1))
    wrapsNext = false
  }

  /// The characters of the line-drawing set in place of letters, as far as programs use it.
  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴", "w": "┬", "x": "│",
    "a": "▒", "~": "·", "`": "◆",
  ]
}
