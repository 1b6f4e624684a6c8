import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A window of a fetched list reads its own rows only")
struct WindowFetchedTests {
  typealias List = FetchedList<NSManagedObject>

  @Test func theRowsOfTheWindowAreRead() throws {
    let library = try FetchedWindowTests.library()
    try library.run {
      library.context.reset()
      let list = List(
        entityName: "Track", sortDescriptors: FetchedWindowTests.byPosition, batchSize: 10, in: library.context)
      try list.performFetch()
      let window = WindowDataSource(list, last: 20)
      let laws = FetchedLaws(window)
      func read() -> Int { library.context.registeredObjects.filter { !$0.isFault }.count }
      #expect(window.allItems.map(MusicLibrary.name) == (80..<100).map { "t\($0)" })
      #expect(read() <= 30)
      window.jump(to: try #require(list.itemID(at: ItemPlace(section: 0, item: 5))), before: 2, after: 2)
      #expect(window.allItems.map(MusicLibrary.name) == (3..<8).map { "t\($0)" })
      #expect(read() <= 50)
      window.showLast()
      library.track("new", 1000, in: nil)
      try library.context.save()
      #expect(window.allItems.map(MusicLibrary.name) == (80..<100).map { "t\($0)" } + ["new"])
      #expect(laws.steps == 3)
      laws.checkAtRest()
    }
  }

  @Test func changedPropertiesAreNamedAsInTheBase() throws {
    let library = try FetchedWindowTests.library(.memory)
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: FetchedWindowTests.byPosition, in: library.context)
      try list.performFetch()
      let window = WindowDataSource(list, last: 3)
      let (laws, baseLaws) = (FetchedLaws(window), FetchedLaws(list))
      try #require(window.item(at: ItemPlace(section: 0, item: 1))).setValue("other", forKey: "title")
      library.context.processPendingChanges()
      #expect(
        laws.changes.map { $0.items.updated.map(\.keys) } == baseLaws.changes.map { $0.items.updated.map(\.keys) })
      // An edit of a row before the window is not a step of the window.
      try #require(list.item(at: ItemPlace(section: 0, item: 1))).setValue("first", forKey: "title")
      library.context.processPendingChanges()
      #expect(laws.steps == 1 && baseLaws.steps == 2)
      laws.checkAtRest()
    }
  }
}
