import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Tracks by position: a b c, all saved. A query by an unknown key makes every fetch fail, as an unreadable store does.
@Suite("After a reset a fetched list is fetched until that can be done")
struct FetchedResetTests {
  typealias List = FetchedList<NSManagedObject>

  private static func request(_ key: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return request
  }

  private func names(_ list: List) -> [String] { list.fetchedItems.map(MusicLibrary.name) }

  @Test("a fetch that fails is reported, and made again with the next event", arguments: [ItemLimit.all, .first(2)])
  func failedOnce(limit: ItemLimit) throws {
    let library = try MusicLibrary()
    let (anomalies, handler) = collecting()
    let list = List(Self.request("position"), in: library.context, anomalies: handler)
    var errors: [any Error] = []
    list.onError = { errors.append($0) }
    let before = limit == .all ? ["a", "b", "c"] : ["a", "b"]
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
    // The queue has run the blocks that were enqueued by the reset, and no fetch is repeated without an event.
    library.run {
      #expect(errors.count == 1 && anomalies.kinds == [.fetchFailed])
      #expect(laws.steps == 0 && names(list) == before)
      list.rows.query = query
      library.track("d", 3, in: nil)
      library.context.processPendingChanges()
    }
    try library.run {
      #expect(errors.count == 1)
      #expect(names(list) == (limit == .all ? ["a", "b", "c", "d"] : ["a", "b"]))
      #expect(laws.steps == 1)
      let changes = try #require(laws.takeChanges().first)
      #expect(changes.items.inserted.map(\.place.item) == (limit == .all ? [3] : []))
      #expect(changes.items.updated.map(\.new.item) == Array(before.indices))
      #expect(changes.items.deleted.isEmpty && changes.items.moved.isEmpty && changes.sections.isEmpty)
      laws.checkAtRest()
      // The list follows the context again.
      try #require(list.item(1, inSection: 0)).setValue(-1, forKey: "position")
      library.context.processPendingChanges()
      #expect(Array(names(list).prefix(2)) == ["b", "a"])
      #expect(laws.steps == 2)
      laws.checkAtRest()
    }
  }

  /// The new title of `a` is not saved, and the reset discards it.
  @Test("in a fetch of the program's, too, every item is another version", arguments: [ItemLimit.all, .first(2)])
  func fetchedByTheProgram(limit: ItemLimit) throws {
    let library = try MusicLibrary()
    let list = List(Self.request("position"), in: library.context)
    let shown = limit == .all ? ["a", "b", "c"] : ["a", "b"]
    let laws = try library.run {
      for (position, title) in ["a", "b", "c"].enumerated() { library.track(title, position, in: nil) }
      try library.context.save()
      try list.setWindow(limit: limit)
      try list.performFetch()
      return FetchedLaws(list)
    }
    try library.run {
      try #require(list.item(0, inSection: 0)).setValue("lost", forKey: "title")
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      _ = laws.takeChanges()
      library.context.reset()
      try list.performFetch()
      #expect(laws.steps == 2 && names(list) == shown)
      let changes = try #require(laws.takeChanges().first)
      #expect(changes.items.updated.map(\.new.item) == Array(shown.indices))
      #expect(changes.items.inserted.isEmpty && changes.items.deleted.isEmpty && changes.items.moved.isEmpty)
      laws.checkAtRest()
    }
    // The queue has run the block of the reset, which did not fetch again.
    library.run { #expect(laws.steps == 2) }
  }

  @Test("after two resets at once one fetch is made, and one that fails is not made again at once")
  func twoResets() throws {
    let library = try MusicLibrary()
    let (anomalies, handler) = collecting()
    let list = List(Self.request("position"), in: library.context, anomalies: handler)
    var errors: [any Error] = []
    list.onError = { errors.append($0) }
    let laws = try library.run {
      library.track("a", 0, in: nil)
      try library.context.save()
      try list.performFetch()
      return FetchedLaws(list)
    }
    let query = try #require(list.rows.query)
    try library.run {
      list.rows.query = try ListQuery(Self.request("none"), in: library.context)
      library.context.reset()
      library.context.reset()
    }
    library.run {
      #expect(errors.count == 1 && anomalies.kinds == [.fetchFailed])
      #expect(laws.steps == 0)
      list.rows.query = query
      library.track("b", 1, in: nil)
      library.context.processPendingChanges()
    }
    library.run {
      #expect(errors.count == 1 && laws.steps == 1)
      #expect(names(list) == ["a", "b"])
      laws.checkAtRest()
    }
  }

  /// A title is changed in the first context, and saved after the list was set to the second context, which merges the
  /// save.
  @Test("what one context reported last is nothing to the next one", arguments: [ItemLimit.all, .first(2)])
  func anotherContext(limit: ItemLimit) throws {
    let library = try MusicLibrary(.sqlite)
    let other = library.newContext()
    let list = List(Self.request("position"), in: library.context)
    // The track is retained, as by another screen that shows it.
    let track = try library.run {
      let track = library.track("a", 0, in: nil)
      library.track("b", 1, in: nil)
      try library.context.save()
      try list.setWindow(limit: limit)
      try list.performFetch()
      track.setValue("c", forKey: "title")
      library.context.processPendingChanges()
      return track
    }
    defer { withExtendedLifetime(track) {} }
    try other.performAndWait { try list.setContext(other) }
    let saved = try #require(try library.context.posting { _ in })
    other.performAndWait {
      let (place, before) = (ItemPlace(section: 0, item: 0), list.snapshot)
      other.mergeChanges(fromContextDidSave: saved)
      #expect(list.snapshot[place].id == before[place].id)
      #expect(list.snapshot[place].revision != before[place].revision)
      #expect(names(list) == ["c", "b"])
    }
  }
}
