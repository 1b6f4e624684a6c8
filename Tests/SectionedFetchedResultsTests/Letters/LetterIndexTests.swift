import Foundation
import Testing

@testable import SectionedFetchedResults

@Suite("An index lists texts under the letters of a language")
struct LetterIndexTests {
  private static func index(_ identifier: String) -> LetterIndex { LetterIndex(Locale(identifier: identifier)) }

  private static func letters(of texts: String, in index: LetterIndex) -> String {
    texts.split(separator: " ").map { index.letter(for: String($0)) }.joined(separator: " ")
  }

  @Test("The letters are those that ICU makes of the CLDR, in their order")
  func publishedLetters() {
    var count = 0
    for (languages, letters) in PublishedLetters.byLanguages {
      for language in languages {
        count += 1
        #expect(Self.index(language).languageLetters == letters, "\(language)")
      }
    }
    #expect(count == 82)
  }

  @Test("There are letters of more than ninety languages, each letter once")
  func tables() {
    #expect(Alphabet.codes.count > 90)
    for code in Alphabet.codes {
      let letters = Self.index(code).letters
      #expect(Set(letters).count == letters.count && letters.suffix(2) == ["…", "#"], "\(code)")
      #expect(letters.enumerated().allSatisfy { Self.index(code).position(of: $1) == $0 }, "\(code)")
    }
  }

  @Test("The tables of Chinese characters have one entry for each, and every entry is a letter")
  func chineseTables() {
    for (way, code) in [(HanLetters.pinyin, "zh"), (.strokes, "zh_Hant")] {
      let index = Self.index(code)
      for value in HanLetters.range {
        guard let scalar = UnicodeScalar(value) else { continue }
        let letter = way.letter(of: scalar, before: nil)
        if index.position(of: letter) == nil { Issue.record("\(scalar) is under \(letter)") }
      }
    }
    #expect(HanLetters.pinyinLetters.count == 20_992 && HanLetters.strokeCounts.count == 20_992)
  }

  /// The data has no reading for 68 of the 20,992 characters. Another version of the data may have some other readings.
  @Test("Chinese characters are listed by the readings that the platform's transliteration gives them")
  func readings() throws {
    let index = Self.index("zh")
    let characters = HanLetters.range.compactMap { UnicodeScalar($0) }.map { String(Character($0)) }
    let latin = try #require(characters.joined(separator: "\n").applyingTransform(.mandarinToLatin, reverse: false))
    let readings = latin.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    try #require(readings.count == characters.count)
    let agreed = zip(characters, readings).filter { index.letter(for: $0) == index.letter(for: $1) }
    #expect(agreed.count >= characters.count * 98 / 100, "\(agreed.count) of \(characters.count)")
  }

