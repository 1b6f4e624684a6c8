import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Items in the order of a relationship")
struct RelationshipOrderTests {
  private typealias Base = FetchedDataSource<NSManagedObject, NSManagedObject>
  private typealias Source = RelationshipOrderedDataSource<NSManagedObject, NSManagedObject>

  private func names(_ source: Source) -> [[String]] {
    (0..<source.numberOfSections).map { source.items(inSection: $0).map(ZoneLibrary.name) }
  }

  /// Returns the expected items, from the relationships.
  private func expected(_ countries: [NSManagedObject]) -> [[String]] {
    countries.map { country in
      (country.value(forKey: "zones") as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject }
        .filter { $0.value(forKey: "isDone") as? Bool != true }.map(ZoneLibrary.name) ?? []
    }
  }

  /// A library with `A: a b c | B: d | C:`. The order of the names differs from that of the positions.
  private func world(_ body: (ZoneLibrary, [NSManagedObject], Source) throws -> Void) throws {
    try world(ZoneLibrary(isOrdered: true), body)
  }

  private func world(_ library: ZoneLibrary, _ body: (ZoneLibrary, [NSManagedObject], Source) throws -> Void) throws {
    try library.run {
      let countries = ["A", "B", "C"].enumerated().map { library.country($1, $0) }
      for (index, name) in ["a", "b", "c"].enumerated() { library.zone(name, 9 - index, in: countries[0]) }
      library.zone("d", 0, in: countries[1])
      try library.context.save()
      let base = Base(library.controller())
      try base.performFetch()
      try body(library, countries, Source(base, by: "zones"))
    }
  }

  @Test("a program moves an object in the relationship: one step, of one move")
  func program() throws {
    try world { library, countries, source in
      #expect(names(source) == [["a", "b", "c"], ["d"], []])
      var changes: [Source.Update.ChangeSet] = []
      let token = source.observe { changes.append($0.changes) }
      let zones = countries[0].mutableOrderedSetValue(forKey: "zones")
      zones.moveObjects(at: IndexSet(integer: 2), to: 0)
      library.context.processPendingChanges()
      #expect(names(source) == [["c", "a", "b"], ["d"], []])
      #expect(changes.count == 1 && changes.first?.items.moved.count == 1)
      token.cancel()
    }
  }

  @Test("a user moves items in the relationship, also to another section and an empty one")
  func user() throws {
    try world { library, countries, source in
      // guide
      let reordering = ListReordering(of: source)
      try reordering.move(from: [0, 2], to: [0, 0])
      try reordering.move(from: [0, 1], to: [2, 0])
      // end
      #expect(names(source) == [["c", "b"], ["d"], ["a"]])
      try reordering.move(
        [ItemPlace(section: 1, item: 0), ItemPlace(section: 0, item: 0)], to: .init(section: 2, item: 1))
      #expect(names(source) == [["b"], [], ["a", "d", "c"]])
      #expect(expected(countries) == names(source))
      try library.context.save()
      let again = Base(library.controller())
      try again.performFetch()
      #expect(names(try Source(again, by: "zones")) == names(source))
    }
  }

