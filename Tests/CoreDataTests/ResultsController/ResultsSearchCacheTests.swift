import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller: rows whose values are known") struct ResultsSearchCacheTests {
  /// A thousand saved tracks, sorted by their notes `n00000`, `n00010`, …, for which there is no index.
  private final class Listed {
    let store: CountingStore
    let context: NSManagedObjectContext
    let other: NSManagedObjectContext
    let controller: NSFetchedResultsController<NSManagedObject>
    let end = EndOfChanges()
    private var random = SeededRandom(seed: 1)

    init() throws {
      let (coordinator, store) = try CountingStore.coordinator()
      self.store = store
      func newContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
      }
      (context, other) = (newContext(), newContext())
      controller = try context.edit { [context, end] in
        for number in 0..<1_000 { try context.insert("Track", ["title": "t", "note": Self.note(number * 10)]) }
        try context.save()
        return try context.tracks([NSSortDescriptor(key: "note", ascending: true)], delegate: end)
      }
    }

    static func note(_ number: Int) -> String { "n" + String(100_000 + number).dropFirst() }

    /// Inserts a track, as one event.
    ///
    /// - Returns: the list's requests to the store.
    func insert(_ number: Int? = nil) throws -> CountingStore.Counts {
      _ = store.take()
      let number = number ?? random.below(10_000)
      _ = try context.edit { try context.insert("Track", ["title": "t", "note": Self.note(number)]) }
      return store.take()
    }

    /// Lets the list cache the values of many of its rows.
    func learn() throws {
      for _ in 0..<60 { #expect(try insert().keys == 0) }
      try context.edit { try context.save() }
      #expect((controller.tracker.list?.searchCache.count ?? 0) > 200)
    }

    /// Inserts more tracks, expects that this fetches no keys, and compares the list with a fresh one.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<40 { #expect(try insert().keys == 0, sourceLocation: sourceLocation) }
      try expectFresh(sourceLocation: sourceLocation)
    }

    func expectFresh(sourceLocation: SourceLocation = #_sourceLocation) throws {
      try context.edit {
        let fresh = try context.tracks([NSSortDescriptor(key: "note", ascending: true)])
        let same = controller.fetchedObjects == fresh.fetchedObjects
        #expect(same, sourceLocation: sourceLocation)
      }
    }

    /// Saves edits of the tracks in the other context.
    ///
    /// - Returns: the notification to merge.
    func saveElsewhere(_ edits: ([NSManagedObject]) throws -> Void) throws -> Notification {
      let posted = Protected<Notification?>(nil)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: other, queue: nil
      ) { notification in posted.withLock { $0 = notification } }
      defer { NotificationCenter.default.removeObserver(token) }
      try other.edit {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [NSSortDescriptor(key: "note", ascending: true)]
        try edits(try other.fetch(request))
        try other.save()
        other.reset()
      }
      return try #require(posted.withLock { $0 })
    }

    func merge(_ notification: Notification) {
      context.edit { context.mergeChanges(fromContextDidSave: notification) }
    }
  }

  /// Reverses the order of the tracks.
  private func turnRound(_ tracks: [NSManagedObject]) {
    let notes = tracks.map { $0.value(forKey: "note") as? String }
    for (track, note) in zip(tracks, notes.reversed()) { track.setValue(note, forKey: "note") }
  }

  @Test func whatASearchHasReadTheNextDoesNotRead() throws {
    let listed = try Listed()
    #expect(try (8...11).contains(listed.insert(5_005).values))
    #expect(try listed.insert(5_006).values == 0)
    try listed.learn()
    let reads = try (0..<20).map { _ in try listed.insert().values }
    #expect(reads.reduce(0, +) < 20 * 4)
    try listed.expectFresh()
  }

  @Test func aChangedRowIsReadAgain() throws {
    let listed = try Listed()
    try listed.learn()
    var random = SeededRandom(seed: 2)
    for _ in 0..<40 {
      listed.context.edit {
        let tracks = listed.controller.fetchedObjects ?? []
        tracks[random.below(tracks.count)].setValue(Listed.note(random.below(10_000)), forKey: "note")
        listed.context.processPendingChanges()
        tracks[random.below(tracks.count)].setValue(Listed.note(random.below(10_000)), forKey: "note")
        if random.below(4) == 0 { listed.context.delete(tracks[random.below(tracks.count)]) }
      }
      #expect(listed.store.take().keys == 0)
      if random.below(8) == 0 { listed.context.edit { listed.context.rollback() } }
      if random.below(8) == 0 { try listed.context.edit { try listed.context.save() } }
    }
    try listed.expectSound()
  }

  @Test func whatAnotherProcessWroteUnseenMakesItFetchAgain() throws {
    let listed = try Listed()
    try listed.learn()
    var changes = StoreChanges()
    let keys = try #require(listed.controller.tracker.list?.keys(inSection: 0))
    let rows = try listed.store.rows(for: Array(keys)).map { try #require($0) }
    let slot = try #require(listed.store.model[keys[0]].slotsByName["note"])
    for (row, other) in zip(rows, rows.reversed()) {
      var values = row.values
      values[slot] = other[slot]
      changes.updated.append(
        .init(row: Row(key: row.key, version: row.version, values: values), slots: [slot]))
    }
    _ = try listed.store.save(changes)
    listed.store.external.withLock { $0 += 1 }
    #expect(try listed.insert().keys == 1)
    try listed.expectSound()
  }

  @Test func whatAnotherContextSavedMakesItFetchAgainUntilItIsMerged() throws {
    let listed = try Listed()
    try listed.learn()
    let saved = try listed.saveElsewhere(turnRound)
    #expect(try listed.insert().keys == 1)
    try listed.expectSound()
    listed.merge(saved)
    try listed.expectSound()
  }

  @Test(arguments: [3, 100, 1_000]) func mergedRowsAreReadAgain(count: Int) throws {
    let listed = try Listed()
    try listed.learn()
    for step in 0..<10 {
      let saved = try listed.saveElsewhere { tracks in
        turnRound(
          stride(from: step, to: tracks.count, by: max(1, tracks.count / count)).prefix(count).map { tracks[$0] })
      }
      _ = listed.store.take()
      listed.merge(saved)
      // With so many rows it costs less to fetch all keys again.
      #expect(listed.store.take().keys == (count == 1_000 ? 1 : 0))
      try listed.expectSound()
      try listed.context.edit { try listed.context.save() }
    }
  }

  /// During a search, a save moves the row that the search reads first, so that the search goes in the wrong direction.
  /// The save reports only that row.
  @Test func aSaveInTheMiddleOfASearchIsNoticed() throws {
    let listed = try Listed()
    let saved = Protected<Notification?>(nil)
    let listing = listed
    listed.store.beforeSearch.withLock { hook in
      hook = {
        let notification = try listing.saveElsewhere { $0[500].setValue("a", forKey: "note") }
        saved.withLock { $0 = notification }
      }
    }
    _ = try listed.insert(2_505)
    listed.merge(try #require(saved.withLock { $0 }))
    try listed.expectFresh()
    try listed.expectSound()
  }

  @Test func thereAreNeverTooMany() throws {
    let seed = ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init) ?? .random(in: 1...UInt64.max)
    print("searchCache: SECTIONS_SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    var objects = ListedObjects(shape: .flat)
    for number in 1...Int64(6_000) {
      objects.objects[number] = .init(group: 0, rank: .random(in: 0...3_000, using: &random))
    }
    var list = try objects.freshList()
    for step in 0..<800 {
      let number = Int64.random(in: 1...6_000, using: &random)
      objects.objects[number]?.rank = .random(in: 0...3_000, using: &random)
      objects.answers.reads = 0
      let touch = ResultsTouch(key: RowKey(entity: 0, primaryKey: number), effect: .unknown, isChanged: true)
      _ = try list.apply([touch], from: objects)
      try #require(list.searchCache.count <= SearchCache.limit)
      try #require(step < 400 || objects.answers.reads <= 9, "step \(step)")
    }
    #expect(list.sections.map(\.rows) == objects.sections.map(\.rows))
    // The cached keys are in the order of the list, and their values are the current ones.
    let order = Dictionary(uniqueKeysWithValues: zip(list.sections[0].rows, 0...))
    let places = list.searchCache.keys.compactMap { order[$0] }
    #expect(places.count == list.searchCache.count)
    #expect(places == places.sorted())
    for (key, values) in zip(list.searchCache.keys, list.searchCache.values) {
      let now = try objects.values(of: key, from: 0)
      try #require(values.map { "\($0)" } == now?.map { "\($0)" })
    }
  }
}
