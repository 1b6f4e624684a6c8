import Foundation

/// A letter as an index compares it: the capital without diacritics, and its combining marks.
struct MarkedLetter {
  var base: UnicodeScalar
  var marks: [UnicodeScalar] = []
}

/// Reads the letters with which texts begin.
struct LetterReader {
  /// Whether the capital of `i` has a dot, as it does in Turkish.
  var hasDottedI = false

  /// Returns the letters at the beginning of a text, in upper case without compatibility forms; empty if the text does
  /// not begin with a letter.
  ///
  /// Spaces, invisible characters and modifiers such as an apostrophe before a letter are skipped.
  func letters(of text: String, count: Int) -> [MarkedLetter] {
    let head = Substring(text.unicodeScalars.drop(while: \.isSkipped)).prefix(count + 5)
    let scalars = Array(String(head).decomposedStringWithCompatibilityMapping.unicodeScalars)
    guard var index = scalars.firstIndex(where: { !$0.isSkipped }) else { return [] }
    // Some Thai vowels are written before the consonant that sorts first, so begin at the consonant.
    if scalars[index].properties.isLogicalOrderException, index + 1 < scalars.count { index += 1 }
    guard scalars[index].isLetter else { return [] }
    var letters: [MarkedLetter] = []
    for scalar in scalars[index...] {
      if scalar.isMark {
        letters[letters.count - 1].marks.append(scalar)
      } else {
        if letters.count == count { break }
        letters.append(letter(scalar))
        // Lists ß and ẞ as SS.
        if scalar == "ß" || scalar == "ẞ" { letters.append(letter(scalar)) }
      }
    }
    return letters
  }

  private func letter(_ scalar: UnicodeScalar) -> MarkedLetter {
    switch scalar {
    case "i" where hasDottedI: MarkedLetter(base: "I", marks: ["\u{307}"])
    // The apostrophe of the Uzbek letters Oʻ and Gʻ, in the forms that keyboards write.
    case "'", "‘", "’", "ʼ", "`": MarkedLetter(base: "ʻ")
    default: MarkedLetter(base: scalar.indexCapital)
    }
  }
}

extension UnicodeScalar {
  /// The titlecase letter; for Katakana, the Hiragana letter. For Georgian it is the small letter, because Georgian
  /// capitals are used only for words that are entirely in capitals.
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

  /// Whether the scalar is a combining mark.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether an index ignores the scalar before the first letter.
  fileprivate var isSkipped: Bool {
    switch properties.generalCategory {
    case .modifierLetter, .format: true
    default: isMark || properties.isWhitespace
    }
  }
}
