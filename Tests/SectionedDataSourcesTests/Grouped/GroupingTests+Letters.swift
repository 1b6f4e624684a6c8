import Foundation
import SectionedChanges
import SectionedFetchedResults
import Testing

@testable import SectionedDataSources

extension GroupingTests {
  @Test("Letters are capitals without accents; what begins with no letter is under #, last")
  func letters() {
    let words = ["émile", "Eva", "zoë", "1984", "", " adam", "ßig", "ﬁn", "東京", "E\u{301}a", nil]
    let base = notes(words.enumerated().map { Note(id: $0, text: $1) })
    let letters = GroupedDataSource(
      base, by: .firstLetter(of: { $0.text }, locale: Locale(identifier: "en")), order: .letters)
    let lines = (0..<letters.numberOfSections).map { index in
      "\(letters.section(at: index).flatMap { $0 } ?? "nil"): \(letters.items(inSection: index).map(\.id))"
    }
    #expect(lines == ["nil: [10]", "A: [5]", "E: [0, 1, 9]", "F: [7]", "S: [6]", "Z: [2]", "…: [8]", "#: [3, 4]"])
  }

  @Test(
    "The letter is that of the locale's alphabet, and of a syllable the one that it begins with",
    arguments: [
      // In Turkish, İ and I are two letters; elsewhere both belong to I.
      ("tr", "İzmir iğde Istanbul ırmak Çorum çay Öz öl şal Ufuk üç", "İ İ I I Ç Ç Ö Ö Ş U Ü"),
      ("az", "İlham i ıldırım", "İ İ I"), ("en", "İzmir iğde Istanbul ırmak Çorum öl", "I I I I C O"),
      // Å, Ä and Ö are the last letters of the Swedish alphabet; in German they belong to A and O.
      ("sv", "Åsa ångström Ärla äpple Ön Édith", "Å Å Ä Ä Ö E"),
      ("de", "Åsa Ärger ärger öl ß straße ﬁn ẞ", "A A A O S S F S"),
      ("es", "Ñandu ñu Ángel niño", "Ñ Ñ A N"), ("pl", "Łódź łan Żaba źle ósmy", "Ł Ł Ż Ź Ó"),
      ("fr", "Élan Œuvre œuf ça", "E O O C"),
      ("da", "Øre øl Ålborg Ǻ æble", "Ø Ø Å Å Æ"), ("vi", "Ấn ớt đá", "Â Ơ Đ"),
      // Uppercase letters that are not in use do not occur.
      ("ka", "ქართული ᲥᲐᲠᲗᲣᲚᲘ აბ", "ქ ქ ა"),
      // The letter is the consonant, without the vowel sign and the other consonants of the syllable.
      ("hi", "कमल किताब कुल क्षमा हिन्दी इंद्र क़लम", "क क क क ह इ क"), ("ta", "கிளி கை", "க க"), ("bn", "কি কে", "ক ক"),
      ("ko", "한글 하늘 가나 각 ㄱ 까치", "ㅎ ㅎ ㄱ ㄱ ㄱ ㄱ"), ("ja", "がく かく ｶﾞ 東京", "か か か …"),
      ("ru", "Ёлка ель Йод игра", "Е Е Й И"), ("el", "άλφα Όμηρος ωμέγα ς", "Α Ο Ω Σ"),
      ("ar", "أحمد إيمان آدم باب", "ا ا ا ب"), ("en", "1st #x ½ ① ．A Ａ ﷼ 👍 ½ ŉ ㎏", "# # # # # A ر # # N K"),
    ])
  func alphabets(locale: String, texts: String, letters: String) {
    let grouping = ItemGrouping<String, String>.firstLetter(of: { $0 }, locale: Locale(identifier: locale))
    #expect(texts.split(separator: " ").map { grouping.group(String($0)) ?? "nil" }.joined(separator: " ") == letters)
  }

  @Test("Groups are in the order of the alphabet, which the locale or the index gives")
  func orderOfLetters() {
    func lines(_ index: LetterIndex) -> [String?] {
      let words = ["Ärla", "öl", "Zoë", "Åsa", "anna", "Жанна", "東京", "7"]
      let base = notes(words.enumerated().map { Note(id: $0, text: $1) })
      let groups = GroupedDataSource(
        base, by: .firstLetter(of: { $0.text }, index: index), order: .letters(of: index))
      return (0..<groups.numberOfSections).map { groups.section(at: $0) ?? nil }
    }
    let swedish = Locale(identifier: "sv")
    #expect(lines(LetterIndex(swedish)) == ["A", "Z", "Å", "Ä", "Ö", "Ж", "…", "#"])
    #expect(lines(LetterIndex(swedish, also: [Locale(identifier: "zh")])) == ["A", "D", "Z", "Å", "Ä", "Ö", "Ж", "#"])
    #expect(lines(LetterIndex(Locale(identifier: "ru"), scripts: .latin)) == ["Ж", "A", "O", "Z", "…", "#"])
    let base = notes(["Ö", "Z"].enumerated().map { Note(id: $0, text: $1) })
    let groups = GroupedDataSource(
      base, by: .firstLetter(of: { $0.text }, locale: swedish), order: .letters(of: swedish))
    #expect(groups.section(at: 1) == "Ö")
  }

  @Test("After a change of the locale, groups are also in another order")
  func orderFollowsTheLocale() {
    let center = NotificationCenter()
    let base = notes(["Ö", "Z"].enumerated().map { Note(id: $0, text: $1) })
    var index = LetterIndex(Locale(identifier: "sv"))
    let name = NSLocale.currentLocaleDidChangeNotification
    let groups = GroupedDataSource(
      base, by: ItemGrouping<Note, String>(notifications: [name]) { note in note.text.map { index.letter(for: $0) } },
      order: .by { index.precedes($0, $1) }, center: center, perform: { $0() })
    func sections() -> [String?] { (0..<groups.numberOfSections).map { groups.section(at: $0) ?? nil } }
    #expect(sections() == ["Z", "Ö"])
    // In Hungarian, Ö follows O.
    index = LetterIndex(Locale(identifier: "hu"))
    center.post(name: name, object: nil)
    #expect(sections() == ["Ö", "Z"])
  }
}
