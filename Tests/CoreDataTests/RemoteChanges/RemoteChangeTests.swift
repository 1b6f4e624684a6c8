import Dispatch
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// A context automatically merges the writes of another coordinator to the file, which act like those of another
/// process.
@Suite("External writes that are noticed without a request")
struct RemoteChangeTests {
  /// Counts the reports of a list.
  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {
    var batches: [[String]] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      batches.append([])
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let title = (anObject as? NSManagedObject)?.value(forKey: "title") ?? ""
      batches[batches.count - 1].append("\(type) \(title)")
    }
  }

  /// The tracks a and c. One stack writes them, and a list of another stack follows.
  private struct Followed {
    let writing: HistoryStack
    let reading: HistoryStack
    let context: NSManagedObjectContext
    let list: NSFetchedResultsController<NSManagedObject>
    let listener = Listener()

    init(_ type: String, tracksHistory: Bool) throws {
      writing = try HistoryStack(type, tracksHistory: tracksHistory)
      try writing.saving { for title in ["a", "c"] { try $0.insert("Track", ["title": title]) } }
      reading = try HistoryStack(type, at: writing.store.url, tracksHistory: tracksHistory)
      let context = reading.newContext()
      context.automaticallyMergesChangesFromParent = true
      self.context = context
      list = context.performAndWait { UncheckedTransfer(TrackList.list(in: context)) }.value
      list.delegate = listener
      // Read the values. A fault would show the stored value before the list is notified of it.
      context.performAndWait { #expect(Self.notes(list).allSatisfy { $0 == nil }) }
    }

    static func notes(_ list: NSFetchedResultsController<NSManagedObject>) -> [Any?] {
      (list.fetchedObjects ?? []).map { $0.value(forKey: "note") }
    }
  }

  private static func titles(_ list: NSFetchedResultsController<NSManagedObject>) -> [String] {
    (list.fetchedObjects ?? []).map { $0.text("title") }
  }

  @Test("are reported as ordinary changes: inserted, updated, moved, deleted", arguments: HistoryStack.kinds)
  func list(type: String, tracksHistory: Bool) throws {
    let followed = try Followed(type, tracksHistory: tracksHistory)
    let (writing, context, list, listener) = (followed.writing, followed.context, followed.list, followed.listener)
    func expect(_ titles: [String], _ batch: [String]) {
      #expect(waits { context.performAndWait { Self.titles(list) == titles } })
      context.performAndWait {
        let delivered = listener.batches
        // Without a history, an earlier event may place the object, and the next event reports its values.
        let isInTwo = !tracksHistory && delivered.count == 2 && delivered.last == ["update \(titles.last ?? "")"]
        #expect(delivered == [batch] || isInTwo, "\(delivered)")
      }
      listener.batches = []
    }
    // Without a history, a write before the versions of the rows are read counts as a change of all rows.
    try writing.saving { try $0.all("Track").first?.setValue("first", forKey: "note") }
    #expect(waits { context.performAndWait { Followed.notes(list).contains { $0 != nil } } })
    listener.batches = []
    try writing.saving { try $0.insert("Track", ["title": "b"]) }
    expect(["a", "b", "c"], ["insert b"])
    try writing.saving { context in
      for track in try context.all("Track") where track.text("title") == "a" { track.setValue("d", forKey: "title") }
    }
    expect(["b", "c", "d"], ["move d"])
    try writing.saving { context in
      for track in try context.all("Track") where track.text("title") == "c" { context.delete(track) }
    }
    expect(["b", "d"], ["delete c"])
    try writing.saving { context in
      for track in try context.all("Track") { track.setValue("n", forKey: "note") }
    }
    #expect(waits { context.performAndWait { list.fetchedObjects?.first?.value(forKey: "note") != nil } })
    context.performAndWait { #expect(listener.batches == [["update b", "update d"]]) }
  }

  /// A deletion that its context undoes while it is reported gives the object its ID again. A follower may see both
  /// commits at once, or one after the other.
  @Test("may be a deletion and an insertion under one ID", arguments: HistoryStack.kinds)
  func broughtBack(type: String, tracksHistory: Bool) throws {
    let followed = try Followed(type, tracksHistory: tracksHistory)
    let (writing, context, list, listener) = (followed.writing, followed.context, followed.list, followed.listener)
    for turn in 0..<8 {
      let title = turn % 2 == 0 ? "d" : "a"
      func bringBack() throws {
        try writing.saving { writer in
          let track = try #require(try writer.all("Track").first { $0.text("title") != "c" })
          writer.undoManager = UndoManager()
          let listener = DeletionListener(writer) {
            try writer.save()
            writer.undo()
          }
          defer { listener.end() }
          let id = track.objectID
          writer.delete(track)
          writer.processPendingChanges()
          #expect(track.objectID == id)
          track.setValue(title, forKey: "title")
        }
      }
      // In every other pair of turns, the follower cannot check in between.
      if turn % 4 < 2 { try context.performAndWait { try bringBack() } } else { try bringBack() }
      let expected = title == "d" ? ["c", "d"] : ["a", "c"]
      #expect(waits { context.performAndWait { Self.titles(list) == expected } }, "turn \(turn)")
      let fresh = try context.performAndWait { try context.all("Track").map { $0.text("title") }.sorted() }
      #expect(fresh == expected)
    }
    context.performAndWait {
      for batch in listener.batches { #expect(Set(batch).count == batch.count, "\(batch)") }
    }
  }

  @Test("are not what the coordinator saved itself", arguments: HistoryStack.kinds)
  func own(type: String, tracksHistory: Bool) throws {
    let stack = try HistoryStack(type, tracksHistory: tracksHistory)
    let other = try HistoryStack(type, at: stack.store.url, tracksHistory: tracksHistory)
    let context = stack.newContext()
    let listener = Listener()
    context.automaticallyMergesChangesFromParent = true
    let list = context.performAndWait { UncheckedTransfer(TrackList.list(in: context)) }.value
    list.delegate = listener
    try stack.saving { try $0.insert("Track", ["title": "mine"]) }
    try other.saving { try $0.insert("Track", ["title": "theirs"]) }
    #expect(waits { context.performAndWait { Self.titles(list) == ["mine", "theirs"] } })
    // One event may report both.
    context.performAndWait { #expect(listener.batches.flatMap { $0 } == ["insert mine", "insert theirs"]) }
  }

  @Test("reach the children of the context", arguments: HistoryStack.types)
  func children(type: String) throws {
    let writing = try HistoryStack(type)
    let reading = try HistoryStack(type, at: writing.store.url)
    let context = reading.newContext()
    context.automaticallyMergesChangesFromParent = true
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    child.automaticallyMergesChangesFromParent = true
    let listener = Listener()
    let list = child.performAndWait { UncheckedTransfer(TrackList.list(in: child)) }.value
    list.delegate = listener
    try writing.saving { try $0.insert("Track", ["title": "a"]) }
    #expect(waits { child.performAndWait { Self.titles(list) == ["a"] } })
    withExtendedLifetime(listener) {}
  }

  @Test("are posted with their place in the history, and so are own ones", arguments: HistoryStack.types)
  func notification(type: String) throws {
    let posting = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
    let stack = try HistoryStack(type, options: posting)
    let other = try HistoryStack(type, at: stack.store.url)
    let posted = Protected<[[AnyHashable: Any]]>([])
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
    ) { notification in posted.withLock { $0.append(notification.userInfo ?? [:]) } }
    defer { NotificationCenter.default.removeObserver(token) }
    for (number, writer) in [stack, other].enumerated() {
      try writer.saving { try $0.insert("Track", ["title": "\(number)"]) }
      #expect(waits { posted.withLock { $0.count } > number })
    }
    let infos = posted.withLock { $0 }
    #expect(infos.allSatisfy { $0[NSStoreUUIDKey] as? String == stack.store.identifier })
    #expect(infos.allSatisfy { $0[NSPersistentStoreURLKey] as? URL == stack.store.url })
    let last = try #require(infos.last?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
    #expect(last == stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let first = try #require(infos.first?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
    #expect(try stack.transactions(after: first).map(\.transactionNumber) == [2])
  }

  /// A backup, a virus scanner and a rolled-back save write to the files, or seem to.
  @Test("are not reported without a commit")
  func touched() throws {
    let stack = try HistoryStack(options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true])
    let other = try HistoryStack(at: stack.folder.file())
    let posted = Protected<[NSPersistentHistoryToken?]>([])
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
    ) { note in
      let place = note.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
      posted.withLock { $0.append(place) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try stack.saving { try $0.insert("Track", ["title": "0"]) }
    #expect(waits { posted.withLock { $0.count } == 1 })
    try FileHandle(forWritingTo: URL(fileURLWithPath: stack.folder.file().path + "-wal")).close()
    let database = try SampleDatabase(stack.folder.file().path)
    try database.execute("BEGIN IMMEDIATE; UPDATE ZTRACK SET ZTITLE = 'void'; ROLLBACK")
    database.close()
    usleep(300_000)
    try other.saving { try $0.insert("Track", ["title": "1"]) }
    let newest = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
    #expect(waits { posted.withLock { $0.last == newest } })
    #expect(posted.withLock { $0.count } == 2)
  }

  /// The observer waits for a context whose queue starts merging automatically at that moment.
  @Test("are posted where an observer may wait for a context", .endsWithin(minutes: 20))
  func waitingObserver() throws {
    let stack = try HistoryStack(options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true])
    let context = stack.newContext()
    let seen = Protected(0)
    let isPosted = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
    ) { _ in
      isPosted.signal()
      mayGoOn.wait()
      context.performAndWait { seen.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try stack.saving { try $0.insert("Track", ["title": "a"]) }
    isPosted.wait()
    context.performAndWait {
      mayGoOn.signal()
      context.automaticallyMergesChangesFromParent = true
    }
    #expect(waits { seen.withLock { $0 } == 1 })
  }

  /// Between two checks, the other context deletes the history after the part that was read.
  @Test("are found where their history was deleted")
  func deletedHistory() throws {
    let writing = try HistoryStack()
    try writing.saving { for title in ["a", "b"] { try $0.insert("Track", ["title": title]) } }
    let reading = try HistoryStack(at: writing.folder.file())
    var writes = try StoreWrites(reading.store)
    try writing.saving { context in
      for track in try context.all("Track") { track.setValue(track.text("title") + "2", forKey: "title") }
    }
    try writing.saving { try $0.insert("Track", ["title": "c"]) }
    let _: Bool = try writing.result(.deleteHistory(before: Date.distantFuture))
    let first = try writes.read(reading.store)
    let keys = try #require(first)
    #expect(keys.updated.map(\.key.primaryKey) == [1, 2, 3])
    try writing.saving { context in
      for track in try context.all("Track") where track.text("title") == "c" { context.delete(track) }
    }
    let second = try writes.read(reading.store)
    let next = try #require(second)
    #expect(next.inserted.isEmpty && next.updated.isEmpty && next.deleted.map(\.primaryKey) == [3])
  }

  /// A list may be fetched after a write that is reported only later. Its object is a fault whose values were not read.
  @Test("that a list has already are not reported", arguments: HistoryStack.types)
  func insertionOfAFault(type: String) throws {
    let stack = try HistoryStack(type)
    let context = stack.newContext()
    try HistoryStack(type, at: stack.store.url).saving { try $0.insert("Track", ["title": "a"]) }
    try context.performAndWait { () throws in
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Track")
      request.resultType = .managedObjectIDResultType
      let fault = context.object(with: try #require(try context.fetch(request).first))
      let list = TrackList.list(in: context)
      let listener = Listener()
      list.delegate = listener
      #expect(list.fetchedObjects?.count == 1)
      try #require(fault.row == nil)
      var keys = SavedKeys()
      keys.inserted = [fault.key]
      let roots = Set(stack.store.entityIndices)
      context.follow(keys, external: [ExternalSpan(from: 0, to: 1, roots: roots)])
      #expect(listener.batches.isEmpty)
    }
  }

  @Test("of another process are noticed", .startsProcesses, arguments: HistoryStack.kinds)
  func otherProcess(type: String, tracksHistory: Bool) async throws {
    let stack = try HistoryStack(type, tracksHistory: tracksHistory)
    let context = stack.newContext()
    context.automaticallyMergesChangesFromParent = true
    let listener = Listener()
    let list = context.performAndWait { UncheckedTransfer(TrackList.list(in: context)) }.value
    list.delegate = listener
    await #expect(processExitsWith: .success) {
      [
        type = type as String, address = (stack.store.url?.absoluteString ?? "") as String,
        tracksHistory = tracksHistory as Bool
      ] in
      let other = try HistoryStack(type, at: URL(string: address), tracksHistory: tracksHistory)
      for number in 0..<20 { try other.saving { try $0.insert("Track", ["title": "\(number)"]) } }
    }
    #expect(waits { context.performAndWait { (list.fetchedObjects ?? []).count == 20 } })
    context.performAndWait {
      #expect(listener.batches.joined().sorted() == (0..<20).map { "insert \($0)" }.sorted())
    }
  }

  @Test(
    "end where a fresh fetch does, while both sides save", arguments: TestSeeds.seeds(10), HistoryStack.kinds)
  func random(seed: UInt64, kind: (type: String, tracksHistory: Bool)) throws {
    var random = SeededRandom(seed: seed)
    let writing = try HistoryStack(kind.type, tracksHistory: kind.tracksHistory)
    let reading = try HistoryStack(kind.type, at: writing.store.url, tracksHistory: kind.tracksHistory)
    let reader = reading.newContext()
    reader.automaticallyMergesChangesFromParent = true
    let listener = Listener()
    let list = reader.performAndWait { UncheckedTransfer(TrackList.list(in: reader)) }.value
    list.delegate = listener
    for _ in 0..<40 {
      let stack = random.oneIn(4) ? reading : writing
      try stack.saving { context in
        for _ in 0...random.below(3) { try TrackList.edit(context, &random) }
      }
      if random.oneIn(5) { reader.performAndWait { _ = Self.titles(list) } }
    }
    func texts() throws -> [String] {
      let fresh = reading.newContext()
      let request = try #require(list.fetchRequest.copy() as? NSFetchRequest<NSManagedObject>)
      return try fresh.performAndWait { try fresh.fetch(request).map(TrackList.text) }
    }
    let expected = try texts()
    let isSame = waits { reader.performAndWait { (list.fetchedObjects ?? []).map(TrackList.text) == expected } }
    #expect(isSame, "SECTIONS_SEED=\(seed)")
  }
}
