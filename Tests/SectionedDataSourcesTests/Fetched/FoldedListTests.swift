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
      // Another predicate or another fetch does not unfold the list.
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

  /// The fetch after the reset must not show the objects of the folded list.
  @Test func aResetLeavesItFolded() throws {
    let library = try MusicLibrary()
    let laws = try library.run {
      let list = try self.list(in: library)
      try list.setWindow(limit: .none)
      return FetchedLaws(list)
    }
    let list = laws.source
    library.run { library.context.reset() }
    // The blocks that the reset enqueued on the context's queue have run.
    try library.run {
      #expect(list.numberOfSections == 1 && names(list) == [] && laws.steps == 0)
      #expect(try list.countMatching() == 3)
      try list.setWindow(limit: .first(2))
      #expect(names(list) == ["a", "b"] && laws.steps == 1)
      #expect(list.fetchedItems.allSatisfy { $0.managedObjectContext === library.context })
      laws.checkAtRest()
    }
  }

  /// The observer sets another window in the step that folds the list. Its window takes effect.
  @Test func anObserverOfTheFoldingUnfoldsIt() throws {
    let library = try MusicLibrary()
    try library.run {
      let list = try self.list(in: library)
      let laws = FetchedLaws(list)
      var shown: [[String]] = []
      let token = list.observe { [unowned list] _ in
        shown.append(names(list))
        guard shown.count == 1 else { return }
        do { try list.setWindow(limit: .first(1)) } catch { Issue.record(error) }
      }
      defer { token.cancel() }
      try list.setWindow(limit: .none)
      #expect(shown == [[], ["a"]] && names(list) == ["a"])
      try list.reload()
      #expect(names(list) == ["a"] && laws.steps == 2)
      laws.checkAtRest()
    }
  }
}

/// Calls of deprecated declarations. The test calls them through a protocol, because a direct call causes a warning,
/// and warnings are errors.
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
