import Foundation

/// A letter as an index compares it: the capital without marks, and the marks.
struct MarkedLetter {
  var base: UnicodeScalar
  var marks: [UnicodeScalar] = []
}

/// Reads the letters with which texts begin.
struct LetterReader {
  /// Whether the capital of `i` has a dot, as in Turkish.
  var hasDottedI = false

  /// Returns the letters at the beginning of a text, of any form and case; an empty list if it begins with no letter.
  ///
  /// Spaces, invisible characters and modifiers such as an apostrophe before a letter are skipped.
  func letters(of text: String, count: Int) -> [MarkedLetter] {
    let head = Substring(text.unicodeScalars.drop(while: \.isSkipped)).prefix(count + 5)
    let scalars = Array(String(head).decomposedStringWithCompatibilityMapping.unicodeScalars)
    guard var index = scalars.firstIndex(where: { !$0.isSkipped }) else { return [] }
    // In Thai some vowels are written before the consonant after which they are spoken and sorted.
    if scalars[index].properties.isLogicalOrderException, index + 1 < scalars.count { index += 1 }
    guard scalars[index].isLetter else { return [] }
    var letters: [MarkedLetter] = []
    for scalar in scalars[index...] {
      if scalar.isMark {
        letters[letters.count - 1].marks.append(scalar)
      } else {
        if letters.count == count { break }
        letters.append(letter(scalar))
        // ß is SS, also where the text is in capitals.
        if scalar == "ß" || scalar == "ẞ" { letters.append(letter(scalar)) }
      }
    }
    return letters
  }

  private func letter(_ scalar: UnicodeScalar) -> MarkedLetter {
    switch scalar {
    case "i" where hasDottedI: MarkedLetter(base: "I", marks: ["\u{307}"])
    // The apostrophe of the Uzbek letters Oʻ and Gʻ, as keyboards write it.
    case "'", "‘", "’", "ʼ", "`": MarkedLetter(base: "ʻ")
    default: MarkedLetter(base: scalar.indexCapital)
    }
  }
}

extension UnicodeScalar {
  /// The capital with which words begin; of Katakana the letter in Hiragana. Georgian capitals are used for words
  /// written entirely in capitals, so there it is the small letter.
  fileprivate var indexCapital: UnicodeScalar {
    if value < 0x80 { return 0x61...0x7A ~= value ? UnicodeScalar(UInt8(value) & ~0x20) : self }
    let small = properties.lowercaseMapping.unicodeScalars.first ?? self
    let capital = small.properties.titlecaseMapping.unicodeScalars.first ?? small
    guard 0x30A1...0x30F6 ~= capital.value else { return capital }
    return UnicodeScalar(capital.value - 0x60) ?? capital
  }

  var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
    default: false
    }
  }

  /// Whether it modifies a letter before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether an index skips it before the first letter.
  fileprivate var isSkipped: Bool {
    switch properties.generalCategory {
    case .modifierLetter, .format: true
    default: isMark || properties.isWhitespace
    }
  }
}
