import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller: what another context saves") struct ResultsMergingTests {
  /// The saved tracks a, c and e. One context lists them by title, and another one edits them.
  private struct Listed {
    let stack: MusicStack
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()
    let other: NSManagedObjectContext

    init(_ type: String) throws {
      stack = try MusicStack(type)
      let context = stack.context
      let trace = trace
      controller = try context.edit {
        for title in ["a", "c", "e"] { try context.insert("Track", ["title": title]) }
        try context.save()
        let controller = try context.tracks(delegate: trace)
        for track in controller.fetchedObjects ?? [] { trace.titles[ObjectIdentifier(track)] = track.shownTitle }
        return controller
      }
      other = stack.newContext()
    }

    /// Saves edits of the other context.
    ///
    /// - Returns: the notification to merge.
    @discardableResult
    func saveElsewhere(_ edits: ([NSManagedObject]) throws -> Void) throws -> Notification {
      let posted = Protected<Notification?>(nil)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: other, queue: nil
      ) { notification in posted.withLock { $0 = notification } }
      defer { NotificationCenter.default.removeObserver(token) }
      try other.edit {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        try edits(try other.fetch(request))
        try other.save()
      }
      return try #require(posted.withLock { $0 })
    }

    func merge(_ notification: Notification) -> [String] {
      stack.context.edit { stack.context.mergeChanges(fromContextDidSave: notification) }
      return trace.take()
    }

    var text: String { stack.context.edit { controller.text } }
  }

  @Test(arguments: MusicStack.types) func aMergeIsAnEventAlsoForObjectsThatWereNotRegistered(
    type: String
  ) throws {
    let listed = try Listed(type)
    let saved = try listed.saveElsewhere { tracks in
      try listed.other.insert("Track", ["title": "d"])
      listed.other.delete(tracks[0])
      tracks[1].setValue("z", forKey: "title")
    }
    #expect(
      listed.merge(saved)
        == ["will", "item delete [0, 0] a", "item insert [0, 0] d", "item move [0, 1]→[0, 2] c", "did"].map { $0 })
    #expect(listed.text == ": d e z")
  }

  /// A program may combine what several saves named, and merge a save twice.
  @Test("What is named more than once is merged once", arguments: MusicStack.types)
  func namedMoreThanOnce(type: String) throws {
    let listed = try Listed(type)
    let context = listed.stack.context
    let tracks = context.edit { (listed.controller.fetchedObjects ?? []).map(\.objectID) }
    let saved = try listed.saveElsewhere { tracks in
      tracks[0].setValue("f", forKey: "title")
      listed.other.delete(tracks[1])
    }
    _ = listed.merge(saved)
    func merge(_ changes: [String: Any]) -> [String] {
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
      return listed.trace.take()
    }
    let update = ["will", "item update [0, 1] a", "did"]
    #expect(merge([NSUpdatedObjectsKey: [tracks[0], tracks[0]]]) == update)
    #expect(merge([NSInsertedObjectsKey: [tracks[0]], NSUpdatedObjectsKey: [tracks[0]]]) == update)
    #expect(merge([NSUpdatedObjectIDsKey: [tracks[0]], NSRefreshedObjectsKey: [tracks[0]]]) == update)
    #expect(merge([NSUpdatedObjectsKey: [tracks[1]], NSDeletedObjectsKey: [tracks[1], tracks[1]]]) == [])
    // A deleted object is not new, whatever else names it.
    try listed.saveElsewhere { tracks in listed.other.delete(tracks[0]) }
    #expect(
      merge([NSInsertedObjectsKey: [tracks[2]], NSUpdatedObjectsKey: [tracks[2]], NSDeletedObjectsKey: [tracks[2]]])
        == ["will", "item delete [0, 0] e", "did"])
    #expect(listed.text == ": f")
  }

  @Test(arguments: MusicStack.types) func whatIsNotMergedIsFoundWithTheNextEvent(type: String) throws {
    let listed = try Listed(type)
    _ = try listed.saveElsewhere { _ in
      try listed.other.insert("Track", ["title": "b"])
      try listed.other.insert("Track", ["title": "f"])
    }
    #expect(listed.text == ": a c e")
    try listed.stack.context.edit { _ = try listed.stack.context.insert("Track", ["title": "d"]) }
    #expect(
      listed.trace.take() == ["will", "item insert [0, 1] b", "item insert [0, 3] d", "item insert [0, 5] f", "did"])
  }

  @Test(arguments: MusicStack.types) func aMergeAfterItWasFoundIsAnUpdateAtMost(type: String) throws {
    let listed = try Listed(type)
    let first = try listed.saveElsewhere { _ in try listed.other.insert("Track", ["title": "b"]) }
    let second = try listed.saveElsewhere { _ in try listed.other.insert("Track", ["title": "f"]) }
    try listed.stack.context.edit { _ = try listed.stack.context.insert("Track", ["title": "d"]) }
    _ = listed.trace.take()
    _ = listed.merge(first)
    _ = listed.merge(second)
    #expect(listed.text == ": a b c d e f")
  }

  /// When the first save is merged, a fetch has already seen both. The rows of that save are then older than those by
  /// which the list is sorted.
  @Test(
    "Saves that are merged late or in the wrong order leave the list in order", arguments: MusicStack.types,
    [false, true])
  func olderRowsPlaceNothing(type: String, isReversed: Bool) throws {
    let listed = try Listed(type)
    let context = listed.stack.context
    var saves = [
      try listed.saveElsewhere { $0[1].setValue("d", forKey: "title") },
      try listed.saveElsewhere { $0[1].setValue("k", forKey: "title") },
      try listed.saveElsewhere { _ in try listed.other.insert("Track", ["title": "m"]) },
      try listed.saveElsewhere { tracks in listed.other.delete(tracks[3]) },
    ]
    if isReversed { saves.reverse() }
    #expect(listed.text == ": a c e")
    _ = try context.edit { try context.insert("Track", ["title": "b"]) }
    // The track shows the value that this context has, but is at the place that it has in the store.
    #expect(listed.text == ": a b e c")
    for (save, title) in zip(saves, ["j", "f", "i", "g"]) {
      _ = listed.merge(save)
      _ = try context.edit { try context.insert("Track", ["title": title]) }
    }
    #expect(listed.text == ": a b e f g i j k")
    try context.edit {
      try context.save()
      #expect(try context.tracks().text == ": a b e f g i j k")
    }
  }

  /// The event has read before the other process writes, so its connection is in an older read transaction.
  @Test("What another process writes during an event is fetched at its end", arguments: [true, false])
  func aForeignWriteDuringAnEvent(hasSaved: Bool) throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let external = try stack.newExternalContext()
    let context = hasSaved ? stack.context : try stack.newExternalContext()
    let trace = ResultsTrace()
    let controller = try stack.context.edit {
      for title in ["a", "e"] { try stack.context.insert("Track", ["title": title]) }
      try stack.context.save()
      return try context.edit { try context.tracks(delegate: trace) }
    }
    try context.edit {
      #expect(controller.fetchedObjects?.map(\.shownTitle) == ["a", "e"])
      try external.edit {
        try external.insert("Track", ["title": "b"])
        try external.save()
      }
      try context.insert("Track", ["title": "d"])
    }
    #expect(trace.take() == ["will", "item insert [0, 1] b", "item insert [0, 2] d", "did"])
    try context.edit { _ = try context.insert("Track", ["title": "c"]) }
    #expect(trace.take() == ["will", "item insert [0, 2] c", "did"])
  }

  /// The track is not retained. The result of the batch request names the deleted person, but not her tracks.
  @Test(arguments: MusicStack.types) func whatABatchDeletionTookASingerFromIsPlacedAnew(type: String) throws {
    let stack = try MusicStack(type)
    let other = stack.newContext()
    try other.edit {
      try other.insert("Track", ["title": "a1", "singer": other.insert("Person", ["name": "Ann"])])
      try other.save()
    }
    let context = stack.context
    let trace = ResultsTrace()
    let order = ["singer.name", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = try context.edit { try context.tracks(order, sections: "singer.name", delegate: trace) }
    try context.edit {
      let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Person"))
      request.resultType = .resultTypeObjectIDs
      let result = try #require(context.execute(request) as? NSBatchDeleteResult)
      let ids = try #require(result.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
    }
    #expect(context.edit { controller.text } == ": a1")
    #expect(
      trace.take() == [
        "will", "section delete 0 Ann of 0", "section insert 0  of 1", "item move [0, 0]→[0, 0] a1", "did",
      ])
  }

  /// A track was inserted into two lists, and the first list is notified. In that callback another process removes the
  /// track from the second list, and another context checks the store. Whatever is read from then on has the later
  /// state. So the second list must never have the track, whatever was read for the first one.
  @Test("A list sees a write between two lists' answers to one event", arguments: MusicStack.types.dropFirst())
  func writtenInACallback(type: String) async throws {
    let stack = try MusicStack(type, options: [NSPersistentHistoryTrackingKey: true])
    try stack.saving { try $0.insert("Track", ["title": "t", "plays": 9, "number": 9]) }
    let other = try stack.newExternalContext()
    other.automaticallyMergesChangesFromParent = true
    func change(_ values: [String: Int]) throws {
      try stack.saving { context in
        for (key, value) in values { try context.all("Track")[0].setValue(value, forKey: key) }
      }
    }
    let coordinator = try #require(other.persistentStoreCoordinator)
    let written = Protected<Result<Void, any Error>?>(nil)
    let (first, second) = (ResultsTrace(), ResultsTrace())
    first.during = { line in
      guard line == "did", written.withLock({ $0 == nil }) else { return }
      let result = Result {
        try change(["number": 9])
        _ = try ExternalWrites.versions(of: coordinator)
      }
      written.withLock { $0 = result }
    }
    let lists = try other.performAndWait {
      UncheckedTransfer(
        try [
          other.tracks(where: NSPredicate(format: "plays < 5"), delegate: first),
          other.tracks(where: NSPredicate(format: "number < 5"), delegate: second),
        ])
    }
    try change(["plays": 1, "number": 1])
    let end = Date().addingTimeInterval(60)
    while written.withLock({ $0 == nil }), Date() < end { try await Task.sleep(for: .milliseconds(5)) }
    try #require(written.withLock { $0 }).get()
    other.performAndWait {
      // The second write may already be reported.
      #expect(first.take().prefix(3) == ["will", "item insert [0, 0] t", "did"])
      #expect(second.take() == [])
      #expect(lists.value.map { $0.fetchedObjects?.count } == [1, 0])
    }
  }
}
