import Foundation
import SectionedDataSources
import SectionedFetchedResults
import Testing

/// The samples of the article *Grouping by letters*.
@Suite("Samples of letters")
struct LetterArticleTests {
  struct Team: Identifiable, Hashable, Sendable {
    var id: String
  }

  struct Player: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
  }

  private func people(_ names: String...) -> MemoryList<Team, Player> {
    MemoryList([SectionContent(Team(id: "all"), items: names.enumerated().map { Player(id: $0, name: $1) })])
  }

  /// The sections, each in the form `letter: names`.
  private func lines(_ source: GroupedDataSource<MemoryList<Team, Player>, String>) -> [String] {
    (0..<source.numberOfSections).map { section in
      let letter = (source.section(at: section) ?? nil) ?? "nil"
      return letter + ": " + source.items(inSection: section).map(\.name).joined(separator: " ")
    }
  }

  @Test("A Swedish list, which stays in order while names change") func oneLanguage() throws {
    let people = people("Örjan", "Åsa", "Zoë", "Bo", "Anna")
    // guide
    let locale = Locale(identifier: "sv")
    let byLetter = GroupedDataSource(
      people, by: .firstLetter(of: { $0.name }, locale: locale), order: .letters(of: locale),
      itemOrder: { $0.name.compare($1.name, locale: locale) == .orderedAscending })
    // end
    #expect(lines(byLetter) == ["A: Anna", "B: Bo", "Z: Zoë", "Å: Åsa", "Ö: Örjan"])
    try people.update(Player(id: 3, name: "Åke"))
    #expect(lines(byLetter) == ["A: Anna", "Z: Zoë", "Å: Åke Åsa", "Ö: Örjan"])
    let german = Locale(identifier: "de")
    let other = GroupedDataSource(
      people, by: .firstLetter(of: { $0.name }, locale: german), order: .letters(of: german))
    #expect(lines(other) == ["A: Åsa Åke Anna", "O: Örjan", "Z: Zoë"])
  }

  @Test("Several languages in one list") func severalLanguages() {
    let people = people("7up", "北京", "Їжак", "Іван", "Bo", "김", "東京")
    // guide
    let index = LetterIndex(
      Locale(identifier: "en"), also: [Locale(identifier: "uk"), Locale(identifier: "zh")])
    let byLetter = GroupedDataSource(
      people, by: .firstLetter(of: { $0.name }, index: index), order: .letters(of: index))
    // end
    #expect(lines(byLetter) == ["B: 北京 Bo", "D: 東京", "І: Іван", "Ї: Їжак", "ㄱ: 김", "#: 7up"])
  }
}
