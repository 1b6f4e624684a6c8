import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A window stays true, and errors of an event are reported")
struct FetchedWindowTests {
  typealias List = FetchedList<NSManagedObject>

  static var byPosition: [NSSortDescriptor] { [NSSortDescriptor(key: "position", ascending: true)] }

  /// A hundred tracks, at the positions 0, 10, 20 …
  static func library(_ store: MusicLibrary.Store = .sqlite) throws -> MusicLibrary {
    let library = try MusicLibrary(store)
    try library.run {
      for number in 0..<100 { library.track("t\(number)", number * 10, in: nil) }
      try library.context.save()
    }
    return library
  }

  func names(_ list: List) -> [String] { list.fetchedItems.map(MusicLibrary.name) }

  @Test("Of 100 objects 10 are shown, and a new second object removes the tenth", arguments: [false, true])
  func window(isSaved: Bool) throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      try list.setWindow(limit: .first(10))
      try list.performFetch()
      let laws = FetchedLaws(list)
      library.track("new", 5, in: nil)
      if isSaved { try library.context.save() } else { library.context.processPendingChanges() }
      #expect(names(list) == ["t0", "new"] + (1...8).map { "t\($0)" })
      let changes = try #require(laws.changes.first)
      #expect(changes.items.inserted.map(\.place.item) == [1])
      #expect(changes.items.deleted.map(\.place.item) == [9])
      #expect(laws.steps == 1)
      laws.checkAtRest()
    }
  }

  /// The unsaved track is fetched in addition to the limit, which must not overflow.
  @Test("a limit beyond any list is none", arguments: [Int.max, Int.max - 1])
  func noLimit(limit: Int) throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      try list.setWindow(limit: .first(limit), offset: 98)
      try list.performFetch()
      #expect(names(list) == ["t98", "t99"])
      let laws = FetchedLaws(list)
      library.track("new", 985, in: nil)
      library.context.processPendingChanges()
      #expect(names(list) == ["t98", "new", "t99"])
      laws.checkAtRest()
    }
  }

  @Test("a negative offset is none", arguments: [-1, -2, -3, Int.min])
  func negativeOffset(offset: Int) throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      list.fetchRequest.fetchLimit = 3
      list.fetchRequest.fetchOffset = offset
      try list.performFetch()
      #expect(names(list) == ["t0", "t1", "t2"])
      library.track("new", 5, in: nil)
      library.context.processPendingChanges()
      #expect(names(list) == ["t0", "new", "t1"])
    }
  }

  @Test("The window moves and opens live, each time in one step")
  func live() throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      try list.performFetch()
      let laws = FetchedLaws(list)
      laws.notify = { _ in }
      try list.performTogether {
        try list.setPredicate(NSPredicate(format: "position < 100"))
        try list.setWindow(limit: .first(3), offset: 2)
      }
      #expect(names(list) == ["t2", "t3", "t4"])
      #expect(laws.steps == 1)
      try list.setWindow(limit: .all, offset: 8)
      #expect(names(list) == ["t8", "t9"])
      try library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = NSPredicate(format: "position == 0")
        try other.fetch(request).forEach { other.delete($0) }
      }
      #expect(names(list) == ["t9"])
      laws.checkAtRest()
    }
  }

  @Test("What another context saves of an object that changed here before it was forgotten is another version")
  func mergedAfterChanged() throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      try list.setWindow(limit: .first(3))
      try list.performFetch()
      func rename(_ title: String, in context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = NSPredicate(format: "position == 10")
        try context.fetch(request).first?.setValue(title, forKey: "title")
      }
      func revision() -> Int? { list.snapshot.sections.first?.items[1].revision }
      var revisions = [revision()]
      try rename("here", in: library.context)
      try library.context.save()
      revisions.append(revision())
      try library.merge { try rename("there", in: $0) }
      revisions.append(revision())
      #expect(Set(revisions).count == 3)
      #expect(names(list) == ["t0", "there", "t2"])
    }
  }

  @Test("Reading an object of a window fills the faults of its batch, and nothing else")
  func batches() throws {
    let library = try Self.library()
    try library.run {
      let filled = FilledTracks()
      let context = library.container.newBackgroundContext()
      try context.performAndWait {
        context.userInfo[FilledTracks.key] = filled
        let list = FetchedList<CountedTrack>(
          entityName: "Track", sortDescriptors: Self.byPosition, batchSize: 5, in: context)
        try list.setWindow(limit: .first(20))
        try list.performFetch()
        #expect(filled.ids.isEmpty)
        #expect(list.item(0, inSection: 0)?.value(forKey: "title") as? String == "t0")
        #expect(filled.ids.count == 5)
        #expect(list.item(4, inSection: 0)?.value(forKey: "title") as? String == "t4")
        #expect(filled.ids.count == 5)
      }
    }
  }

  @Test("A step of the list reads what changed, and not the list")
  func cost() throws {
    let library = try Self.library()
    try library.run {
      let filled = FilledTracks()
      let context = library.container.newBackgroundContext()
      try context.performAndWait {
        let list = FetchedList<CountedTrack>(entityName: "Track", sortDescriptors: Self.byPosition, in: context)
        try list.performFetch()
        context.userInfo[FilledTracks.key] = filled
        let track = try #require(list.itemID(at: ItemPlace(section: 0, item: 50))).id
        context.object(with: track).setValue(995, forKey: "position")
        context.processPendingChanges()
        #expect(list.place(of: track) == ItemPlace(section: 0, item: 99))
        #expect(filled.ids.count <= 1)
      }
    }
  }

  @Test("A failed fetch within an event is reported, and the list stays")
  func reported() throws {
    let library = try Self.library()
    try library.run {
      var (errors, kinds) = ([any Error](), Kinds())
      let list = List(
        entityName: "Track", sortDescriptors: Self.byPosition, in: library.context,
        anomalies: AnomalyHandler { [kinds] in kinds.note($0.kind) })
      list.onError = { errors.append($0) }
      try list.setWindow(limit: .first(3))
      try list.performFetch()
      let track = try #require(list.item(0, inSection: 0))
      #expect(track.value(forKey: "title") as? String == "t0")
      let coordinator = try #require(library.context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))
      track.setValue("T", forKey: "title")
      library.context.processPendingChanges()
      #expect(errors.count == 1)
      #expect(kinds.all == [.fetchFailed])
      #expect(list.numberOfItems == 3)
    }
  }

  /// Unchecked, because it is used on one queue.
  final class Kinds: @unchecked Sendable {
    private(set) var all: [DataSourceAnomaly.Kind] = []
    func note(_ kind: DataSourceAnomaly.Kind) { all.append(kind) }
  }

  @Test(
    "After a reset the list is fetched again, and every item is another version", arguments: [ItemLimit.all, .first(3)])
  func reset(limit: ItemLimit) throws {
    let library = try Self.library()
    let held = try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      try list.setWindow(limit: limit)
      try list.performFetch()
      _ = list.fetchedItems.map(MusicLibrary.name)
      library.track("new", 5, in: nil)
      library.context.processPendingChanges()
      let laws = FetchedLaws(list)
      library.context.reset()
      #expect(laws.steps == 0)
      #expect(list.numberOfItems == (limit.count ?? 101))
      return Confined((list, laws, list.snapshot))
    }
    try library.run {
      let (list, laws, before) = held.value
      #expect(laws.steps == 1)
      #expect(names(list) == (0..<(limit.count ?? 100)).map { "t\($0)" })
      laws.checkAtRest()
      let first = list.snapshot[ItemPlace(section: 0, item: 0)]
      #expect(first.id == before[ItemPlace(section: 0, item: 0)].id)
      #expect(first.revision != before[ItemPlace(section: 0, item: 0)].revision)
      let track = try #require(list.item(1, inSection: 0))
      track.setValue(-1, forKey: "position")
      library.context.processPendingChanges()
      #expect(list.item(0, inSection: 0) === track)
    }
  }

  /// Unchecked, because it is read on the context's queue only.
  struct Confined<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test("An item keeps its identifier when its object is saved", arguments: [true, false])
  func identity(obtainsIDs: Bool) throws {
    let library = try Self.library()
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: library.context)
      list.obtainsPermanentIDs = obtainsIDs
      try list.performFetch()
      let laws = FetchedLaws(list)
      let track = library.track("new", -1, in: nil)
      library.context.processPendingChanges()
      let id = try #require(list.itemID(at: ItemPlace(section: 0, item: 0))).id
      #expect(id.isTemporaryID == !obtainsIDs)
      try library.context.save()
      #expect(!track.objectID.isTemporaryID)
      #expect(laws.steps == 1)
      for name in [id, track.objectID] {
        #expect(list.place(of: name) == ItemPlace(section: 0, item: 0))
        #expect(list.item(for: name) === track)
      }
      #expect(list.itemID(at: ItemPlace(section: 0, item: 0))?.id == id)
      try list.reload()
      #expect(laws.steps == 1)
      library.context.delete(track)
      library.context.processPendingChanges()
      #expect(laws.changes.last?.items.deleted.map(\.id.id) == [id])
      laws.checkAtRest()
    }
  }
}
