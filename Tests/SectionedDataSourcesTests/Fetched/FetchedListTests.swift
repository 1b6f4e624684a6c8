import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Tracks by position: a0 b1 c2 d3 e4 f5, all in album A.
@Suite("The objects of one request are a live list")
struct FetchedListTests {
  typealias List = FetchedList<NSManagedObject>

  let library: MusicLibrary
  let album: NSManagedObject
  let tracks: [NSManagedObject]
  static var byPosition: [NSSortDescriptor] { [NSSortDescriptor(key: "position", ascending: true)] }

  init() throws {
    let library = try MusicLibrary()
    self.library = library
    (album, tracks) = try library.run {
      let album = library.album("A", 0)
      let tracks = ["a", "b", "c", "d", "e", "f"].enumerated().map { library.track($1, $0, in: album) }
      try library.context.save()
      return (album, tracks)
    }
  }

  func list(_ order: [NSSortDescriptor] = byPosition, entity: String = "Track") -> List {
    List(entityName: entity, sortDescriptors: order, in: library.context, anomalies: AnomalyHandler { _ in })
  }

  func text(_ list: List) -> String { list.fetchedItems.map(MusicLibrary.name).joined(separator: " ") }

  @Test("An entity and an order are enough, and a list without objects has one section")
  func oneSection() throws {
    try library.run {
      let list = list()
      #expect(list.numberOfSections == 0)
      #expect(list.phase == .initial)
      try list.performFetch()
      #expect(list.phase == .loaded)
      #expect(text(list) == "a b c d e f")
      let empty = self.list(entity: "Artist")
      try empty.performFetch()
      #expect(empty.numberOfSections == 1)
      #expect(empty.numberOfItems == 0)
    }
  }

