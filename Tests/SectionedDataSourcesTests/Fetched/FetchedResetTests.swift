import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Tracks by position: a b c, all saved. A query that no fetch can answer stands for a store that cannot be read.
@Suite("After a reset a fetched list is fetched until that can be done")
struct FetchedResetTests {
  typealias List = FetchedList<NSManagedObject>

  private static func request(_ key: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return request
  }

  private func names(_ list: List) -> [String] { list.fetchedItems.map(MusicLibrary.name) }

  @Test("a fetch that fails is reported, and made again with the next event", arguments: [0, 2])
  func failedOnce(limit: Int) throws {
    let library = try MusicLibrary()
    let (anomalies, handler) = collecting()
    let list = List(Self.request("position"), in: library.context, anomalies: handler)
    var errors: [any Error] = []
    list.onError = { errors.append($0) }
    let before = limit == 0 ? ["a", "b", "c"] : ["a", "b"]
    let laws = try library.run {
      for (position, title) in ["a", "b", "c"].enumerated() { library.track(title, position, in: nil) }
      try library.context.save()
      try list.setWindow(limit: limit)
      try list.performFetch()
      #expect(names(list) == before)
      return FetchedLaws(list)
    }
    let query = try #require(list.rows.query)
    try library.run {
      list.rows.query = try ListQuery(Self.request("none"), in: library.context)
      library.context.reset()
    }
    // What was put on the context's queue has run by now, and nothing tries again by itself.
    library.run {
      #expect(errors.count == 1 && anomalies.kinds == [.fetchFailed])
      #expect(laws.steps == 0 && names(list) == before)
      list.rows.query = query
      library.track("d", 3, in: nil)
      library.context.processPendingChanges()
    }
    try library.run {
      #expect(errors.count == 1)
      #expect(names(list) == (limit == 0 ? ["a", "b", "c", "d"] : ["a", "b"]))
      #expect(laws.steps == 1)
      let changes = try #require(laws.takeChanges().first)
      #expect(changes.items.inserted.map(\.place.item) == (limit == 0 ? [3] : []))
      #expect(changes.items.updated.map(\.new.item) == Array(before.indices))
      #expect(changes.items.deleted.isEmpty && changes.items.moved.isEmpty && changes.sections.isEmpty)
      laws.checkAtRest()
      // It follows the context as before.
      try #require(list.item(1, inSection: 0)).setValue(-1, forKey: "position")
      library.context.processPendingChanges()
      #expect(Array(names(list).prefix(2)) == ["b", "a"])
      #expect(laws.steps == 2)
      laws.checkAtRest()
    }
  }
}
