/// Joins letters of substitutions that follow each other: `ACAD` is `AcD`, `ACAC` is `A2C`, `SiSi` is `S2i`.
struct Merging {
  /// The offset of the letters of the last one, behind its `A` or `S`.
  private var start = -1
  private var length = 0
  private var count = 0
  private var isStandard = false

  /// - Returns: whether the letter was joined; otherwise the caller appends it, with an `A` or `S` before it.
  mutating func merge(_ letter: Character, isStandard: Bool, into text: inout String) -> Bool {
    let size = text.utf8.count
    if count > 0, size == start + length, self.isStandard == isStandard, let last = text.last {
      if last != letter, !isStandard {
        text.removeLast()
        text += last.lowercased() + String(letter)
        (start, length, count) = (size, 1, 1)
        return true
      }
      if last == letter {
        count += 1
        text.removeLast(length)
        let joined = String(count) + String(letter)
        text += joined
        length = joined.utf8.count
        return true
      }
    }
    (start, length, count, self.isStandard) = (size + 1, 1, 1, isStandard)
    return false
  }
}
