/// Merges adjacent substitutions: `ACAD` becomes `AcD`, `ACAC` becomes `A2C`, and `SiSi` becomes `S2i`.
struct Merging {
  /// The offset of the last substitution's letters, after the `A` or `S`.
  private var start = -1
  private var length = 0
  private var count = 0
  private var isStandard = false

  /// - Returns: true if the letter was merged. Otherwise the caller appends it after an `A` or `S`.
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
