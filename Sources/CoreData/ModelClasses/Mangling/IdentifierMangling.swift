/// Mangles an identifier. Known words in it are replaced by letters.
///
/// A word begins with a letter and ends before a capital or an underscore, so `addToNotes` has three words. At most 26
/// words are remembered.
enum IdentifierMangling {
  static func mangled(_ name: String, words: inout [String]) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      let code = Punycode.encoded(name)
      let needsMark = code.first.map { $0.isNumber || $0 == "_" } ?? false
      return "00\(code.utf8.count)" + (needsMark ? "_" : "") + code
    }
    let letters = Array(name)
    let replacements = replacements(in: letters, words: &words)
    guard !replacements.isEmpty else { return "\(letters.count)\(name)" }
    var text = "0"
    var place = 0
    for (index, replacement) in replacements.enumerated() {
      if place < replacement.start { text += spelled(letters[place..<replacement.start]) }
      place = replacement.start + words[replacement.word].count
      let isLast = index == replacements.count - 1
      let letter = UInt8(ascii: isLast ? "A" : "a") + UInt8(replacement.word)
      text.append(Character(UnicodeScalar(letter)))
      if isLast, place == letters.count { text += "0" }
    }
    if place < letters.count { text += spelled(letters[place...]) }
    return text
  }

  private static func spelled(_ letters: ArraySlice<Character>) -> String { "\(letters.count)\(String(letters))" }

  /// The known words in an identifier. Its other words are remembered.
  private static func replacements(
    in letters: [Character], words: inout [String]
  ) -> [(start: Int, word: Int)] {
    var result: [(start: Int, word: Int)] = []
    var start: Int?
    for place in 0...letters.count {
      let letter = place < letters.count ? letters[place] : nil
      if let first = start, isEnd(letter, after: letters[place - 1]) {
        let word = String(letters[first..<place])
        if let known = words.firstIndex(of: word) {
          result.append((first, known))
        } else if word.count >= 2, words.count < 26 {
          words.append(word)
        }
        start = nil
      }
      if start == nil, let letter, letter != "_", !letter.isNumber { start = place }
    }
    return result
  }

  private static func isEnd(_ letter: Character?, after previous: Character) -> Bool {
    guard let letter, letter != "_" else { return true }
    return !previous.isUppercase && letter.isUppercase
  }
}
