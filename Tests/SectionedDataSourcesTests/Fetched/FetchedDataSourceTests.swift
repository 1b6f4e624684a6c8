import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// Albums and tracks by position: `A: a1 a2 | B: | C: c1`.
@Suite("Objects are the sections of a fetched source")
struct FetchedDataSourceTests {
  typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  let library: MusicLibrary

  init() throws {
    let library = try MusicLibrary()
    self.library = library
    try library.run {
      let albums = ["A", "B", "C"].enumerated().map { library.album($1, $0) }
      library.track("a1", 0, in: albums[0])
      library.track("a2", 1, in: albums[0])
      library.track("c1", 0, in: albums[2])
      try library.context.save()
    }
  }

  func source(showsEmptySections: Bool = true) throws -> Source {
    let source = Source(
      sections: FetchedDataSourceRandomTests.request("Album"), items: FetchedDataSourceRandomTests.request("Track"),
      by: "album.identifier", in: library.context, showsEmptySections: showsEmptySections,
      anomalies: AnomalyHandler { _ in })
    try source.performFetch()
    return source
  }

  func text(_ source: Source) -> String { FetchedDataSourceRandomTests.text(source) }

  @Test("Related objects are sections, and unused ones can be left out")
  func sections() throws {
    try library.run {
      let source = try source()
      #expect(text(source) == "A: a1 a2 | B: | C: c1")
      #expect(text(try self.source(showsEmptySections: false)) == "A: a1 a2 | C: c1")
      let laws = FetchedLaws(source)
      source.showsEmptySections = false
      source.controller.unmatchedItems = .shownLast
      library.track("x", 0, in: nil)
      library.context.processPendingChanges()
      #expect(text(source) == "A: a1 a2 | C: c1 | unmatched: x")
      #expect(source.sectionID(at: 2) == ListedID(nil))
      #expect(source.section(at: 2) == .unmatched)
      #expect(laws.steps == 2)
      laws.checkAtRest()
    }
  }

