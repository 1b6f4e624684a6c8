import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Neighbors in fetched lists")
struct NeighborFetchedTests {
  private static func name(_ track: NSManagedObject?) -> String { track.map(MusicLibrary.name) ?? "-" }

  /// The middle row of t0 t1 t2 is deleted. Each look contains the names of both neighbors.
  @Test func aDeletedRowMakesNeighborsOfThoseBesideIt() throws {
    let library = try MusicLibrary()
    try library.run {
      let tracks = (0..<4).map { library.track("t\($0)", $0, in: nil) }
      try library.context.save()
      let list = FetchedList<NSManagedObject>(
        entityName: "Track", sortDescriptors: FetchedWindowTests.byPosition, in: library.context)
      try list.performFetch()
      let neighbors = NeighborDataSource(list) { "\(Self.name($0)) \(Self.name($2))" }
      let laws = FetchedLaws(neighbors)
      #expect(
        (0..<4).map { neighbors.look(at: ItemPlace(section: 0, item: $0)) } == ["- t1", "t0 t2", "t1 t3", "t2 -"])
      library.context.delete(tracks[1])
      library.context.processPendingChanges()
      #expect((0..<3).map { neighbors.look(at: ItemPlace(section: 0, item: $0)) } == ["- t2", "t0 t3", "t2 -"])
      #expect(laws.takeChanges().map { $0.items.updated.map(\.new.item) } == [[0, 1]])
      tracks[3].setValue(-1, forKey: "position")
      library.context.processPendingChanges()
      #expect((0..<3).map { neighbors.look(at: ItemPlace(section: 0, item: $0)) } == ["- t0", "t3 t2", "t0 -"])
      library.context.rollback()
      library.context.processPendingChanges()
      #expect(
        (0..<4).map { neighbors.look(at: ItemPlace(section: 0, item: $0)) } == ["- t1", "t0 t2", "t1 t3", "t2 -"])
      laws.checkAtRest()
    }
  }

  /// A sectioned controller with `A: a1 a2 | B: b1`.
  @Test func aSectionedControllerIsABase() throws {
    let library = try MusicLibrary()
    try library.run {
      let (first, second) = (library.album("A", 0), library.album("B", 1))
      let a1 = library.track("a1", 0, in: first)
      library.track("a2", 1, in: first)
      library.track("b1", 0, in: second)
      try library.context.save()
      let source = FetchedDataSource(library.controller())
      try source.performFetch()
      let neighbors = NeighborDataSource(source, crossesSections: true) { "\(Self.name($0)) \(Self.name($2))" }
      let laws = FetchedLaws(neighbors)
      func looks() -> [String?] {
        (0..<neighbors.numberOfSections).flatMap { section in
          (0..<neighbors.numberOfItems(inSection: section)).map {
            neighbors.look(at: ItemPlace(section: section, item: $0))
          }
        }
      }
      #expect(looks() == ["- a2", "a1 b1", "a2 -"])
      a1.setValue(second, forKey: "album")
      a1.setValue(1, forKey: "position")
      library.context.processPendingChanges()
      // The second section is now `B: b1 a1`.
      #expect(looks() == ["- b1", "a2 a1", "b1 -"])
      #expect(laws.steps == 1)
      laws.checkAtRest()
    }
  }
}