  @Test("an insertion in the middle and a deletion are one step, without moves")
  func insertion() throws {
    try world { library, countries, source in
      var changes: [Source.Update.ChangeSet] = []
      let token = source.observe { changes.append($0.changes) }
      let zones = countries[0].mutableOrderedSetValue(forKey: "zones")
      let new = library.zone("n", 0, in: nil)
      zones.insert(new, at: 1)
      library.context.delete(try #require(source.item(at: ItemPlace(section: 0, item: 2))))
      library.context.processPendingChanges()
      #expect(names(source) == [["a", "n", "b"], ["d"], []])
      #expect(changes.count == 1 && changes.first?.items.inserted.count == 1 && changes.first?.items.deleted.count == 1)
      #expect(changes.first?.items.moved.isEmpty == true)
      token.cancel()
    }
  }

  @Test("a move is undone, made again, and rolled back")
  func undo() throws {
    try world { library, countries, source in
      let undo = UndoManager()
      undo.groupsByEvent = false
      library.context.undoManager = undo
      let reordering = ListReordering(of: source)
      try reordering.move(from: [0, 2], to: [0, 0])
      try reordering.move(from: [0, 1], to: [1, 1])
      #expect(names(source) == [["c", "b"], ["d", "a"], []])
      for (isUndo, expected) in [
        (true, [["c", "a", "b"], ["d"], []]), (true, [["a", "b", "c"], ["d"], []]),
        (false, [["c", "a", "b"], ["d"], []]),
      ] {
        if isUndo { library.context.undo() } else { library.context.redo() }
        library.context.processPendingChanges()
        #expect(names(source) == expected)
        #expect(self.expected(countries) == expected)
      }
      library.context.rollback()
      #expect(names(source) == [["a", "b", "c"], ["d"], []])
    }
  }

  @Test("a reset is one step: the saved order is there again, and is followed")
  func reset() throws {
    let library = try ZoneLibrary(isOrdered: true)
    var shown: Source?
    try world(library) { _, _, source in
      shown = source
      try ListReordering(of: source).move(from: [0, 2], to: [0, 0])
      try library.context.save()
      try ListReordering(of: source).move(from: [0, 0], to: [0, 1])
    }
    let source = try #require(shown)
    var steps: [[[String]]] = []
    let token = library.run { source.observe { _ in steps.append(names(source)) } }
    library.run { library.context.reset() }
    // The fetch was enqueued on the context's queue by the reset, and has run.
    try library.run {
      #expect(steps == [[["c", "a", "b"], ["d"], []]])
      #expect(names(source) == [["c", "a", "b"], ["d"], []])
      try ListReordering(of: source).move(from: [0, 0], to: [0, 2])
      #expect(names(source) == [["a", "b", "c"], ["d"], []])
      token.cancel()
    }
  }

  @Test("mistakes are named")
  func mistakes() throws {
    try world { library, _, source in
      #expect(
        throws: FetchedSourceError.invalidOrder(
          name: "zone", reason: "Country has no ordered relationship of that name; it has zones. Did you mean 'zones'?")
      ) { try Source(source.base, by: "zone") }
    }
  }

  @Test("edits of every kind, by the program, by the user and by a merge", arguments: TestSeeds.seeds(24))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try world { library, countries, source in
      if random.oneIn(2) {
        try source.base.changeItemRequest { $0.predicate = NSPredicate(format: "isDone == NO") }
      }
      let hides = source.base.controller.itemFetchRequest.predicate != nil
      func isCurrent() -> Bool { names(source) == expected(countries) }
      for step in 0..<60 {
        let country = random.one(of: countries)
        let zones = country.mutableOrderedSetValue(forKey: "zones")
        switch random.below(7) {
        case 0:
          library.zone("n\(step)", 0, in: country, ["isDone": hides && random.oneIn(3)])
        case 1 where zones.count > 0:
          if let zone = zones[random.below(zones.count)] as? NSManagedObject { library.context.delete(zone) }
        case 2 where zones.count > 1:
          zones.moveObjects(at: IndexSet(integer: random.below(zones.count)), to: random.below(zones.count))
        case 3 where zones.count > 0 && hides:
          let zone = zones[random.below(zones.count)] as? NSManagedObject
          zone?.setValue(random.oneIn(2), forKey: "isDone")
        case 4: try library.context.save()
        default:
          let shown = names(source)
          let (section, other) = (random.below(3), random.below(3))
          guard !shown[section].isEmpty else { continue }
          let room = shown[other].count - (section == other ? 1 : 0)
          let (from, to) = (random.below(shown[section].count), random.below(room + 1))
          var model = shown
          model[other].insert(model[section].remove(at: from), at: to)
          try ListReordering(of: source).move(from: [section, from], to: [other, to])
          #expect(names(source) == model, "drag \(step) of seed \(seed)")
        }
        library.context.processPendingChanges()
        #expect(isCurrent(), "step \(step) of seed \(seed): \(names(source)), not \(expected(countries))")
        guard isCurrent() else { return }
      }
    }
  }

  @Test("a merge moves items")
  func merge() throws {
    try world { library, countries, source in
      let other = library.container.newBackgroundContext()
      let id = countries[0].objectID
      let saved = try other.posting { context in
        context.object(with: id).mutableOrderedSetValue(forKey: "zones").moveObjects(at: IndexSet(integer: 0), to: 2)
      }
      if let saved { library.context.mergeChanges(fromContextDidSave: saved) }
      #expect(names(source) == [["b", "c", "a"], ["d"], []])
    }
  }
}