  @Test("An edit of the list before the first fetch is refused, and the message says to fetch")
  func beforeTheFirstFetch() {
    library.run {
      let source = Source(
        sections: FetchedDataSourceRandomTests.request("Album"), items: FetchedDataSourceRandomTests.request("Track"),
        by: "album.identifier", in: library.context, anomalies: AnomalyHandler { _ in })
      let first = ItemPlace(section: 0, item: 0)
      let hint = " before the first performFetch(): call it first."
      #expect(throws: DataSourceAnomaly(.sectionOutOfBounds, "addItem: there is no section 1\(hint)")) {
        try source.addItem(inSection: 1)
      }
      #expect(throws: DataSourceAnomaly(.sectionOutOfBounds, "performUserMove: there is no section 0\(hint)")) {
        try source.performUserMove(from: first, to: first) {}
      }
      #expect(
        throws: DataSourceAnomaly(
          .sectionOutOfBounds, "performUserMove: a section cannot be moved from 0 to 1\(hint)")
      ) { try source.performUserMove(fromSection: 0, to: 1) {} }
    }
  }

  /// Written against bounds of the other section, bounds that are off by one, and anomalies that are not reported.
  @Test("a user's move is refused and reported if a place is outside the list, and else left to the program")
  func movesFromAndToAnywhere() throws {
    struct Refused: Error {}
    try library.run {
      let (collected, handler) = collecting()
      let source = Source(
        sections: FetchedDataSourceRandomTests.request("Album"), items: FetchedDataSourceRandomTests.request("Track"),
        by: "album.identifier", in: library.context, anomalies: handler)
      try source.performFetch()
      let counts = [2, 0, 1]
      let places = [Int.min, -1, 0, 1, 2, 3, Int.max].flatMap { section in
        [Int.min, -1, 0, 1, 2, 3, Int.max].map { ItemPlace(section: section, item: $0) }
      }
      var legal: [String] = []
      for (from, to) in places.flatMap({ from in places.map { (from, $0) } }) {
        let areSections = counts.indices.contains(from.section) && counts.indices.contains(to.section)
        let known = collected.all.count
        var wasAsked = false
        let error = #expect(throws: (any Error).self) {
          try source.performUserMove(from: from, to: to) {
            wasAsked = true
            throw Refused()
          }
        }
        if areSections, 0..<counts[from.section] ~= from.item,
          0...counts[to.section] - (from.section == to.section ? 1 : 0) ~= to.item
        {
          #expect(wasAsked && error is Refused && collected.all.count == known, "\(from) → \(to)")
          legal.append("\(from)→\(to)")
        } else {
          let kind: DataSourceAnomaly.Kind = areSections ? .itemOutOfBounds : .sectionOutOfBounds
          #expect(!wasAsked && (error as? DataSourceAnomaly)?.kind == kind, "\(from) → \(to)")
          #expect(collected.all.dropFirst(known).map(\.kind) == [kind], "\(from) → \(to)")
        }
        #expect(text(source) == "A: a1 a2 | B: | C: c1")
      }
      // Two items that stay in their section or go to one with no or one item, and one that does so.
      #expect(legal.count == 2 * (2 + 1 + 2) + 1 * (3 + 1 + 1))
    }
  }

  @Test("A controller that the caller has fetched is shown at once, and stays accessible")
  func wrapped() throws {
    try library.run {
      let controller = library.controller()
      try controller.performFetch()
      let recorder = MusicLibrary.recorder()
      controller.delegate = recorder
      let source = FetchedDataSource(controller)
      #expect(source.phase == .loaded)
      #expect(text(source) == "A: a1 a2 | B: | C: c1")
      let laws = FetchedLaws(source)
      library.track("b1", 0, in: source.section(at: 1)?.object)
      library.context.processPendingChanges()
      #expect(recorder.changes.count == 1)
      #expect(laws.steps == 1)
      controller.itemLimit = .first(1)
      try controller.performFetch(reporting: false)
      #expect(text(source) == "A: a1 | B: b1 | C: c1")
      laws.checkAtRest()
    }
  }

  @Test("Sections and items that are inserted and deleted in one event are one correct step")
  func mixed() throws {
    try library.run {
      let source = try source(showsEmptySections: false)
      let laws = FetchedLaws(source)
      let (a1, c1) = (source.item(0, inSection: 0), source.item(0, inSection: 1))
      let new = library.album("N", 1)
      library.track("n1", 0, in: new)
      library.context.delete(try #require(c1))
      library.context.delete(try #require(a1))
      library.context.processPendingChanges()
      #expect(text(source) == "A: a2 | N: n1")
      #expect(laws.steps == 1)
      let changes = try #require(laws.changes.first)
      #expect(changes.sections.inserted.map(\.place) == [1])
      #expect(changes.sections.deleted.map(\.place) == [1])
      #expect(changes.items.deleted.map(\.place) == [ItemPlace(section: 0, item: 0)])
    }
  }

  @Test("A section keeps its identifier when its object is saved", arguments: [true, false])
  func identity(obtainsIDs: Bool) throws {
    try library.run {
      let source = try source()
      source.controller.obtainsPermanentIDs = obtainsIDs
      let laws = FetchedLaws(source)
      let album = library.album("D", 9)
      let track = library.track("d1", 0, in: album)
      library.context.processPendingChanges()
      let (section, item) = (source.sectionID(at: 3)?.id, source.itemID(at: ItemPlace(section: 3, item: 0))?.id)
      #expect(section?.isTemporaryID == !obtainsIDs)
      try library.context.save()
      #expect(laws.steps == 1)
      for id in [section, album.objectID] {
        #expect(source.index(ofSection: ListedID(id)) == 3)
        #expect(source.section(for: ListedID(id))?.object === album)
      }
      for id in [try #require(item), track.objectID] { #expect(source.item(for: id) === track) }
      track.setValue("D1", forKey: "title")
      library.context.processPendingChanges()
      #expect(laws.changes.last?.items.updated.count == 1)
      laws.checkAtRest()
    }
  }

  /// Another context moves a2 before a1, and renames c1. Only c1 is registered as an object, so the first notification
  /// names only c1.
  @Test("What a merge changed has another revision, when the context's queue has run on")
  func merged() throws {
    let shown = try library.run { try source() }
    let laws = FetchedLaws(shown)
    func revisions() -> [String: Int] {
      var result: [String: Int] = [:]
      for element in shown.snapshot.sections.flatMap(\.items) {
        result[shown.item(for: element.id).map(MusicLibrary.name) ?? "none"] = element.revision
      }
      return result
    }
    let (before, held) = try library.run {
      let (before, held) = (revisions(), shown.item(0, inSection: 2))
      try library.merge { other in
        let tracks = try other.fetch(FetchedDataSourceRandomTests.request("Track"))
        try #require(tracks.first { MusicLibrary.name($0) == "a2" }).setValue(-1, forKey: "position")
        try #require(tracks.first { MusicLibrary.name($0) == "c1" }).setValue("c2", forKey: "title")
      }
      return (before, held)
    }
    library.settle()
    library.run {
      let after = revisions()
      #expect(text(shown) == "A: a2 a1 | B: | C: c2")
      #expect(after["a1"] == before["a1"])
      #expect(after["a2"] != before["a2"])
      #expect(after["c2"] != before["c1"])
      #expect(held === shown.item(0, inSection: 2))
      laws.checkAtRest()
    }
  }

  @Test("An added item belongs to the section's object")
  func addItem() throws {
    try library.run {
      let source = try source()
      let item = try #require(try source.addItem(inSection: 1) { $0.setValue("b1", forKey: "title") })
      #expect(source.place(of: item) == ItemPlace(section: 1, item: 0))
      #expect(throws: DataSourceAnomaly.self) { try source.addItem(inSection: 3) }
      #expect(try #require(source.addItem()).value(forKey: "album") == nil)
      let deep = FetchedDataSource(
        sections: NSFetchRequest<NSManagedObject>(entityName: "Artist"),
        items: FetchedDataSourceRandomTests.request("Track"), by: "album.artist.name", in: library.context)
      library.insert("Artist", ["name": "X"])
      try deep.performFetch()
      #expect(throws: FetchedSourceError.sectionNotSettable(path: "album.artist.name")) {
        try deep.addItem(inSection: 0)
      }
    }
  }

  @Test("A user's move is one step of the user; what its edits change besides is another")
  func userMove() throws {
    try library.run {
      let source = try source()
      let laws = FetchedLaws(source)
      let item = try #require(source.item(0, inSection: 0))
      let section = try #require(source.section(at: 1)?.object)
      try source.performUserMove(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0)) {
        item.setValue(section, forKey: "album")
      }
      #expect(text(source) == "A: a2 | B: a1 | C: c1")
      #expect(laws.origins == [.user, .program])
      #expect(laws.changes.map(\.items.moved.count) == [1, 0])
      #expect(laws.changes.map(\.items.updated.count) == [0, 1])
      // No edits: another step restores the actual order.
      try source.performUserMove(fromSection: 0, to: 2) {}
      #expect(text(source) == "A: a2 | B: a1 | C: c1")
      #expect(laws.origins == [.user, .program, .user, .program])
      #expect(throws: DataSourceAnomaly.self) {
        try source.performUserMove(from: ItemPlace(section: 0, item: 1), to: ItemPlace(section: 0, item: 0)) {}
      }
      #expect(throws: DataSourceAnomaly.self) { try source.performUserMove(fromSection: 0, to: 3) {} }
      laws.checkAtRest()
    }
  }

  @Test("A place out of range gives nil or 0")
  func outOfRange() throws {
    try library.run {
      let source = try source()
      #expect(source.item(at: ItemPlace(section: 1, item: 0)) == nil)
      #expect(source.item(at: ItemPlace(section: 3, item: 0)) == nil)
      #expect(source.numberOfItems(inSection: 3) == 0)
      #expect(source.section(at: -1) == nil)
      #expect(source.index(ofSection: ListedID(nil)) == nil)
      let album = try #require(source.section(at: 0)?.object)
      #expect(source.item(for: album.objectID) == nil)
    }
  }

  @Test("Anomalies of the controller are reported, and a failed fetch throws and changes nothing")
  func errors() throws {
    try library.run {
      let source = try source()
      var errors: [any Error] = []
      source.onError = { errors.append($0) }
      library.album("A", 7)
      library.context.processPendingChanges()
      #expect(errors.count == 1)
      // Apple's Core Data raises an exception here.
      if UnknownKeys.endTheProcess { return }
      let before = source.snapshot
      #expect(throws: (any Error).self) {
        try source.changeItemRequest { $0.sortDescriptors = [NSSortDescriptor(key: "none", ascending: true)] }
      }
      #expect(source.snapshot == before)
      #expect(source.controller.itemFetchRequest.sortDescriptors?.first?.key == "position")
    }
  }

  /// For a while, a recorder is the controller's delegate. It receives the first error, and the source does not.
  @Test("Once the controller's other delegate is gone, the source is notified of errors again")
  func errorsWithoutDelegate() throws {
    try library.run {
      let (anomalies, handler) = collecting()
      let source = Source(
        sections: FetchedDataSourceRandomTests.request("Album"), items: FetchedDataSourceRandomTests.request("Track"),
        by: "album.identifier", in: library.context, anomalies: handler)
      try source.performFetch()
      var errors: [String] = []
      source.onError = { errors.append("\($0)") }
      var recorder: MusicLibrary.Recorder? = MusicLibrary.recorder()
      source.controller.delegate = recorder
      library.album("A", 7)
      library.context.processPendingChanges()
      #expect(recorder?.errors.count == 1)
      #expect(errors.isEmpty && anomalies.all.isEmpty)
      recorder = nil
      #expect(source.controller.delegate == nil)
      let second = library.album("B", 8)
      library.context.processPendingChanges()
      let first = try #require(source.section(at: 1)?.object)
      let shared = SectionedFetchedResultsError.duplicateKey(key: "B", sections: [first.objectID, second.objectID])
      #expect(errors == ["\(shared)"])
      #expect(anomalies.all == [DataSourceAnomaly(.fetchFailed, "\(shared)")])
    }
  }

  @Test(
    "A fetch that fails keeps what an observer of the context made of the request meanwhile",
    arguments: UnknownKeys.endTheProcess ? [false] : [true, false])
  func requestOfAnObserver(fails: Bool) throws {
    try library.run {
      let source = try source()
      var isDone = false
      let token = source.observe { _ in
        if isDone { return }
        isDone = true
        do {
          try source.changeItemRequest { $0.predicate = NSPredicate(format: "position > 1") }
        } catch { Issue.record(error) }
      }
      library.track("late", 9, in: source.section(at: 0)?.object)
      let change = {
        try source.changeItemRequest {
          $0.sortDescriptors = [NSSortDescriptor(key: fails ? "none" : "title", ascending: true)]
        }
      }
      if fails { #expect(throws: (any Error).self) { try change() } } else { try change() }
      #expect(isDone && source.controller.itemFetchRequest.predicate != nil)
      #expect(source.controller.itemFetchRequest.sortDescriptors?.first?.key == (fails ? "position" : "title"))
      #expect(source.allItems.map(\.objectID) == (source.controller.fetchedObjects ?? []).map(\.objectID))
      #expect(source.allItems.allSatisfy { $0.value(forKey: "position") as? Int ?? 0 > 1 })
      _ = token
    }
  }

  @Test("Two stores may have rows with the same keys: each source has its own, and a composition has both")
  func otherStores() throws {
    let other = try Self()
    try library.run {
      let first = try source()
      try other.library.run {
        let second = try other.source()
        let (mine, theirs) = (
          first.snapshot[ItemPlace(section: 0, item: 0)], second.snapshot[ItemPlace(section: 0, item: 0)]
        )
        #expect(mine.id.id.uriRepresentation().path == theirs.id.id.uriRepresentation().path)
        #expect(first.place(of: theirs.id) == nil)
        #expect(first.item(for: theirs.id) == nil)
        #expect(first.index(ofSection: second.snapshot.sections[0].id) == nil)
        let both = try ComposedDataSource(first, second)
        #expect(both.snapshot.sections.flatMap { $0.items.map(\.id.occurrence) } == [0, 0, 0, 0, 0, 0])
        #expect(both.item(for: theirs.id) === second.item(for: theirs.id))
        #expect(both.item(for: mine.id) === first.item(for: mine.id))
      }
    }
  }

  @Test("A released source is deallocated")
  func noCycle() throws {
    try library.run {
      weak var gone: Source?
      do {
        let source = try source()
        gone = source
        #expect(source.numberOfSections == 3)
      }
      #expect(gone == nil)
    }
  }
}
