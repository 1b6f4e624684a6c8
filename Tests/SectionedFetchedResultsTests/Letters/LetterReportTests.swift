import Foundation
import SectionedFetchedResults
import Testing

/// Problems that users of other programs reported for their indices, each written anew as a test.
@Suite("Reports about letters")
struct LetterReportTests {
  /// Returns the sections of names, in order.
  private static func sections(_ names: String..., locale: String) -> [String] {
    let index = LetterIndex(Locale(identifier: locale))
    return Set(names.map(index.letter)).sorted(by: index.precedes)
  }

  // 3lvis/DATASource #24: Å just after A, when it should go after Z.
  @Test func norwegianRingIsLast() {
    #expect(Self.sections("Åse", "Anne", "Zoë", "Ørjan", "Ærlig", locale: "nb") == ["A", "Z", "Æ", "Ø", "Å"])
  }

  // marmelroy/PhoneNumberKit #710: a folded index of countries has A, A, O.
  @Test func swedishLettersAreNotFolded() {
    #expect(Self.sections("Åland", "Österrike", "Ärla", "Albanien", locale: "sv") == ["A", "Å", "Ä", "Ö"])
  }

  // Dimillian/ACHNBrowserUI #123: in German, Ä and Á are under A.
  @Test func germanUmlautsAreWithinTheirLetters() {
    #expect(Self.sections("Ägypten", "Álvaro", "Anna", "Österreich", "Oslo", locale: "de") == ["A", "O"])
  }

  // SimpleMobileTools/Simple-Contacts #131: à, ç, ê, ł and ś are at the bottom. #699: S and Š are one letter in English.
  @Test func accentsAreNotAtTheBottom() {
    #expect(Self.sections("à", "ç", "ê", "ę", "ł", "ś", "s", "Šimona", locale: "en") == ["A", "C", "E", "L", "S"])
    #expect(Self.sections("Simon", "Šimona", locale: "cs") == ["S", "Š"])
  }

  // libasys/contactsplus #89: the list is L Ł L Ł L.
  @Test func polishLettersAreNotRepeated() {
    let names = ["Lech", "Łukasz", "Lidia", "Łucja", "Luiza"]
    let index = LetterIndex(Locale(identifier: "pl"))
    let sorted = names.sorted { $0.compare($1, locale: Locale(identifier: "pl")) == .orderedAscending }
    #expect(sorted.map(index.letter) == ["L", "L", "L", "Ł", "Ł"])
  }

  // Kieran-McIntyre/react-native-section-alphabet-list #6: Ü, Ş, Ğ, Ç, Ö, İ are under #.
  @Test func turkishLettersAreLetters() {
    #expect(
      Self.sections("Ümit", "şule", "Çağla", "Ömer", "İpek", "Irmak", locale: "tr") == ["Ç", "I", "İ", "Ö", "Ş", "Ü"])
  }

  // kontalk/androidclient #601: names that are not Latin are clubbed under #. NiagaraLauncher/Niagara-Issues #455: they
  // are romanized.
  @Test func otherScriptsHaveTheirLetters() {
    #expect(
      Self.sections("Anna", "സുമ", "Жанна", "Ελένη", "김", "7up", locale: "en") == ["A", "Ε", "Ж", "സ", "ㄱ", "#"])
  }

  // lionheart/openradar-mirror #7267 (rdar 23141976): with Arabic, a word with A is under B.
  @Test func latinLettersOfAnArabicIndex() {
    #expect(Self.sections("Axxx", "Bxxx", "أمل", "بدر", locale: "ar") == ["ا", "ب", "A", "B"])
  }

  // RestKit/RestKit #702: small letters make sections of their own.
  @Test func caseMakesNoSections() {
    #expect(Self.sections("anna", "Anna", "ANNA", locale: "en") == ["A"])
  }
}
