import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("A fetched list has rows for more")
struct FetchedMoreRowTests {
  typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  private static func text(_ list: MoreRowDataSource<Source>) -> String {
    (0..<list.numberOfSections).map { section in
      list.items(inSection: section).map { row in
        switch row {
        case .item(let item): MusicLibrary.name(item)
        case .more(let row): "\(row)"
        }
      }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  @Test func theControllersLimitHasARow() throws {
    let library = try MusicLibrary()
    try library.run {
      let albums = [library.album("A", 0), library.album("B", 1)]
      for (index, title) in ["a1", "a2", "a3"].enumerated() { library.track(title, index, in: albums[0]) }
      library.track("b1", 0, in: albums[1])
      try library.context.save()
      let source = Source(library.controller())
      source.controller.itemLimit = .first(1)
      let list = MoreRowDataSource(source, page: 1)
      let laws = FetchedLaws(list, "more")
      try source.performFetch()
      #expect(Self.text(list) == "a1 2 more | b1")
      // The new track is hidden, so no row of the controller's list changes.
      library.track("a4", 4, in: albums[0])
      library.context.processPendingChanges()
      #expect(Self.text(list) == "a1 3 more | b1")
      list.showMore(inSection: 0)
      #expect(Self.text(list) == "a1 a2 2 more | b1")
      source.controller.setFolded(true, sectionAt: 0)
      #expect(Self.text(list) == " | b1")
      source.controller.setFolded(false, sectionAt: 0)
      list.page = nil
      list.showMore(try #require(list.moreRow(ofSectionAt: 0)))
      #expect(Self.text(list) == "a1 a2 a3 a4 | b1")
      #expect(laws.steps == 6)
      laws.checkAtRest()
    }
  }

  /// A tap on the row could not show the items that the request's own limit excludes.
  @Test func aLimitOfTheRequestHasNoRow() throws {
    let library = try MusicLibrary()
    try library.run {
      let album = library.album("A", 0)
      for (index, title) in ["a1", "a2", "a3"].enumerated() { library.track(title, index, in: album) }
      let controller = library.controller()
      controller.itemFetchRequest.fetchLimit = 2
      let source = Source(controller)
      try source.performFetch()
      let list = MoreRowDataSource(source)
      #expect(Self.text(list) == "a1 a2")
      #expect(source.numberOfHiddenItems(inSection: 0) == 1)
    }
  }
}
