import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller: places that an index finds") struct ResultsSeekTests {
  /// A hundred saved tracks in a file, ten in each genre, with the titles `p000` to `p099`, and a context that lists
  /// them.
  private final class Listed {
    let folder: TemporaryFolder
    let coordinator: NSPersistentStoreCoordinator
    let store: CountingStore
    let context: NSManagedObjectContext
    let controller: NSFetchedResultsController<NSManagedObject>
    let end = EndOfChanges()

    init(_ sort: [String], sections: String?, where predicate: NSPredicate? = nil) throws {
      folder = try TemporaryFolder()
      let coordinator: NSPersistentStoreCoordinator
      (coordinator, store) = try CountingStore.coordinator(at: folder.file("seek.sqlite"))
      self.coordinator = coordinator
      func newContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
      }
      let other = newContext()
      try other.edit {
        for number in 0..<100 {
          try other.insert(
            "Track",
            [
              "title": "p" + String(1000 + number).dropFirst(), "genre": "g\(number / 10)", "number": number % 10,
              "note": "n\(number)",
            ])
        }
        try other.save()
      }
      context = newContext()
      controller = try context.edit { [context, end] in
        try context.tracks(
          sort.map { NSSortDescriptor(key: $0, ascending: true) }, sections: sections, where: predicate, delegate: end)
      }
      _ = store.take()
    }

    deinit {
      for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }

    /// Inserts a track, and returns the list's requests to the store.
    func insert(_ title: String, _ genre: String = "g5") throws -> CountingStore.Counts {
      _ = try context.edit {
        try context.insert("Track", ["title": title, "genre": genre, "number": 4, "note": "n50x"])
      }
      return store.take()
    }

    func titles(_ section: Int) -> [String] {
      context.edit { (controller.sections?[section].objects ?? []).compactMap { ($0 as? NSManagedObject)?.shownTitle } }
    }
  }

  private let five = (50..<60).map { "p0\($0)" }

  @Test func aPlaceInASectionIsFoundByAnIndexOverSectionAndOrder() throws {
    let listed = try Listed(["genre", "title"], sections: "genre")
    #expect(try listed.insert("p0535") == .init(seeks: 1))
    // After the last one.
    #expect(try listed.insert("p0999") == .init(seeks: 1))
    // Before an unsaved one, before the first one, and at a title that already exists.
    #expect(try listed.insert("p0534") == .init(seeks: 1))
    #expect(try listed.insert("p0") == .init(seeks: 1))
    #expect(try listed.insert("p055") == .init(seeks: 1))
    #expect(
      listed.titles(5) == ["p0", "p050", "p051", "p052", "p053", "p0534", "p0535", "p054", "p055", "p055"]
        + ["p056", "p057", "p058", "p059", "p0999"])
    #expect(listed.end.count == 5)
  }

  @Test func aPlaceInAListWithoutSectionsIsFoundByAnIndexOverTheOrder() throws {
    let listed = try Listed(["title"], sections: nil)
    #expect(try listed.insert("p0535") == .init(seeks: 1))
    #expect(listed.titles(0)[52...55] == ["p052", "p053", "p0535", "p054"])
  }

  @Test func aMovedObjectIsPassedOverWhereItStoodOnceSaved() throws {
    let listed = try Listed(["genre", "title"], sections: "genre")
    let last = listed.context.edit { listed.controller.object(at: IndexPath(indexes: [5, 9])) }
    listed.context.edit { last.setValue("p0505", forKey: "title") }
    #expect(listed.titles(5) == ["p050", "p0505"] + five[1..<9])
    // Its saved values still make it the last one.
    _ = listed.store.take()
    #expect(try listed.insert("p0585") == .init(seeks: 1))
    #expect(listed.titles(5) == ["p050", "p0505"] + five[1..<9] + ["p0585"])
  }

  @Test func rowsThatAMergeBringsAreSoughtAndNotRead() throws {
    let listed = try Listed(["genre", "title"], sections: "genre")
    listed.context.edit { listed.context.automaticallyMergesChangesFromParent = true }
    let ids = listed.context.edit { [0, 5, 9].map { listed.controller.objectID(at: RowPlace(section: 5, item: $0)) } }
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = listed.coordinator
    try other.edit {
      for (id, title) in zip(ids, ["p0595", "p0515", "p0505"]) {
        other.object(with: id).setValue(title, forKey: "title")
      }
      try other.insert("Track", ["title": "p0512", "genre": "g5"])
      try other.save()
    }
    // The merge is already on the context's queue. This waits for it.
    listed.context.performAndWait {}
    let counts = listed.store.take()
    #expect(counts.seeks == 4)
    #expect(counts.values == 0)
    let expected: [String] = [
      "p0505", "p051", "p0512", "p0515", "p052", "p053", "p054", "p056", "p057", "p058", "p0595",
    ]
    #expect(listed.titles(5) == expected)
  }

  @Test func severalRowsAreSoughtAmongThoseThatStand() throws {
    let listed = try Listed(["genre", "title"], sections: "genre")
    let last = listed.context.edit { listed.controller.object(at: IndexPath(indexes: [5, 9])) }
    _ = listed.store.take()
    try listed.context.edit {
      last.setValue("p0505", forKey: "title")
      for title in ["p0999", "p0532", "p0531", "p0585", "p0"] {
        try listed.context.insert("Track", ["title": title, "genre": "g5"])
      }
      try listed.context.insert("Track", ["title": "p", "genre": "g55"])
    }
    #expect(listed.store.take().seeks == 7)
    let expected: [String] = [
      "p0", "p050", "p0505", "p051", "p052", "p053", "p0531", "p0532", "p054", "p055", "p056", "p057", "p058", "p0585",
      "p0999",
    ]
    #expect(listed.titles(5) == expected)
    #expect(listed.titles(6) == ["p"])
  }

  @Test func rowsThatThePredicateLeavesOutArePassedOver() throws {
    let listed = try Listed(["genre", "title"], sections: "genre", where: NSPredicate(format: "number IN {0, 4, 9}"))
    #expect(try listed.insert("p051") == .init(seeks: 1))
    #expect(listed.titles(5) == ["p050", "p051", "p054", "p059"])
  }

  @Test func whereThePredicateLeavesOutManyRowsThePlaceIsSearched() throws {
    let listed = try Listed(["title"], sections: nil, where: NSPredicate(format: "note IN {'n0', 'n99', 'n50x'}"))
    #expect(try listed.insert("p0505") == .init(values: 2, seeks: 1))
    #expect(listed.titles(0) == ["p000", "p0505", "p099"])
  }

  @Test func withoutValuesOrWithoutAnIndexThePlaceIsSearched() throws {
    let unindexed = try Listed(["genre", "note"], sections: "genre")
    #expect(try unindexed.insert("p0535").seeks == 0)
    #expect(unindexed.titles(5) == ["p050", "p0535"] + five[1...])

    let listed = try Listed(["genre", "title"], sections: "genre")
    _ = try listed.context.edit { try listed.context.insert("Track", ["genre": "g5"]) }
    #expect(listed.store.take().seeks == 0)
    #expect(listed.titles(5) == ["-"] + five)
    // Insert ten more unsaved objects than are compared one by one.
    for number in 0..<20 { _ = try listed.insert("p0532\(10 + number)") }
    #expect(try listed.insert("p05320").seeks == 1)
    #expect(listed.titles(5)[4...6] == ["p053", "p05320", "p053210"])
  }

  @Test func ordersThatNoIndexGivesAreSearched() throws {
    let listed = try Listed(["genre", "title"], sections: "genre")
    let layout = listed.store.model
    let track = try #require(layout.entitiesByName["Track"])
    func seeks(_ group: String?, _ sort: NSSortDescriptor...) throws -> Bool {
      let order = try CompiledOrder(sort, entity: track, model: layout)
      let group = try group.map { try CompiledPath(parsing: $0, from: track, in: layout) }
      return try listed.store.seek(RowSeek.Order(entity: track, group: group, terms: order.terms[...])) != nil
    }
    let title = NSSortDescriptor(key: "title", ascending: true)
    let number = NSSortDescriptor(key: "number", ascending: true)
    #expect(try seeks("genre", title))
    #expect(try seeks("singer", number))
    #expect(try seeks(nil, title))
    #expect(try !seeks(nil, number))
    #expect(try !seeks("genre", number))
    #expect(try !seeks("genre", title, number))
    #expect(try !seeks("producer", title))
    #expect(try !seeks("genre"))
    #expect(try !seeks("genre", NSSortDescriptor(key: "title", ascending: false)))
    #expect(
      try !seeks(
        "genre", NSSortDescriptor(key: "title", ascending: true, selector: Selector(("caseInsensitiveCompare:")))))
    #expect(try !seeks("singer.name", number))
    #expect(try !seeks(nil, NSSortDescriptor(key: "singer.name", ascending: true)))
  }
}
