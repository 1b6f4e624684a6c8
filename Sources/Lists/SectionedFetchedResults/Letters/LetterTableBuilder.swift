/// Collects the letters and keys of an index.
struct LetterTableBuilder {
  let reader: LetterReader
  private(set) var letters: [String] = []
  private(set) var ownCount = 0
  private(set) var keys: [String: Int] = [:]
  private(set) var marked: Set<String> = []
  private(set) var longest = 1
  /// The first base letters of the keys with several letters.
  private var begun: Set<UnicodeScalar> = []

  init(hasDottedI: Bool) { reader = LetterReader(hasDottedI: hasDottedI) }

  /// Adds alphabets. The first one is the language's own.
  mutating func add(_ alphabets: [Alphabet]) {
    for alphabet in alphabets {
      add(alphabet)
      if ownCount == 0 { ownCount = letters.count }
    }
  }

  private mutating func add(_ alphabet: Alphabet) {
    var own: [String: Int] = [:]
    for entry in alphabet.entries {
      if letters.last != entry.letter { letters.append(entry.letter) }
      for text in [entry.letter] + entry.variants {
        if let key = key(text), own[key] == nil { own[key] = letters.count - 1 }
      }
    }
    // Variants that only the script's common alphabet lists belong to the same letter as there.
    if let common = Alphabet.common[alphabet.script], common.languages != alphabet.languages {
      for entry in common.entries {
        guard let letter = key(entry.letter), let number = own[letter] else { continue }
        for other in entry.variants {
          if let key = key(other), own[key] == nil { own[key] = number }
        }
      }
    }
    keys.merge(own) { first, _ in first }
  }

  /// Returns the key of a letter and records its properties; nil for a number.
  private mutating func key(_ text: String) -> String? {
    let parts = reader.letters(of: text, count: 4)
    guard let first = parts.first else { return nil }
    let texts = parts.map { part in
      part.marks.reduce(into: String(part.base)) { $0.unicodeScalars.append($1) }
    }
    for (part, text) in zip(parts, texts) where !part.marks.isEmpty { marked.insert(text) }
    if parts.count > 1 { begun.insert(first.base) }
    longest = max(longest, parts.count)
    return texts.joined()
  }

  /// The number for a base letter without marks, if it does not depend on the following letters; otherwise nil.
  func onlyNumber(of base: UnicodeScalar) -> Int? {
    if reader.hasDottedI, base == "I" { return nil }
    return begun.contains(base) ? nil : keys[String(base)]
  }
}

extension Alphabet {
  /// Whether I with a dot and without are two letters.
  var hasDottedI: Bool { entries.contains { $0.letter == "İ" } }
}
