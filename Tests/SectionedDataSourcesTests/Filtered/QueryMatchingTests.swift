import Foundation
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("A query matches texts as the system's searches do")
struct QueryMatchingTests {
  @Test("it agrees with Foundation on any two texts", arguments: RandomRuns.seeds(16))
  func agreement(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // ASCII letters, characters that fold to ASCII or nearly so, characters of two scalars, and the neighbors of
    // printable ASCII.
    let alphabets = [
      "aAbB1 -".map(String.init), "aAiIsS @[`{".map(String.init),
      [
        "e", "é", "e\u{301}", "E", "ß", "s", "ﬁ", "f", "i", "İ", "ı", "I", "K", "k", "\r\n", "\n",
        "\t", "\u{7f}", "\0", "👩‍👧", "ア", "ｱ",
      ],
    ]
    for _ in 0..<400 {
      let alphabet = random.one(of: alphabets)
      func text(_ length: Int) -> String {
        (0..<length).map { _ in random.one(of: alphabet) }.joined()
      }
      let (candidate, pattern) = (text(random.below(12)), text(1 + random.below(3)))
      let isFound = SearchQuery(text: pattern).matches(candidate)
      #expect(
        isFound == candidate.localizedStandardContains(pattern),
        "seed \(seed): \(pattern.debugDescription) in \(candidate.debugDescription)")
    }
  }

  @Test("without a text everything matches")
  func empty() {
    #expect(
      SearchQuery().matches("") && SearchQuery(scope: 1).matches("a")
        && !SearchQuery(text: "a").matches(""))
  }

  @Test("texts that are not kept in UTF-8 are found, too")
  func bridged() {
    let candidate = String(
      NSString(string: "A long text of some title, as a framework hands it on"))
    #expect(
      SearchQuery(text: "SOME TITLE").matches(candidate)
        && !SearchQuery(text: "titles").matches(candidate))
  }

  /// In these languages an uppercase i has a dot.
  @Test(
    "languages with other pairs of letters are left to Foundation",
    arguments: ["tr_TR", "az_AZ", "lt_LT", "de_DE"])
  func languages(_ locale: String) {
    #expect(SearchQuery.hasPlainCase(Locale(identifier: locale)) == (locale == "de_DE"))
  }
}
