import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A fetched list that shows nothing counts its objects")
struct FoldedListTests {
  typealias List = FetchedList<NSManagedObject>

  private func list(in library: MusicLibrary) throws -> List {
    for (position, title) in ["a", "b", "c"].enumerated() { library.track(title, position, in: nil) }
    try library.context.save()
    let list = List(
      entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "position", ascending: true)], in: library.context)
    try list.performFetch()
    return list
  }

  private func names(_ list: List) -> [String] { list.fetchedItems.map(MusicLibrary.name) }

  @Test func foldingAndUnfolding() throws {
    let library = try MusicLibrary()
    try library.run {
      let list = try list(in: library)
      let laws = FetchedLaws(list)
      try list.setWindow(limit: .none)
      #expect(list.numberOfSections == 1 && names(list) == [])
      #expect(try list.countMatching() == 3)
      #expect(laws.steps == 1)
      library.track("d", 3, in: nil)
      library.context.processPendingChanges()
      #expect(try list.countMatching() == 4)
      // Another predicate does not unfold it, nor does another fetch.
      try list.setPredicate(NSPredicate(format: "position > 1"))
      try list.reload()
      #expect(names(list) == [])
      #expect(try list.countMatching() == 2)
      #expect(laws.steps == 1)
      try list.setWindow(limit: .first(1))
      #expect(names(list) == ["c"])
      #expect(try list.countMatching() == 2)
      try list.setWindow(limit: .all)
      #expect(names(list) == ["c", "d"])
      laws.checkAtRest()
      try list.setContext(nil)
      #expect(try list.countMatching() == 0)
    }
  }

  @Test func aChangeThatFailsLeavesItFolded() throws {
    let library = try MusicLibrary()
    try library.run {
      let list = try list(in: library)
      try list.setWindow(limit: .none)
      #expect(throws: FetchedSourceError.self) { try list.setSortDescriptors([]) }
      try list.reload()
      #expect(names(list) == [])
    }
  }
}

/// Tests of deprecated declarations. They are called as a protocol's, because a direct call is a warning, and warnings
/// are errors.
private protocol DeprecatedCalls {
  func setWindows() throws
}

@Suite("A window's limit as an integer keeps its meaning")
struct IntegerWindowTests {
  @Test func zeroShowsAll() throws { try (Calls() as any DeprecatedCalls).setWindows() }

  private struct Calls: DeprecatedCalls {
    @available(*, deprecated)
    func setWindows() throws {
      let library = try MusicLibrary()
      try library.run {
        for (position, title) in ["a", "b", "c"].enumerated() { library.track(title, position, in: nil) }
        let list = FetchedList<NSManagedObject>(
          entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "position", ascending: true)],
          in: library.context)
        try list.performFetch()
        let two = 2
        try list.setWindow(limit: two)
        #expect(list.fetchedItems.map(MusicLibrary.name) == ["a", "b"])
        try list.setWindow(limit: 0, offset: 1)
        #expect(list.fetchedItems.map(MusicLibrary.name) == ["b", "c"])
        try list.setWindow(limit: -1)
        #expect(list.fetchedItems.map(MusicLibrary.name) == ["a", "b", "c"])
      }
    }
  }
}
