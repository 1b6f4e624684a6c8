import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A list of 1,000 tracks, and another coordinator that writes to their store with a history. The tests merge its
/// transactions into the list's context.
@Suite("The reads of a list that catches up with external writes by the history")
struct HistoryCostTests {
  private let writing: HistoryStack
  private let coordinator: NSPersistentStoreCoordinator
  private let counting: CountingStore
  private let context: NSManagedObjectContext
  private let list: NSFetchedResultsController<NSManagedObject>
  private let calls = ListCalls()

  init() throws {
    writing = try HistoryStack()
    try writing.saving { for number in 0..<1_000 { try $0.insert("Track", ["title": Self.title(number)]) } }
    (coordinator, counting) = try CountingStore.coordinator(at: writing.folder.file())
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    list = context.performAndWait { [context] in UncheckedTransfer(TrackList.list(in: context)) }.value
    list.delegate = calls
    _ = counting.take()
  }

  private static func title(_ number: Int) -> String { "t\(10_000 + number)" }

  /// Changes a track's title in the other coordinator.
  private func rename(_ title: String, _ new: String) throws {
    try writing.saving { context in
      for track in try context.all("Track") where track.text("title") == title { track.setValue(new, forKey: "title") }
    }
  }

  private func transactions() throws -> [NSPersistentHistoryTransaction] {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return UncheckedTransfer(result?.result as? [NSPersistentHistoryTransaction] ?? [])
    }.value
  }

  private func merge(_ transaction: NSPersistentHistoryTransaction) -> CountingStore.Counts {
    _ = counting.take()
    context.performAndWait { context.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
    return counting.take()
  }

  /// Compares the list with a fetch, and its reports since the last call with the expected ones.
  private func check(_ expected: [String]) throws {
    try context.performAndWait { () throws in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let fresh = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      fresh.persistentStoreCoordinator = coordinator
      let stored = try fresh.performAndWait { UncheckedTransfer(try fresh.fetch(request).map(\.objectID)) }.value
      #expect((list.fetchedObjects ?? []).map(\.objectID) == stored)
    }
    #expect(calls.take() == expected)
  }

  @Test("The next transaction costs what it changed")
  func next() throws {
    try rename("t10500", "t10900x")
    let counts = merge(try #require(transactions().last))
    #expect(counts.keys == 0 && counts.changes == 1)
    try check(["move t10900x"])
  }

  @Test("A transaction out of order is placed among the stored rows, and those before it are reported once")
  func another() throws {
    try rename("t10500", "t10900x")
    try rename("t10100", "t10900w")
    try writing.saving { try $0.insert("Track", ["title": "t10900v"]) }
    let recent = try transactions().suffix(3)
    let last = merge(try #require(recent.last))
    #expect(last.keys == 0 && last.changes == 3)
    try check(["insert t10900v", "move t10900w", "move t10900x"])
    // The tracks of these transactions are already in the list.
    for transaction in recent.dropLast() {
      let counts = merge(transaction)
      #expect(counts.keys == 0 && counts.changes == 0)
    }
    try check(["update t10900x", "update t10900w"])
  }

  @Test("One that is merged twice says nothing new")
  func twice() throws {
    try writing.saving { try $0.insert("Track", ["title": "t10900x"]) }
    let transaction = try #require(transactions().last)
    #expect(merge(transaction).keys == 0)
    try check(["insert t10900x"])
    let again = merge(transaction)
    #expect(again.keys == 0 && again.changes == 0)
    try check([])
  }

  @Test("A change of the context itself costs the unmerged external changes")
  func own() throws {
    try rename("t10500", "t10900x")
    _ = counting.take()
    try context.performAndWait { () throws in
      try context.insert("Track", ["title": "t10900w"])
      context.processPendingChanges()
    }
    let counts = counting.take()
    #expect(counts.keys == 0 && counts.changes == 1)
    #expect(calls.take() == ["insert t10900w", "move t10900x"])
    try context.performAndWait { try context.save() }
    try check([])
  }

  /// During the search for the new track's place, another coordinator moves a track behind it, and another thread ends
  /// the read transaction. The order of the list is then not that of the store, so that later searches would fail.
  @Test("What is written in the middle of a search has the next event fetch the list again")
  func duringASearch() throws {
    try context.performAndWait { () throws in
      try context.insert("Track", ["title": "t10700x"])
      counting.beforeSearch.withLock { hook in
        hook = {
          try rename("t10100", "t10700y")
          counting.endReadTransaction()
        }
      }
      context.processPendingChanges()
      #expect(counting.take().keys == 0)
      try context.insert("Track", ["title": "t10800x"])
      context.processPendingChanges()
      #expect(counting.take().keys == 1)
      try context.save()
    }
    _ = calls.take()
    try check([])
  }

  /// The check at the end of the event fails when the list has already changed. The changes must be reported all the
  /// same.
  @Test("If a store cannot be checked after a search, the next event fetches, and every change is reported")
  func unreadableBehindASearch() throws {
    try context.performAndWait { () throws in
      try context.insert("Track", ["title": "t10700x"])
      counting.beforeSearch.withLock { hook in
        hook = { [counting] in counting.isUnversioned.withLock { $0 = true } }
      }
      context.processPendingChanges()
      #expect(calls.take() == ["insert t10700x"])
      counting.isUnversioned.withLock { $0 = false }
      _ = counting.take()
      try context.insert("Track", ["title": "t10800x"])
      context.processPendingChanges()
      #expect(counting.take().keys == 1)
      #expect(calls.take() == ["insert t10800x"])
      try context.save()
    }
    try check([])
  }

  @Test("What the history does not say has the list fetched again", arguments: ["deleted", "past it", "too much"])
  func unsaid(reason: String) throws {
    switch reason {
    case "deleted":
      try rename("t10500", "t10900x")
      try writing.saving { try $0.insert("Tag", ["name": "t"]) }
      let _: Bool = try writing.result(.deleteHistory(before: Date.distantFuture))
    case "past it":
      let database = try SampleDatabase(writing.folder.file().path)
      try database.execute("UPDATE ZTRACK SET ZTITLE = 't10900x' WHERE ZTITLE = 't10500'")
      database.close()
    default:
      try writing.saving { context in
        for track in try context.all("Track").prefix(200) { track.setValue("t10900x", forKey: "title") }
      }
    }
    _ = counting.take()
    try context.performAndWait { () throws in
      let tracks = try #require(list.fetchedObjects)
      tracks[999].setValue("t10900w", forKey: "title")
      context.processPendingChanges()
    }
    #expect(counting.take().keys == 1)
    try context.performAndWait { try context.save() }
    _ = calls.take()
    try check([])
  }
}

/// Records the reports of a list of tracks.
private final class ListCalls: NSObject, NSFetchedResultsControllerDelegate {
  private var calls: [String] = []

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    calls.append("\(type) \((anObject as? NSManagedObject)?.text("title") ?? "")")
  }
}