  @Test(
    "Each language lists under its own letters",
    arguments: [
      ("uk", "Ґанок Євген Іван Їжак Йосип Ганна", "Ґ Є І Ї Й Г"), ("ru", "Йод Ёлка ель Щука", "Й Е Е Щ"),
      ("be", "Ёлка Іван Ўладзь", "Ё І У"), ("sr", "Љубав Ђорђе Џак", "Љ Ђ Џ"), ("mk", "Ќебап Ѓорѓи Ѕвезда", "Ќ Ѓ Ѕ"),
      ("cs", "Chata čáp Cyril Hora Řím šaman", "CH Č C H Ř Š"), ("sk", "Ľubomír Čadca Chata Ďuro", "L Č CH D"),
      ("hu", "Csaba Cecil Zsolt Zoltán Gyula Szabó Éva Örs őz ccsaba", "CS C ZS Z GY SZ E Ö Ö CS"),
      ("hr", "Ljubljana Njegoš džep Đuro čaj ćup ǆep", "LJ NJ DŽ Đ Č Ć DŽ"), ("lt", "Yla ilgas Žemaitija", "I I Ž"),
      ("lv", "Ķemeri Ādaži Ģirts", "Ķ Ā Ģ"), ("et", "Šveits Zürich Õun Üks", "Š Z Õ Ü"),
      ("nb", "Aasen Åsne Ærlig Ødegård Àa", "Å Å Æ Ø A"), ("is", "Þór Ásta Anna Örn", "Þ Á A Ö"),
      ("cy", "Llanelli Lampeter Chwefror", "LL L CH"), ("sq", "Shkodër Sarandë Dhimitër", "SH S DH"),
      ("uz", "O‘zbek Oʻ O'rin Olim Sharq G'ani", "Oʻ Oʻ Oʻ O Sh Gʻ"), ("fil", "Ngayon Ñ Nena", "Ng Ñ N"),
      ("ro", "Șerban Ştefan Țara Ţară Însorit Ion", "Ș Ș Ț Ț Î I"), ("vi", "Ấn Ậm Ắc ớt", "Â Â Ă Ơ"),
      ("ar", "ابن أمل إبراهيم ٱلله يوسف", "ا ا ا ا ي"), ("fa", "آرش امیر پری کیان گل", "آ ا پ ک گ"),
      ("he", "שלום אבא", "ש א"), ("am", "ሁሉ አበበ", "ሀ አ"), ("th", "เชียงใหม่ กรุงเทพ แม่ ไทย", "ช ก ม ท"),
      ("ko", "꽃 대한 뚝 빵 ㄲ", "ㄱ ㄷ ㄷ ㅂ ㄱ"), ("ka", "ქართული ᲥᲐᲠᲗᲣᲚᲘ", "ქ ქ"),
      ("ja", "あき カナ さくら ソラ たろう ばら ぱん ﾀﾛｳ ヴ 長", "あ か さ さ た は は た あ …"),
      ("zh", "张伟 李娜 北京 上海 重庆 重新 Anna 8", "Z L B S C Z A #"),
      ("zh_Hant_TW", "一 王 林 Anna", "1劃 4劃 8劃 A"),
    ])
  func languages(locale: String, texts: String, letters: String) {
    #expect(Self.letters(of: texts, in: Self.index(locale)) == letters)
  }

  @Test("Letters of other scripts follow those of the language; the rest is last")
  func scripts() {
    let english = Self.index("en_US")
    #expect(Self.letters(of: "Їжак Жук Ψ שלום 김 たけ 東 \u{13000} 7", in: english) == "І Ж Ψ ש ㄱ た … … #")
    let russian = Self.index("ru")
    let latin = russian.languageLetters.count
    #expect(russian.letters[latin] == "A" && russian.letters.suffix(2) == ["…", "#"])
    #expect(english.letters.prefix(27).suffix(2) == ["Z", "Α"])
    let few = LetterIndex(Locale(identifier: "uk"), scripts: .latin)
    #expect(few.letters.count == few.languageLetters.count + 26 + 2)
    #expect(Self.letters(of: "Їжак Anna Ψ", in: few) == "Ї A …")
  }

  @Test("Of each script the first language decides, and Chinese in an English list is listed by readings")
  func severalLanguages() {
    let both = LetterIndex(
      Locale(identifier: "sv"), also: [Locale(identifier: "uk"), Locale(identifier: "zh"), Locale(identifier: "de")])
    #expect(Self.letters(of: "Åsa Їжак 北京", in: both) == "Å Ї B")
    #expect(both.letters.firstIndex(of: "Ö") == 28 && both.letters.firstIndex(of: "А") == 29)
  }

