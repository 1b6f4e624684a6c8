import SectionedTerminal

extension TerminalModel {
  mutating func escape(_ between: String, _ final: Character) {
    switch (between, final) {
    case ("", "7"): saved[isAlternate] = (row, column, style)
    case ("", "8"):
      let state = saved[isAlternate] ?? (0, 0, .plain)
      move(toRow: state.row)
      move(toColumn: state.column)
      style = state.style
    case ("", "D"): lineFeed()
    case ("", "E"):
      move(toColumn: 0)
      lineFeed()
    case ("", "M"): reverseLineFeed()
    // The modes of the numeric keypad are ignored.
    case ("", "="), ("", ">"): break
    case ("", "c"): self = TerminalModel(size)
    // The end of a command is ignored.
    case ("", "\\"): break
    case ("(", _): drawsLines[0] = final == "0"
    case (")", _): drawsLines[1] = final == "0"
    default: unknown.append("ESC \(between)\(final)")
    }
  }

  mutating func sequence(_ mark: String, _ numbers: [Int?], _ between: String, _ final: Character) {
    func number(_ index: Int, or standard: Int = 1) -> Int {
      let value = numbers.indices.contains(index) ? numbers[index] : nil
      // For most sequences the parameter 0 means the default.
      return value.map { $0 == 0 ? standard : $0 } ?? standard
    }
    switch (mark, between, final) {
    case ("", "", "A"): move(toRow: max(row - number(0), row >= region.lowerBound ? region.lowerBound : 0))
    case ("", "", "B"):
      move(toRow: min(row + number(0), row < region.upperBound ? region.upperBound - 1 : size.rows - 1))
    case ("", "", "C"): move(toColumn: column + number(0))
    case ("", "", "D"): move(toColumn: column - number(0))
    case ("", "", "G"): move(toColumn: number(0) - 1)
    case ("", "", "d"): move(toRow: number(0) - 1)
    case ("", "", "H"), ("", "", "f"):
      move(toRow: number(0) - 1)
      move(toColumn: number(1) - 1)
    case ("", "", "I"): for _ in 0..<number(0) { move(toColumn: (column / 8 + 1) * 8) }
    case ("", "", "Z"): for _ in 0..<number(0) { move(toColumn: (max(0, column - 1) / 8) * 8) }
    case ("", "", "J"): eraseScreen(number(0, or: 0))
    case ("", "", "K"): eraseLine(number(0, or: 0))
    case ("", "", "X"): screen.erase(row: row, column..<column + number(0), blank)
    case ("", "", "P"): screen.deleteCells(number(0), row: row, column: column, blank)
    case ("", "", "@"): screen.insertCells(number(0), row: row, column: column, blank)
    case ("", "", "L"), ("", "", "M"):
      guard region.contains(row) else { break }
      screen.scroll(row..<region.upperBound, by: final == "M" ? number(0) : -number(0), blank)
      move(toColumn: 0)
    case ("", "", "S"): screen.scroll(region, by: number(0), blank)
    case ("", "", "T"): screen.scroll(region, by: -number(0), blank)
    case ("", "", "b"): if let lastCharacter { for _ in 0..<number(0) { put(lastCharacter) } }
    case ("", "", "r"):
      let (top, bottom) = (number(0) - 1, min(number(1, or: size.rows), size.rows))
      region = top < bottom - 1 ? max(0, top)..<bottom : 0..<size.rows
      move(toRow: 0)
      move(toColumn: 0)
    case ("", "", "m"): graphics(numbers.map { $0 ?? 0 })
    case (_, "", "h"), (_, "", "l"): for mode in numbers { set(mark, mode ?? 0, final == "h") }
    // Ignored sequences: saving the window's title, requests for reports, tab stops.
    case ("", "", "t"), ("", "", "n"), ("", "", "c"), ("", "", "g"): break
    case ("", "!", "p"): (insertsCharacters, wraps, style, region) = (false, true, .plain, 0..<size.rows)
    default: unknown.append("CSI \(mark)\(numbers)\(between)\(final)")
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    eraseLine(part)
    let others = part == 0 ? row + 1..<max(size.rows, row + 1) : part == 1 ? 0..<row : 0..<size.rows
    for row in others { screen.erase(row: row, 0..<size.columns, blank) }
  }

  private mutating func eraseLine(_ part: Int) {
    let columns = part == 0 ? column..<max(size.columns, column) : part == 1 ? 0..<column + 1 : 0..<size.columns
    screen.erase(row: row, columns, blank)
    wrapsNext = false
  }
}