  @Test("A fetch without sort descriptors or of an unknown entity throws an error that says why")
  func errors() {
    library.run {
      #expect(throws: FetchedSourceError.missingSortDescriptors(entity: "Track")) { try list([]).performFetch() }
      #expect(throws: FetchedSourceError.unknownEntity(name: "Trick", known: ["Album", "Artist", "Track"])) {
        try list(entity: "Trick").performFetch()
      }
      #expect(
        FetchedSourceError.unknownEntity(name: "Trick", known: ["Album", "Artist", "Track"]).description
          == "The fetch request names “Trick”, which is no entity of the context's model. The model has Album, Artist, "
          + "Track. Did you mean 'Track'?")
      let text = "\(FetchedSourceError.missingSortDescriptors(entity: "Track"))"
      #expect(text.contains("Track has no sort descriptors"))
      let typed = FetchedList<CountedTrack>(
        entityName: "Album", sortDescriptors: Self.byPosition, in: library.context)
      #expect(throws: (any Error).self) { try typed.performFetch() }
    }
  }

  @Test("A change that cannot be fetched throws, and the list and the request stay the same")
  func failedChange() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      let laws = FetchedLaws(list)
      #expect(throws: FetchedSourceError.missingSortDescriptors(entity: "Track")) { try list.setSortDescriptors([]) }
      #expect(list.fetchRequest.sortDescriptors?.count == 1)
      #expect(laws.steps == 0)
      tracks[0].setValue(9, forKey: "position")
      library.context.processPendingChanges()
      #expect(text(list) == "b c d e f a")
    }
  }

  @Test("Request and context are read back, and edits of the request apply at the next reload")
  func readBack() throws {
    try library.run {
      let list = list()
      #expect(list.fetchRequest.fetchBatchSize == 20)
      #expect(list.managedObjectContext === library.context)
      try list.performFetch()
      list.fetchRequest.predicate = NSPredicate(format: "position < 2")
      list.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
      tracks[5].setValue("F", forKey: "title")
      library.context.processPendingChanges()
      #expect(text(list) == "a b c d e F")
      try list.reload()
      #expect(text(list) == "b a")
      let own = List(
        entityName: "Track", sortDescriptors: Self.byPosition, batchSize: 5, in: nil)
      #expect(own.fetchRequest.fetchBatchSize == 5)
    }
  }

  @Test("Setting a context fetches; without one the list is empty and cannot add items")
  func contexts() throws {
    try library.run {
      let list = List(entityName: "Track", sortDescriptors: Self.byPosition, in: nil)
      let laws = FetchedLaws(list)
      try list.performFetch()
      #expect(list.addItem() == nil)
      #expect(list.numberOfSections == 0)
      #expect(laws.steps == 0)
      try list.setContext(library.context)
      #expect(text(list) == "a b c d e f")
      #expect(laws.steps == 1)
      try list.setContext(nil)
      #expect(list.numberOfSections == 0)
      #expect(list.phase == .initial)
      tracks[0].setValue(9, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.steps == 2)
      laws.checkAtRest()
    }
  }

  @Test("An added item is in the list at once, and is returned")
  func addItem() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      let item = try #require(
        list.addItem {
          $0.setValue("n", forKey: "title")
          $0.setValue(-1, forKey: "position")
        })
      #expect(list.item(0, inSection: 0) === item)
      #expect(list.place(of: item) == ItemPlace(section: 0, item: 0))
    }
  }

  @Test("Each event is one step, and an event without changes is none")
  func steps() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      let laws = FetchedLaws(list)
      library.album("B", 1)
      library.context.processPendingChanges()
      try library.context.save()
      try list.reload()
      #expect(laws.steps == 0)
      library.context.delete(tracks[0])
      tracks[3].setValue("D", forKey: "title")
      library.track("g", 6, in: nil)
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      let changes = try #require(laws.changes.first)
      #expect(changes.items.deleted.map(\.place) == [ItemPlace(section: 0, item: 0)])
      #expect(changes.items.inserted.map(\.place) == [ItemPlace(section: 0, item: 5)])
      #expect(changes.items.updated.map(\.new) == [ItemPlace(section: 0, item: 2)])
    }
  }

  @Test("A move is reported as a move, and a new sort value that keeps the place as an update")
  func moves() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      let laws = FetchedLaws(list)
      tracks[0].setValue(9, forKey: "position")
      library.context.processPendingChanges()
      let id = ListedID(tracks[0].objectID)
      #expect(laws.takeChanges().map(\.items.moved).map { $0.map(\.to.item) } == [[5]])
      let revision = list.snapshot[ItemPlace(section: 0, item: 5)].revision
      #expect(revision != 0)
      #expect(list.item(for: id) === tracks[0])
      tracks[0].setValue(99, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.takeChanges().map(\.items.updated).map { $0.map(\.new.item) } == [[5]])
      #expect(list.snapshot[ItemPlace(section: 0, item: 5)].revision != revision)
    }
  }

  @Test("Objects that are added and changed in one event, or changed by an observer, are in the list")
  func addedAndChanged() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      let laws = FetchedLaws(list)
      let track = library.track("g", 0, in: nil)
      track.setValue(7, forKey: "position")
      tracks[5].setValue(8, forKey: "position")
      laws.notify = { [library] _ in
        laws.notify = { _ in }
        track.setValue(-1, forKey: "position")
        library.context.delete(self.tracks[1])
      }
      library.context.processPendingChanges()
      library.context.processPendingChanges()
      #expect(text(list) == "g a c d e f")
      #expect(laws.steps == 2)
      laws.checkAtRest()
    }
  }

  @Test("A list that an observer of another list changes in the middle of an event misses nothing of the event")
  func changedInAnEvent() throws {
    try library.run {
      let (first, second) = (list(), list())
      try first.performFetch()
      try second.performFetch()
      let (firstLaws, laws) = (FetchedLaws(first), FetchedLaws(second))
      let revision = second.snapshot[ItemPlace(section: 0, item: 2)].revision
      firstLaws.notify = { _ in
        // The second list has taken its step for the event already.
        #expect(second.snapshot[ItemPlace(section: 0, item: 2)].revision != revision)
        do { try second.setPredicate(NSPredicate(format: "position < 5")) } catch { Issue.record(error) }
      }
      tracks[2].setValue("C", forKey: "title")
      library.context.processPendingChanges()
      #expect(text(second) == "a b C d e")
      #expect(second.snapshot[ItemPlace(section: 0, item: 2)].revision != revision)
      laws.checkAtRest()
    }
  }

  @Test("A place out of range gives nil or 0")
  func outOfRange() throws {
    try library.run {
      let list = list()
      try list.performFetch()
      for place in [(-1, 0), (1, 0), (0, -1), (0, 6)].map({ ItemPlace(section: $0.0, item: $0.1) }) {
        #expect(list.item(at: place) == nil)
      }
      #expect(list.numberOfItems(inSection: 1) == 0)
      #expect(list.section(at: 1) == nil)
      #expect(list.items(inSection: 7).isEmpty)
      #expect(list.item(for: album.objectID) == nil)
      #expect(list.place(of: ListedID(tracks[0].objectID, occurrence: 1)) == nil)
    }
  }

  @Test("A released list is deallocated with its observers")
  func noCycle() throws {
    try library.run {
      weak var gone: List?
      do {
        let list = list()
        try list.performFetch()
        let grouped = try list.grouped(by: .keyPath("album.title"))
        #expect(grouped.numberOfSections == 1)
        gone = list
      }
      #expect(gone == nil)
      tracks[0].setValue(7, forKey: "position")
      library.context.processPendingChanges()
    }
  }

  @Test("An observer that changes the request while a change of it is delivered has the last word")
  func changedWhileDelivered() throws {
    let library = try MusicLibrary()
    try library.run {
      for number in 1...4 { library.track("t\(number)", number, in: nil) }
      try library.context.save()
      let order = { FetchedListRandomTests.order(isDescending: $0) }
      let list = FetchedList<NSManagedObject>(
        entityName: "Track", sortDescriptors: order(false), in: library.context)
      try list.performFetch()
      var isDone = false
      let token = list.observe { _ in
        if isDone { return }
        isDone = true
        do { try list.setSortDescriptors(order(true)) } catch { Issue.record(error) }
      }
      try list.setWindow(limit: .first(2))
      #expect(list.fetchRequest.sortDescriptors?.first?.ascending == false)
      #expect(list.fetchRequest.fetchLimit == 2)
      #expect(list.fetchedItems.map(MusicLibrary.name) == ["t4", "t3"])
      _ = token
    }
  }
}
