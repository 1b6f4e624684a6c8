import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Fetched results controller: what is read and made") struct ResultsCostTests {
  /// A thousand saved tracks, ten in each genre, and a fresh context that lists them.
  private struct Listed {
    let store: CountingStore
    let context: NSManagedObjectContext
    let other: NSManagedObjectContext
    let controller: NSFetchedResultsController<NSManagedObject>
    let end = EndOfChanges()

    /// - Parameter isCurrent: whether the listing context is made after the save, so that it needs no merge.
    init(batchSize: Int = 0, returnsFaults: Bool = true, isCurrent: Bool = true) throws {
      let (coordinator, store) = try CountingStore.coordinator()
      self.store = store
      func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
      }
      let other = context()
      let early = context()
      self.other = other
      try other.edit {
        for number in 0..<1_000 {
          try other.insert("Track", ["title": "p\(10_000 + number)", "genre": "g\(100 + number % 100)", "number": 4])
        }
        try other.save()
      }
      self.context = isCurrent ? context() : early
      _ = store.take()
      let end = end
      controller = try self.context.edit { [context = self.context] in
        try context.tracks(
          ["genre", "title"].map { NSSortDescriptor(key: $0, ascending: true) }, sections: "genre", delegate: end
        ) {
          $0.fetchBatchSize = batchSize
          $0.returnsObjectsAsFaults = returnsFaults
        }
      }
    }

    func externalWrites(of entity: String) throws -> ExternalWrites {
      let coordinator = try #require(context.persistentStoreCoordinator)
      return try ExternalWrites(
        to: coordinator, of: [try #require(coordinator.managedObjectModel.entitiesByName[entity])])
    }

    func titles(_ section: Int) -> [String] {
      context.edit { controller.sections?[section].objects?.compactMap { ($0 as? NSManagedObject)?.shownTitle } ?? [] }
    }
  }

  @Test func fetchingMakesNoObjectAndReadsNoRow() throws {
    let listed = try Listed()
    #expect(listed.store.take() == .init(keys: 1))
    listed.context.edit {
      #expect(listed.controller.sections?.count == 100)
      #expect(listed.controller.sections?[7].numberOfObjects == 10)
      #expect(listed.controller.sections?[7].name == "g107")
      #expect(listed.context.registeredObjects.isEmpty)
      #expect(listed.store.take() == .init())
      _ = listed.controller.object(at: IndexPath(indexes: [50, 5]))
      #expect(listed.context.registeredObjects.count <= 1)
      #expect(listed.store.take() == .init())
    }
  }

  @Test func aBatchIsFilledAtOnce() throws {
    let listed = try Listed(batchSize: 20)
    _ = listed.store.take()
    listed.context.edit {
      let objects = (0..<20).map { listed.controller.object(at: IndexPath(indexes: [3 + $0 / 10, $0 % 10])) }
      #expect(objects.map(\.shownTitle).count == 20)
      #expect(listed.store.take() == .init(rows: 1))
    }
  }

  /// The first four rows are read one by one. Then each read fetches as many rows as were accessed so far, at most
  /// fifty: 4, 8, 16 and 32, and nineteen times fifty.
  @Test func objectsThatAreAskedForInTurnAreReadAhead() throws {
    let listed = try Listed()
    _ = listed.store.take()
    listed.context.edit {
      let titles = (0..<1_000).map { listed.controller.object(at: IndexPath(indexes: [$0 / 10, $0 % 10])).shownTitle }
      #expect(Set(titles).count == 1_000)
      #expect(listed.store.take() == .init(rows: 4 + 4 + 19))
      // Objects are released as the reading goes on.
      #expect(listed.context.registeredObjects.count < 600)
    }
  }

  @Test func nothingIsReadAheadOfWhatIsNotAskedForAValueOrNotInTurn() throws {
    let listed = try Listed()
    _ = listed.store.take()
    listed.context.edit {
      for item in 0..<100 { _ = listed.controller.object(at: IndexPath(indexes: [item / 10, item % 10])) }
      #expect(listed.store.take() == .init())
      #expect(listed.context.registeredObjects.count <= 1)
      // Four in a row, then elsewhere.
      for item in 0..<100 where item % 10 < 4 {
        _ = listed.controller.object(at: IndexPath(indexes: [item / 10, item % 10])).shownTitle
      }
      #expect(listed.store.take() == .init(rows: 40))
      for item in (0..<100).reversed() {
        _ = listed.controller.object(at: IndexPath(indexes: [20 + item / 10, item % 10])).shownTitle
      }
      #expect(listed.store.take() == .init(rows: 100))
    }
  }

  @Test(arguments: [0, 20]) func whatWasReadAheadIsForgottenWithTheEvent(batchSize: Int) throws {
    let listed = try Listed(batchSize: batchSize)
    let ahead = listed.context.edit {
      (0..<6).map { listed.controller.object(at: IndexPath(indexes: [3, $0])).shownTitle }
    }
    #expect(ahead.count == 6)
    #expect(listed.context.edit { listed.context.registeredObjects.isEmpty })
    try listed.other.edit {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "genre == 'g103'")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      try listed.other.fetch(request)[7].setValue("changed", forKey: "note")
      try listed.other.save()
    }
    let notes = listed.context.edit {
      (0..<10).map { listed.controller.object(at: IndexPath(indexes: [3, $0])).value(forKey: "note") as? String }
    }
    #expect(notes.compactMap { $0 } == ["changed"])
    #expect(notes.firstIndex { $0 == "changed" } == 7)
  }

  @Test func objectsThatAreNotToBeFaultsAreFilledTogether() throws {
    let listed = try Listed(returnsFaults: false)
    #expect(listed.store.take() == .init(keys: 1))
    listed.context.edit {
      let objects = listed.controller.fetchedObjects ?? []
      #expect(listed.store.take() == .init(rows: 1))
      #expect(Set(objects.map(\.shownTitle)).count == 1_000)
      #expect(listed.store.take() == .init())
    }
  }

  @Test func anEventNeverFetchesAndReadsFewValues() throws {
    let listed = try Listed()
    let track = listed.context.edit { () -> NSManagedObject in
      let track = listed.controller.object(at: IndexPath(indexes: [50, 5]))
      _ = track.shownTitle
      return track
    }
    _ = listed.store.take()
    // A property on which the list does not depend is not even compared.
    listed.context.edit { track.setValue("new", forKey: "note") }
    #expect(listed.store.take().values == 0)
    // An object that stays between its neighbours is compared with both.
    listed.context.edit { track.setValue(track.shownTitle + "x", forKey: "title") }
    #expect(listed.store.take().values == 2)
    // An object that moves to another section is searched among the ten objects there.
    listed.context.edit { track.setValue("g120", forKey: "genre") }
    #expect((1...4).contains(listed.store.take().values))
    listed.context.edit { listed.context.delete(track) }
    #expect(listed.store.take().values == 0)
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "p1", "genre": "a new one"]) }
    #expect(listed.store.take() == .init())
    #expect(listed.end.count == 5)
  }

  /// The row of a changed object may be older than the row by which the store sorts. So its unchanged values are read
  /// from the store.
  @Test func whereAMergeIsMissingAChangedObjectIsReadOnce() throws {
    let listed = try Listed(isCurrent: false)
    listed.context.edit {
      let track = listed.controller.object(at: IndexPath(indexes: [50, 5]))
      track.setValue(track.shownTitle + "x", forKey: "title")
      _ = listed.store.take()
    }
    #expect(listed.store.take() == .init(values: 3))
    #expect(listed.end.count == 1)
  }

  @Test func aMergeNeverFetches() throws {
    let listed = try Listed()
    listed.context.edit { listed.context.automaticallyMergesChangesFromParent = true }
    _ = listed.store.take()
    try listed.other.edit {
      try listed.other.insert("Track", ["title": "p10500", "genre": "g150"])
      try listed.other.save()
    }
    // The merge is already on the context's queue. This waits for it.
    listed.context.performAndWait {}
    let counts = listed.store.take()
    #expect(counts.keys == 0)
    #expect(counts.values <= 8)
    #expect(listed.end.count == 1)
    #expect(listed.context.edit { listed.controller.sections?[50].numberOfObjects } == 11)
  }

  /// If hundreds of objects come into a list of a thousand, they are not placed one by one: all keys are fetched again,
  /// once, and compared. The same is true of many updates, and those that stay in place are reported. Unsaved objects
  /// are not sorted into that.
  @Test(arguments: [100, 400]) func manyAreFetchedAndComparedWhereThatCostsLess(count: Int) throws {
    let listed = try Listed()
    let tracks = listed.context.edit { listed.controller.fetchedObjects ?? [] }
    func merge(_ body: (NSManagedObjectContext) throws -> Void) throws -> CountingStore.Counts {
      let saved = try #require(try listed.other.posting(body))
      _ = listed.store.take()
      listed.context.edit { listed.context.mergeChanges(fromContextDidSave: saved) }
      return listed.store.take()
    }
    let isMany = count > 256
    let inserted = try merge { other in
      for number in 0..<count { try other.insert("Track", ["title": "q\(number)", "genre": "g\(100 + number % 100)"]) }
    }
    #expect(inserted.keys == (isMany ? 1 : 0))
    if isMany { #expect(inserted == .init(keys: 1)) }
    #expect(listed.titles(3).count == 10 + count / 100)
    let updated = try merge { other in
      for track in tracks.prefix(count) {
        other.object(with: track.objectID).setValue("z\(track.shownTitle)", forKey: "title")
      }
    }
    #expect(updated.keys == (isMany ? 1 : 0))
    #expect(listed.titles(0).last == "zp10900")
    // Only the order within each genre changed. For changes of other properties, nothing is fetched.
    let noted = try merge { other in
      for track in tracks.prefix(count) { other.object(with: track.objectID).setValue("n", forKey: "note") }
    }
    #expect(noted == .init())
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "a", "genre": "g100"]) }
    let unsaved = try merge { other in
      for number in 0..<count { try other.insert("Track", ["title": "r\(number)", "genre": "g\(100 + number % 100)"]) }
    }
    #expect(unsaved.keys == 0)
    #expect(listed.titles(0).first == "a")
    #expect(listed.end.count == 5)
  }

  /// Deletes and inserts rows without the coordinator, as another process would.
  private func writeElsewhere(_ listed: Listed, deleting: IndexPath, inserting title: String) throws {
    let key = listed.context.edit {
      listed.controller.objectID(at: RowPlace(section: deleting[0], item: deleting[1])).key
    }
    let row = try #require(try listed.store.row(for: key))
    var changes = StoreChanges()
    changes.deleted = [.init(key: key, version: row.version)]
    let slots = listed.store.model[key].slotsByName
    var values = row.values
    values[try #require(slots["title"])] = .string(title)
    changes.inserted = [Row(key: RowKey(entity: Int(key.entity), temporary: 1_000_000), version: 0, values: values)]
    _ = try listed.store.save(changes)
  }

  @Test func whatAnotherProcessWroteIsFetchedWithTheNextEvent() throws {
    let listed = try Listed()
    try writeElsewhere(listed, deleting: IndexPath(indexes: [0, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    _ = listed.store.take()
    // If nothing is read, the write is not noticed.
    listed.context.edit {
      listed.controller.object(at: IndexPath(indexes: [50, 5])).setValue("new", forKey: "note")
    }
    #expect(listed.store.take().keys == 0)
    #expect(listed.end.count == 1)
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "p1", "genre": "a new one"]) }
    #expect(listed.store.take().keys == 1)
    listed.context.edit {
      #expect(listed.controller.sections?.map(\.numberOfObjects) == [1] + Array(repeating: 10, count: 100))
      #expect(listed.controller.object(at: IndexPath(indexes: [1, 0])).shownTitle == "p0")
    }
    // Now the list is up to date.
    _ = listed.store.take()
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "p2", "genre": "a new one"]) }
    #expect(listed.store.take().keys == 0)
  }

  @Test func whatAnotherProcessWroteIsNotFetchedWhenAMergeReportsAllOfIt() throws {
    let listed = try Listed()
    let writes = try listed.externalWrites(of: "Track")
    try writeElsewhere(listed, deleting: IndexPath(indexes: [0, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    let first = try #require(try writes.poll())
    _ = listed.store.take()
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: first, into: [listed.context])
    #expect(listed.store.take().keys == 0)
    #expect(listed.titles(0).first == "p0")

    // Rows that are written after the check are in no merge.
    try writeElsewhere(listed, deleting: IndexPath(indexes: [1, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    let second = try #require(try writes.poll())
    try writeElsewhere(listed, deleting: IndexPath(indexes: [2, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    _ = listed.store.take()
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: second, into: [listed.context])
    #expect(listed.store.take().keys == 1)
    #expect(listed.titles(2).first == "p0")

    // Neither are rows that the check found and that were not merged here.
    try writeElsewhere(listed, deleting: IndexPath(indexes: [3, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    #expect(try writes.poll() != nil)
    try writeElsewhere(listed, deleting: IndexPath(indexes: [4, 0]), inserting: "p0")
    listed.store.external.withLock { $0 += 1 }
    let last = try #require(try writes.poll())
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: last, into: [listed.context])
    #expect((3...4).map { listed.titles($0).first } == ["p0", "p0"])
    #expect(listed.end.count == 3)
  }

  @Test func whatAMergeOfOtherEntitiesLeavesOutIsFetched() throws {
    let listed = try Listed()
    let writes = try listed.externalWrites(of: "Person")
    try writeElsewhere(listed, deleting: IndexPath(indexes: [0, 0]), inserting: "p0")
    let person = try #require(listed.store.model.entitiesByName["Person"])
    let row = Row(
      key: RowKey(entity: person.index, temporary: 2_000_000), version: 0, values: person.slots.map(\.defaultValue))
    _ = try listed.store.save(StoreChanges(inserted: [row]))
    listed.store.external.withLock { $0 += 1 }
    let found = try #require(try writes.poll())
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: found, into: [listed.context])
    _ = listed.store.take()
    // Insert far from the deleted row. Next to it, the search itself would cause a fetch.
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "p1", "genre": "a new one"]) }
    #expect(listed.store.take().keys == 1)
    #expect((0...1).map { listed.titles($0).first } == ["p1", "p0"])
  }

  @Test func aRowThatIsGoneUnderASearchMakesItFetchAgain() throws {
    let listed = try Listed()
    try writeElsewhere(listed, deleting: IndexPath(indexes: [0, 5]), inserting: "p0")
    _ = listed.store.take()
    _ = try listed.context.edit { try listed.context.insert("Track", ["title": "p10450", "genre": "g100"]) }
    #expect(listed.store.take().keys == 1)
    #expect(listed.context.edit { listed.controller.sections?[0].numberOfObjects } == 11)
    #expect(listed.end.count == 1)
  }

  @Test func aControllerThatIsDroppedReportsNothingAndHoldsNothing() throws {
    let stack = try MusicStack()
    let trace = ResultsTrace()
    weak var dropped: NSFetchedResultsController<NSManagedObject>?
    weak var tracker: ResultsTracker?
    try stack.context.edit {
      let controller = try stack.context.tracks(delegate: trace)
      _ = controller.sections?[0].objects
      (dropped, tracker) = (controller, controller.tracker)
    }
    #expect(dropped == nil)
    #expect(tracker == nil)
    _ = try stack.context.edit { try stack.context.insert("Track", ["title": "a"]) }
    #expect(trace.take() == [])
  }
}
