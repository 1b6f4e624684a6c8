import SectionedChanges
import SectionedDataSources
import Testing

/// The samples of the article *Folding and adding up*.
@Suite("The samples on folding and adding up do what they say")
struct FoldingArticleTests {
  typealias Team = ArticleTests.Team
  typealias Player = ArticleTests.Player

  @Test func sums() throws {
    let people = ArticleTests().people
    // guide
    let sums = AggregatedDataSource(
      people, [.count("new") { $0.tags.contains("new") }, .max("last") { $0.name }])
    let list = FoldedDataSource(sums, limit: .first(1))
    let header = "\(sums.value(of: "new", inSection: 0)?.integer ?? 0) new"
    let more = list.numberOfHiddenItems(inSection: 0)
    // end
    #expect(header == "1 new" && more == 1)
    #expect(sums.value(of: "last") == .text("Bo"))
    // guide
    list.setFolded(true, section: "red")
    list.setLimit(.all, section: "blue")
    // end
    #expect(list.numberOfItems(inSection: 0) == 0 && list.totalNumberOfItems(inSection: 0) == 2)
    try people.append(Player(id: 3, name: "Cy"), toSection: 1)
    try people.append(Player(id: 4, name: "Di"), toSection: 1)
    #expect(list.numberOfItems(inSection: 1) == 2)
  }

  /// The sample is of the article *Searching*.
  @Test func someOfAll() throws {
    let people = ArticleTests().people
    // guide
    let counted = AggregatedDataSource(people, [.count("all") { _ in true }])
    let found = FilteredDataSource(counted) { player, query in
      query.matches(player.name)
    }
    func header(of section: Int) -> String {
      "\(found.numberOfItems(inSection: section)) of \(found.totalNumberOfItems(inSection: section))"
    }
    // end
    found.text = "bo"
    #expect(header(of: 0) == "1 of 2" && header(of: 1) == "0 of 0" && found.totalNumberOfItems == 2)
    var updated: [[Int]] = []
    let token = found.observe { updated.append($0.changes.sections.updated.map(\.new)) }
    defer { withExtendedLifetime(token) {} }
    try people.append(Player(id: 3, name: "Cy"), toSection: 0)
    #expect(header(of: 0) == "1 of 3" && updated == [[0]])
  }

  @Test func moreIsShown() {
    let list = FoldedDataSource(ArticleTests().people, limit: .first(1))
    // guide
    let rows = MoreRowDataSource(list, page: 10)
    let title = rows.moreRow(ofSectionAt: 0).map { "\($0.count) more" }
    rows.showMore(inSection: 0)
    // end
    #expect(title == "1 more" && rows.moreRow(ofSectionAt: 0) == nil)
    #expect(list.numberOfItems(inSection: 0) == 2)
  }
}
