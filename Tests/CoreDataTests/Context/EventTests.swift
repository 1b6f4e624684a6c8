import Foundation
import Testing

@testable import CoreData

@Suite("Events of a context")
struct EventTests {
  @Test(
    "One event gathers what happened since the last, and saving what was reported says only that",
    arguments: MusicStack.types)
  func gathering(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let trace = EventTrace(context)
      let a = try context.insert("Tag", ["name": "a"])
      a.setValue("A", forKey: "name")
      try context.insert("Tag", ["name": "b"])
      context.processPendingChanges()
      #expect(trace.take() == ["+A +b"])
      a.setValue("AA", forKey: "name")
      context.processPendingChanges()
      #expect(trace.take() == ["~A(name)"])
      try context.save()
      #expect(trace.take() == ["promoted(A,b) stored"])
      context.processPendingChanges()
      #expect(trace.take() == [])
    }
  }

  @Test(
    "Of an order that changes twice in an event, the one from before the event is reported",
    arguments: MusicStack.types)
  func orders(type: String) throws {
    try MusicStack(type).run { context in
      let tracks = try ["a", "b", "c"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["tracks": tracks])
      try context.save()
      album.setValue([tracks[2], tracks[0], tracks[1]], forKey: "tracks")
      album.setValue([tracks[1], tracks[2]], forKey: "tracks")
      #expect((album.changedValuesForCurrentEvent()["tracks"] as? NSOrderedSet)?.array as? [NSManagedObject] == tracks)
      context.processPendingChanges()
      album.setValue(tracks, forKey: "tracks")
      #expect(
        (album.changedValuesForCurrentEvent()["tracks"] as? NSOrderedSet)?.array as? [NSManagedObject]
          == [tracks[1], tracks[2]])
    }
  }

  /// An event keeps no copy of the order for each appended object. It finds the earlier order by removing the appended
  /// ones.
  @Test(
    "An order before additions is reported, and before additions and what else follows them",
    arguments: MusicStack.types)
  func additionsToAnOrder(type: String) throws {
    try MusicStack(type).run { context in
      let tracks = try ["a", "b", "c", "d", "e"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["tracks": Array(tracks[0..<2])])
      try context.save()
      func before() -> String {
        let order = album.changedValuesForCurrentEvent()["tracks"] as? NSOrderedSet
        return order.map { $0.compactMap { ($0 as? NSManagedObject)?.text("title") }.joined() } ?? "-"
      }
      func after() -> String { album.text("tracks") }
      for track in tracks[2...] { track.setValue(album, forKey: "album") }
      #expect([before(), after()] == ["ab", "[a b c d e]"])
      tracks[0].setValue(nil, forKey: "album")
      #expect([before(), after()] == ["ab", "[b c d e]"])
      context.processPendingChanges()
      album.mutableOrderedSetValue(forKey: "tracks").add(tracks[0])
      #expect([before(), after()] == ["bcde", "[b c d e a]"])
      album.mutableOrderedSetValue(forKey: "tracks").insert(tracks[0], at: 0)
      album.setValue(Array(tracks[1...].reversed()), forKey: "tracks")
      #expect([before(), after()] == ["bcde", "[e d c b]"])
      context.processPendingChanges()
      // Append one by one, also an object that is already in the order.
      let order = album.mutableOrderedSetValue(forKey: "tracks")
      for track in [tracks[0], tracks[4]] { order.add(track) }
      #expect([before(), after(), "\(order.count)"] == ["edcb", "[e d c b a]", "5"])
      #expect(order.contains(tracks[0]) && order.index(of: tracks[0]) == 4)
    }
  }

  @Test("A value that is back where the event began is not reported", arguments: MusicStack.types)
  func thereAndBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let trace = EventTrace(context)
      tag.setValue("b", forKey: "name")
      tag.setValue("a", forKey: "name")
      context.processPendingChanges()
      #expect(trace.take() == [])
      #expect(tag.changedValues().isEmpty)
      tag.setValue("b", forKey: "name")
      #expect(tag.changedValuesForCurrentEvent()["name"] as? String == "a")
      context.processPendingChanges()
      #expect(tag.changedValuesForCurrentEvent().isEmpty)
      #expect(tag.changedValues()["name"] as? String == "b")
      #expect(tag.committedValues(forKeys: ["name"])["name"] as? String == "a")
      #expect(trace.take() == ["~b(name)"])
    }
  }

  // The delegate of an NSFetchedResultsController asks an object what the event changed. So the event counts as current
  // until all observers have been notified.
  @Test(
    "While an event is delivered, what it changed counts as changed in the current event", arguments: MusicStack.types)
  func changedWhileDelivered(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let trace = EventTrace(context)
      var seen: [String?] = []
      trace.reaction = {
        seen.append(tag.changedValuesForCurrentEvent()["name"] as? String)
        tag.setValue("c", forKey: "name")
        seen.append(tag.changedValuesForCurrentEvent()["name"] as? String)
        trace.reaction = { seen.append(tag.changedValuesForCurrentEvent()["name"] as? String) }
      }
      let recorded = Protected<[[String: String]]>([])
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { notification in
        let updated = notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
        let old = updated.map { $0.changedValuesForCurrentEvent().compactMapValues { $0 as? String } }
        recorded.withLock { $0 += old }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      tag.setValue("b", forKey: "name")
      context.processPendingChanges()
      #expect(trace.take() == ["~b(name)", "~b(name)"])
      #expect(seen == ["a", "a", "b"])
      #expect(recorded.withLock { $0 } == [["name": "a"], ["name": "b"]])
      #expect(tag.changedValuesForCurrentEvent().isEmpty)
    }
  }

  @Test("A refresh and a merge report nothing of what earlier events changed", arguments: MusicStack.types)
  func changedBeforeARefresh(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      tag.setValue("b", forKey: "name")
      context.processPendingChanges()
      let trace = EventTrace(context)
      var seen: [Bool] = []
      trace.reaction = { seen.append(tag.changedValuesForCurrentEvent().isEmpty) }
      context.refresh(tag, mergeChanges: true)
      trace.reaction = { seen.append(tag.changedValuesForCurrentEvent().isEmpty) }
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [tag.objectID]], into: [context])
      #expect(seen == [true, true])
      #expect(tag.changedValues()["name"] as? String == "b")
    }
  }

  @Test("An event that an observer ends while another is delivered takes nothing from it", arguments: MusicStack.types)
  func endedWhileDelivered(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let first = EventTrace(context)
      let second = EventTrace(context)
      var seen: [String] = []
      func look(_ name: String) {
        seen.append("\(name) \(tag.changedValuesForCurrentEvent()["name"] as? String ?? "-")")
      }
      first.reaction = {
        for name in ["c", "d"] {
          tag.setValue(name, forKey: "name")
          context.processPendingChanges()
        }
        first.reaction = {
          look("first")
          first.reaction = { look("first") }
        }
      }
      second.reaction = {
        look("second")
        second.reaction = {
          look("second")
          second.reaction = { look("second") }
        }
      }
      tag.setValue("b", forKey: "name")
      context.processPendingChanges()
      #expect(seen == ["second a", "first b", "second b", "first c", "second c"])
      #expect(tag.changedValuesForCurrentEvent().isEmpty)
    }
  }

  /// Tracks have an order within their album, the tags of a track have none.
  @Test(
    "While an event is delivered, the destinations before it are reported in their order", arguments: MusicStack.types)
  func destinationsWhileDelivered(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let album = try context.insert("Album", ["title": "album"])
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0, "album": album]) }
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      tracks[0].setValue(NSSet(array: [tags[0], tags[1]]), forKey: "tags")
      try context.save()
      let trace = EventTrace(context)
      var seen: [String] = []
      func look() {
        let order = album.changedValuesForCurrentEvent()["tracks"] as? NSOrderedSet
        let set = tracks[0].changedValuesForCurrentEvent()["tags"] as? NSSet
        let titles = order.map { $0.compactMap { ($0 as? NSManagedObject)?.text("title") }.joined() }
        let names = set.map { $0.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted().joined() }
        seen.append("\(titles ?? "-") \(names ?? "-")")
      }
      trace.reaction = {
        look()
        tracks[1].setValue(nil, forKey: "album")
        tracks[0].mutableSetValue(forKey: "tags").add(tags[1])
        look()
        trace.reaction = look
      }
      album.setValue(NSOrderedSet(array: [tracks[2], tracks[1]]), forKey: "tracks")
      tracks[0].setValue(NSSet(array: [tags[0], tags[2]]), forKey: "tags")
      look()
      context.processPendingChanges()
      look()
      #expect(seen == ["123 ab", "123 ab", "123 ab", "32 ac", "- -"])
    }
  }

  @Test("What an observer changes is the next event, for all observers in the same order")
  func nested() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let first = EventTrace(context)
      let second = EventTrace(context)
      first.reaction = {
        _ = try? context.insert("Tag", ["name": "echo"])
        _ = try? context.all("Tag")
      }
      try context.insert("Tag", ["name": "call"])
      context.processPendingChanges()
      #expect(first.take() == ["+call", "+echo"])
      #expect(second.take() == ["+call", "+echo"])
    }
  }

  @Test(
    "An observer that inserts and saves is notified of its object by the key that it has then",
    arguments: MusicStack.types)
  func nestedSave(type: String) throws {
    try MusicStack(type).run { context in
      let trace = EventTrace(context)
      trace.reaction = {
        _ = try? context.insert("Tag", ["name": "echo"])
        try? context.save()
      }
      try context.insert("Tag", ["name": "call"])
      context.processPendingChanges()
      #expect(trace.take() == ["+call", "+echo", "promoted(call,echo) stored"])
      #expect(!context.hasChanges)
    }
  }

  @Test("Observers are notified before the public notification, whose keys and names are Apple's")
  func notification() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let trace = EventTrace(context)
      let recorded = Protected<[String]>([])
      let token = NotificationCenter.default.addObserver(forName: nil, object: context, queue: nil) { notification in
        let info = notification.userInfo ?? [:]
        let counts = ["inserted", "updated", "deleted", "refreshed"].compactMap { key in
          (info[key] as? Set<NSManagedObject>).map { $0.isEmpty ? "" : "\(key) \($0.count)" }
        }
        let ids = ["inserted", "updated", "deleted"].compactMap { key in
          (info[key + "_objectIDs"] as? Set<NSManagedObjectID>).map { $0.isEmpty ? "" : "\(key) ids \($0.count)" }
        }
        let words = [notification.name.rawValue] + (counts + ids).filter { !$0.isEmpty }
        recorded.withLock { $0.append(words.joined(separator: " ")) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let tag = try context.insert("Tag", ["name": "a"])
      context.processPendingChanges()
      #expect(trace.take() == ["+a"])
      try context.save()
      tag.setValue("b", forKey: "name")
      try context.save()
      context.delete(tag)
      try context.save()
      #expect(
        recorded.withLock { $0 } == [
          "NSObjectsChangedInManagingContextNotification inserted 1",
          "NSManagingContextWillSaveChangesNotification",
          "NSManagingContextDidSaveChangesNotification inserted 1",
          "NSManagedObjectContextDidSaveObjectIDsNotification inserted ids 1",
          "NSObjectsChangedInManagingContextNotification updated 1",
          "NSManagingContextWillSaveChangesNotification",
          "NSManagingContextDidSaveChangesNotification updated 1",
          "NSManagedObjectContextDidSaveObjectIDsNotification updated ids 1",
          "NSObjectsChangedInManagingContextNotification deleted 1",
          "NSManagingContextWillSaveChangesNotification",
          "NSManagingContextDidSaveChangesNotification deleted 1",
          "NSManagedObjectContextDidSaveObjectIDsNotification deleted ids 1",
        ]
      )
    }
  }

  @Test("The end of a perform block is the end of an event")
  func endOfBlock() async throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let context = stack.newContext()
    let trace = UncheckedTransfer(EventTrace(context))
    await context.perform { _ = try? context.insert("Tag", ["name": "a"]) }
    #expect(await context.perform { trace.value.take() } == ["+a"])
    context.performAndWait {
      _ = try? context.insert("Tag", ["name": "b"])
      context.performAndWait { _ = try? context.insert("Tag", ["name": "c"]) }
      #expect(trace.value.take() == [])
    }
    #expect(await context.perform { trace.value.take() } == ["+b +c"])
  }

  @Test("On the main queue the event ends by itself")
  @MainActor
  func mainQueue() async throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    let trace = EventTrace(context)
    try context.insert("Tag", ["name": "a"])
    #expect(trace.take() == [])
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    #expect(trace.take() == ["+a"])
  }
}
