/// A character as it is shown on a terminal, with its number of columns.
package struct TextCell: Hashable, Sendable {
  /// The character, without scalars on which terminals disagree.
  package var text: String
  /// The number of columns, at least 1.
  package var width: Int

  package init(_ text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// A space.
  package static let space = TextCell(" ", width: 1)
}

// Terminals, ncurses and the system's `wcwidth` count scalars; some terminals count grapheme clusters. They disagree on
// joined emoji sequences (2 columns, or the sum), on skin tones (0 or 2), on emoji variation selectors (0 or 1 more)
// and on the soft hyphen (0 or 1). One wrong column shifts the rest of its line. So these scalars are left out: a
// joined sequence is shown as its first emoji, without skin tone and selector.
extension TextCell {
  /// The maximum number of marks on one character. ncurses keeps no more in a cell.
  private static let mostMarks = 4

  /// The cells of a character; none if it is invisible.
  static func cells(of character: Character) -> [TextCell] {
    var cells: [TextCell] = []
    var marks = 0
    var isJoined = false
    for scalar in character.unicodeScalars {
      // After a zero width joiner, an emoji is part of the first one. A letter is not; the joiner only changes its
      // form.
      if isJoined, scalar.properties.isEmoji { break }
      isJoined = scalar.value == 0x200D && !cells.isEmpty
      let isModifier = scalar.properties.isEmojiModifier
      if isModifier, !cells.isEmpty { continue }
      switch isModifier ? .replaced("\u{FFFD}") : ScalarWidth(scalar) {
      case .replaced(let text): cells.append(TextCell(text, width: 1))
      case .invisible: continue
      case .mark:
        // A mark without a base is put on a dotted circle. A spacing part of a syllable is not.
        let base = cells.last?.text ?? "\u{25CC}"
        let marked = base + String(scalar)
        if marked.count > 1 {
          cells.append(TextCell("\u{FFFD}", width: 1))
        } else if cells.isEmpty {
          (cells, marks) = ([TextCell(marked, width: 1)], 1)
        } else if marks < mostMarks {
          cells[cells.count - 1].text = marked
          marks += 1
        }
      case .columns(let width):
        cells.append(TextCell(String(scalar), width: width))
        marks = 0
      }
    }
    return cells
  }

  /// The cells of a text.
  package static func cells(of text: String) -> [TextCell] {
    if text.isPrintableASCII { return text.utf8.map { TextCell(ofASCII: $0) } }
    return text.flatMap { cells(of: $0) }
  }

  /// A string for each ASCII byte, because making a string takes longer than drawing it.
  static let asciiTexts = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

  /// The cell of a byte of printable ASCII.
  init(ofASCII byte: UInt8) { self.init(Self.asciiTexts[Int(byte)], width: 1) }

  /// Returns the part of a text that is visible within a range of columns, and the column at which it begins. A cell
  /// that is cut becomes spaces.
  package static func clipped(
    _ text: String, at column: Int, to columns: Range<Int>
  ) -> (column: Int, cells: [TextCell]) {
    if text.isPrintableASCII {
      let bytes = text.utf8.clipped(at: column, to: columns)
      return (max(column, columns.lowerBound), bytes.map { TextCell(ofASCII: $0) })
    }
    var result: [TextCell] = []
    var start = column
    var first: Int?
    for cell in cells(of: text) {
      let end = start + cell.width
      defer { start = end }
      if end <= columns.lowerBound { continue }
      if start >= columns.upperBound { break }
      let visible = max(start, columns.lowerBound)..<min(end, columns.upperBound)
      if first == nil { first = visible.lowerBound }
      if visible.count == cell.width { result.append(cell) } else { result += visible.map { _ in .space } }
    }
    return (first ?? columns.lowerBound, result)
  }
}
