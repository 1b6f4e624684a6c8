/// The letters of one alphabet, in its order.
struct Alphabet: Sendable {
  let script: Script
  /// The codes of the languages that use it, separated by spaces.
  let languages: String
  /// The letters, separated by spaces. After `=` follow variants that are listed under the same letter: `Z=Þ,Ɂ-ɂ`. A
  /// letter may have several characters, such as `CH`. A repeated letter continues its variants.
  let letters: String

  init(_ script: Script, _ languages: String, _ letters: String) {
    self.script = script
    self.languages = languages
    self.letters = letters
  }

  /// A script by its ISO 15924 code, in the order of Unicode's collation.
  enum Script: String, CaseIterable, Sendable {
    case latin = "Latn"
    case greek = "Grek"
    case cyrillic = "Cyrl"
    case georgian = "Geor"
    case armenian = "Armn"
    case hebrew = "Hebr"
    case arabic = "Arab"
    case ethiopic = "Ethi"
    case devanagari = "Deva"
    case bengali = "Beng"
    case gurmukhi = "Guru"
    case gujarati = "Gujr"
    case oriya = "Orya"
    case tamil = "Taml"
    case telugu = "Telu"
    case kannada = "Knda"
    case malayalam = "Mlym"
    case sinhala = "Sinh"
    case thai = "Thai"
    case lao = "Laoo"
    case tibetan = "Tibt"
    case myanmar = "Mymr"
    case khmer = "Khmr"
    case cherokee = "Cher"
    case hangul = "Hang"
    case kana = "Kana"
    case han = "Hani"
  }
}

extension Alphabet {
  /// A letter, and the variants that an index lists under it.
  struct Entry {
    let letter: String
    var variants: [String] = []
  }

  var entries: [Entry] {
    letters.unicodeScalars.split { $0 == " " || $0 == "\n" }.map { part in
      let pieces = part.split(separator: "=", maxSplits: 1)
      var entry = Entry(letter: String(pieces[0]))
      guard pieces.count == 2 else { return entry }
      for other in pieces[1].split(separator: ",") {
        let scalars = Array(other)
        if scalars.count == 3, scalars[1] == "-" {
          let range = scalars[0].value...scalars[2].value
          entry.variants += range.compactMap(UnicodeScalar.init).map { String(Character($0)) }
        } else {
          entry.variants.append(String(other))
        }
      }
      return entry
    }
  }
}
