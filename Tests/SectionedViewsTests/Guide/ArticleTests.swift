import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

/// The samples of the articles. A sample is between `// guide` and `// end`.
@Suite("The samples of the articles run")
@MainActor
struct ArticleTests {
  @Test func showingAList() throws {
    let books = Shelves([SectionContent(Shelf(id: 1), items: [Book(id: 10), Book(id: 11)])])
    // guide
    let presenter = ListPresenter(books)
    presenter.editing.move = { old, new in
      try books.performUpdates(origin: .user) { try books.move(from: old, to: new) }
    }
    // end
    let view = StrictListView(presenter)
    presenter.view = view
    #expect(view.drag(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 0, item: 1)) == nil)
    view.checkShows(books)
  }
}
