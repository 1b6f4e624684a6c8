/// The letters of an index. It finds the letter under which a text is listed.
final class LetterTable: Sendable {
  /// All letters in order, then `…` and `#`.
  let letters: [String]
  /// The number of letters of the first alphabet.
  let ownCount: Int
  private let numbers: [String: Int]
  /// The number of the index letter, by the letter or letters with which a text may begin.
  private let keys: [String: Int]
  /// The letters with a combining mark that are keys, or parts of keys.
  private let marked: Set<String>
  /// The number of letters to read from a text: the length of the longest key, at least two.
  private let longest: Int
  /// The numbers for `A` to `Z`; nil if the following letters matter.
  private let latin: [Int?]
  private let reader: LetterReader
  private let han: HanLetters?

  /// The numbers of the two last letters.
  private var unlisted: Int { letters.count - 2 }
  private var symbols: Int { letters.count - 1 }

  /// - Parameters:
  ///   - alphabets: at most one of each script, in order.
  ///   - han: the way to list Chinese characters; nil to list them under `…`.
  init(_ alphabets: [Alphabet], han: HanLetters?) {
    var builder = LetterTableBuilder(hasDottedI: alphabets.contains { $0.script == .latin && $0.hasDottedI })
    builder.add(alphabets)
    letters = builder.letters + [LetterIndex.unlisted, LetterIndex.symbols]
    numbers = Dictionary(letters.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    ownCount = builder.ownCount
    keys = builder.keys
    marked = builder.marked
    longest = max(builder.longest, 2)
    reader = builder.reader
    latin = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { builder.onlyNumber(of: UnicodeScalar($0)) }
    self.han = han
  }

  /// The number of a letter; nil for another text.
  func number(ofLetter letter: String) -> Int? { numbers[letter] }

  /// Whether a number is that of a letter of an alphabet.
  func isLetter(_ number: Int) -> Bool { number < unlisted }

  /// Returns the number of the letter under which a text is listed.
  func number(of text: String) -> Int {
    if let number = plainNumber(of: text) { return number }
    let letters = reader.letters(of: text, count: longest)
    guard let first = letters.first else { return symbols }
    if let han, HanLetters.range ~= first.base.value {
      let letter = han.letter(of: first.base, before: letters.dropFirst().first?.base)
      return numbers[letter] ?? unlisted
    }
    var (key, number) = ("", Int?.none)
    for letter in letters {
      let part = part(letter)
      key += part.text
      // The longest matching key counts.
      number = keys[key] ?? number
      // An accent on the first letter, as in Àa, prevents a key of several letters.
      if part.leavesMarks { break }
    }
    return number ?? keys[String(first.base)] ?? unlisted
  }

  /// A fast path for texts that begin with an unaccented Latin letter; nil if the general way is necessary.
  private func plainNumber(of text: String) -> Int? {
    var bytes = text.utf8.makeIterator()
    guard var byte = bytes.next() else { return symbols }
    while byte == UInt8(ascii: " ") {
      guard let next = bytes.next() else { return symbols }
      byte = next
    }
    let letter = byte & ~0x20
    guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter, bytes.next() ?? 0 < 0x80 else { return nil }
    return latin[Int(letter - UInt8(ascii: "A"))]
  }

  /// The letter, with the mark that makes it a different letter in this index, or else without marks. If several marks
  /// have the same position, only the first one counts: Ấ is Â with an accent, not Á.
  private func part(_ letter: MarkedLetter) -> (text: String, leavesMarks: Bool) {
    var place = -1
    for mark in letter.marks {
      let own = Int(mark.properties.canonicalCombiningClass.rawValue)
      if own > place {
        var part = String(letter.base)
        part.unicodeScalars.append(mark)
        if marked.contains(part) { return (part, false) }
        place = own
      }
    }
    return (String(letter.base), !letter.marks.isEmpty)
  }
}