  @Test("Of two ways to list Chinese characters, the first one decides, and an index has the letters of that one only")
  func twoWaysOfChinese() {
    let (simple, traditional) = (Locale(identifier: "zh"), Locale(identifier: "zh_Hant"))
    let readings = LetterIndex(simple, also: [traditional])
    #expect(Self.letters(of: "北京 一", in: readings) == "B Y")
    #expect(readings.letters == Self.index("zh").letters)
    let strokes = LetterIndex(traditional, also: [simple])
    #expect(Self.letters(of: "一 王 Anna", in: strokes) == "1劃 4劃 A")
    #expect(Array(strokes.languageLetters.prefix(2)) == ["1劃", "2劃"])
    let english = LetterIndex(Locale(identifier: "en"), also: [simple, traditional], scripts: .latin)
    #expect(english.letters.count == 28 && Self.letters(of: "北京 Їжак", in: english) == "B …")
  }

  @Test(
    "A locale's language, script and region lead to its alphabet",
    arguments: [
      ("sv_SE", "sv"), ("sv-FI", "sv"), ("no_NO", "nb"), ("iw", "he"), ("sr", "sr"), ("sr-Latn-RS", "sr_Latn"),
      ("sr_ME", "sr_Latn"), ("zh", "zh"), ("zh_TW", "zh_Hant"), ("zh-Hans-HK", "zh"), ("zh_Hant", "zh_Hant"),
      ("yue", "zh_Hant"), ("az_Cyrl_AZ", "az_Cyrl"), ("de_DE@collation=phonebook", "de"), ("en_US_POSIX", "en"),
      ("xx", "en"), ("", "en"), ("C", "en"), ("ja_JP", "ja"), ("ko-Kore-KR", "ko"), ("hi-u-nu-latn", "hi"),
      ("ar-SA-u-nu-latn", "ar"), ("sr-Cyrl-RS-x-latn", "sr"), ("zh-x-hk", "zh"), ("und-Cyrl", "und_Cyrl"),
      ("_", "en"), ("-Latn", "en"), ("zh_\u{0}", "zh"),
    ])
  func locales(identifier: String, code: String) {
    #expect(Alphabet.code(ofLocale: identifier) == code)
  }

  @Test("Indices of one alphabet are equal")
  func equality() {
    #expect(Self.index("en_US") == Self.index("en_GB") && Self.index("nb") == Self.index("no_NO"))
    #expect(Self.index("sv") != Self.index("fi"))
    #expect(Self.index("sv") != LetterIndex(Locale(identifier: "sv"), scripts: .latin))
    #expect(Set([Self.index("en_US"), Self.index("en_GB")]).count == 1)
  }

  @Test("Titles that are no letters come after the alphabets, in ascending order")
  func order() {
    let index = Self.index("sv")
    let titles = ["#", "…", "Ö", "zz", "Ä", "aa", "Z", "Å", "あ", "A"]
    #expect(titles.sorted(by: index.precedes) == ["A", "Z", "Å", "Ä", "Ö", "あ", "aa", "zz", "…", "#"])
  }

  @Test("Spaces, invisible characters and modifiers before the first letter are skipped")
  func skipping() {
    let index = Self.index("en")
    for text in [" adam", "\t\nadam", "\u{A0}adam", "\u{200F}adam", "\u{FEFF}adam", "ʻadam", "\u{301}adam"] {
      #expect(index.letter(for: text) == "A", "\(text.unicodeScalars.map(\.value))")
    }
    // The number and the mixture of these characters must not matter.
    for filling in [" ", "\u{200F}", "ʻ", "\u{200F} ", " \u{301}\u{FEFF}"] {
      let filling = String(repeating: filling, count: 1000)
      #expect(index.letter(for: filling + "adam") == "A", "\(filling.unicodeScalars.prefix(3).map(\.value))")
      #expect(index.letter(for: filling + "Éva") == "E", "\(filling.unicodeScalars.prefix(3).map(\.value))")
      #expect(index.letter(for: filling) == "#", "\(filling.unicodeScalars.prefix(3).map(\.value))")
    }
    for text in ["", " ", "\u{200F}", "ʻ", "'adam", "(a)", "½", "👍", "\u{301}"] {
      #expect(index.letter(for: text) == "#", "\(text.unicodeScalars.map(\.value))")
    }
  }
}
