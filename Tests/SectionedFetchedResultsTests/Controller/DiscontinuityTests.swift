import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Discontinuities are ordinary change sets")
struct DiscontinuityTests {
  @Test("20: a reset is silent")
  func aResetReportsWhatWasLostAndThatTheRestIsNew() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.track("b1", 0, in: fixture.albums[1])
      fixture.library.context.processPendingChanges()
      fixture.library.context.reset()
      #expect(fixture.controller.allSections.map(\.numberOfObjects) == [2, 1, 1])
    }
    #expect(
      recorded == [
        "will", "item insert [1, 0] b1", "did",
        "will", "section update 0 A", "section update 1 B", "section update 2 C", "item delete [1, 0] nameless",
        "item update [0, 0] a1", "item update [0, 1] a2", "item update [2, 0] c1", "did",
      ])
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    fixture.library.run { #expect(fixture.controller.allSections[0].object !== fixture.albums[0]) }
  }

  /// In the first *did*, a track is inserted and processed, so that an event waits. Then the context is reset.
  @Test("A reset in a callback is reported before what waits behind it, by every controller of the context")
  func aResetInACallback() throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    let other = library.controller(by: "album.identifier", in: context)
    let otherRecorder = MusicLibrary.recorder()
    other.delegate = otherRecorder
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard line == "did", !isDone else { return }
      isDone = true
      library.track("b1", 0, in: fixture.albums[1])
      context.processPendingChanges()
      context.reset()
    }
    try library.run {
      try other.performFetch()
      try context.save()
      library.track("a3", 9, in: fixture.albums[0])
      context.processPendingChanges()
    }
    for _ in 0..<4 { library.run { context.processPendingChanges() } }
    try library.run {
      #expect(isDone)
      #expect(fixture.recorder.errors.isEmpty && otherRecorder.errors.isEmpty)
      try expectCurrent(fixture.controller)
      try expectCurrent(other)
    }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  /// A delegate that resets the context when it is first notified of a change.
  private final class Resetting: NSObject, NSFetchedResultsControllerDelegate {
    var isDone = false

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      guard !isDone else { return }
      isDone = true
      controller.managedObjectContext.reset()
    }
  }

  /// The plain controller follows the context before or after the sectioned one. So at the reset the sectioned one has
  /// recorded nothing, or has recorded the event, which must not be reported any more.
  @Test(
    "A reset in a callback of a plain controller is all that a sectioned one reports", .ourInnerControllers,
    arguments: [true, false])
  func aResetInAPlainControllersCallback(isFirst: Bool) throws {
    let library = try MusicLibrary()
    let controller = library.controller()
    let recorder = MusicLibrary.recorder()
    controller.delegate = recorder
    let tracks = NSFetchRequest<NSManagedObject>(entityName: "Track")
    tracks.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let plain = NSFetchedResultsController(
      fetchRequest: tracks, managedObjectContext: library.context, sectionNameKeyPath: nil, cacheName: nil)
    let resetting = Resetting()
    plain.delegate = resetting
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
      if isFirst { try plain.performFetch() }
      try controller.performFetch()
      if !isFirst { try plain.performFetch() }
      _ = recorder.take()
      let album = try #require(controller.allSections.first?.object)
      recorder.during = { line, _ in
        for case let object? in controller.allSections.flatMap({ [$0.object] + ($0.items ?? []) }) {
          #expect(object.managedObjectContext != nil || line == "will", "\(line) shows an abandoned object")
        }
      }
      album.setValue("B", forKey: "title")
      library.track("a2", 1, in: album)
      library.context.processPendingChanges()
      #expect(resetting.isDone)
    }
    try library.run {
      try expectCurrent(controller)
      #expect(MusicLibrary.text(controller) == "A: a1")
      #expect(recorder.take() == ["will", "section update 0 A", "item update [0, 0] a1", "did"])
      #expect(recorder.errors.isEmpty)
    }
  }

  @Test func anotherPredicateIsReportedWhenItIsFetched() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.itemFetchRequest.predicate = NSPredicate(format: "title != 'a1'")
      #expect(fixture.controller.allSections[0].numberOfObjects == 2)
      try fixture.controller.performFetch()
    }
    #expect(recorded == ["will", "item delete [0, 0] a1", "did"])
  }

  @Test func anotherOrderIsReportedAsMoves() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.itemFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
      fixture.controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
      try fixture.controller.performFetch()
    }
    #expect(fixture.text == "C: c1 | B: | A: a2 a1")
    #expect(recorded.first == "will")
    #expect(fixture.library.run { fixture.recorder.errors.isEmpty })
  }

  @Test(.ourInnerControllers) func anotherGroupingIsReported() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.sectionGroupingKeyPath = "album"
      try fixture.controller.performFetch()
    }
    #expect(recorded.isEmpty)
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  @Test func aFetchMayBeSilent() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.itemFetchRequest.predicate = NSPredicate(value: false)
      try fixture.controller.performFetch(reporting: false)
    }
    #expect(recorded.isEmpty)
    #expect(fixture.text == "A: | B: | C:")
  }

  @Test func refreshingEverythingUpdatesEverything() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record { fixture.library.context.refreshAllObjects() }
    #expect(recorded.filter { $0.contains("update") }.count == 6)
    #expect(recorded.count == 8)
  }

  @Test func rollbackReportsTheWayBack() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record {
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.library.album("D", -1)
      fixture.library.context.delete(fixture.tracks[2])
    }
    _ = try fixture.record { fixture.library.context.rollback() }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    #expect(fixture.library.run { fixture.recorder.errors.isEmpty })
  }

  @Test("18: batch requests are not seen")
  func aBatchDeletionIsReportedWhenItIsMerged() throws {
    let fixture = try LibraryFixture(.sqlite)
    let recorded = try fixture.record {
      let request = NSBatchDeleteRequest(objectIDs: [fixture.tracks[0].objectID, fixture.tracks[2].objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try fixture.library.context.execute(request) as? NSBatchDeleteResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [fixture.library.context])
    }
    #expect(recorded.filter { $0.hasPrefix("item delete") }.count == 2)
    #expect(fixture.text == "A: a2 | B: | C:")
  }

  @Test("18: batch requests are not seen")
  func batchInsertionsAndUpdatesAreReportedWhenTheyAreMerged() throws {
    let fixture = try LibraryFixture(.sqlite)
    let context = fixture.library.context
    let updated = try fixture.record {
      let request = NSBatchUpdateRequest(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'a1'")
      request.propertiesToUpdate = ["position": 7]
      request.resultType = .updatedObjectIDsResultType
      let result = try context.execute(request) as? NSBatchUpdateResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
    }
    #expect(updated == ["will", "item move [0, 0]→[0, 1] a1", "did"])
    let inserted = try fixture.record {
      let request = NSBatchInsertRequest(
        entityName: "Album", objects: [["identifier": "D", "title": "D", "position": -1]])
      request.resultType = .objectIDs
      let result = try context.execute(request) as? NSBatchInsertResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [context])
    }
    #expect(inserted == ["will", "section insert 0 D", "did"])
  }

  @Test("20: a cache holds what was fetched by another request")
  func aChangedRequestNeedsNoDeletedCache() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      let plain = fixture.controller
      func controller() -> MusicLibrary.Controller {
        MusicLibrary.Controller(
          itemFetchRequest: plain.itemFetchRequest, sectionFetchRequest: plain.sectionFetchRequest,
          managedObjectContext: plain.managedObjectContext, sectionGroupingKeyPath: plain.sectionGroupingKeyPath,
          cacheName: "tracks")
      }
      let cached = controller()
      try cached.performFetch()
      cached.itemFetchRequest.predicate = NSPredicate(format: "title != 'a1'")
      try cached.performFetch()
      #expect(MusicLibrary.text(cached) == "A: a2 | B: | C: c1")
      let again = controller()
      again.itemFetchRequest.predicate = NSPredicate(format: "title != 'a2'")
      try again.performFetch()
      #expect(MusicLibrary.text(again) == "A: a1 | B: | C: c1")
      MusicLibrary.Controller.deleteCache(withName: "tracks")
    }
  }

  /// Found by a stress run. The batch request deletes an album between the artist and its tracks, and the tracks with
  /// it.
  @Test func aBatchDeletionAlongTheGroupingPathTakesItsItems() throws {
    let library = try MusicLibrary()
    let recorder = MusicLibrary.recorder()
    try library.run {
      let artist = library.insert("Artist", ["name": "X"])
      let album = library.album("A", 0, ["artist": artist])
      library.track("a1", 0, in: album)
      library.track("b1", 1, in: library.album("B", 1, ["artist": artist]))
      try library.context.save()
      let controller = library.controller(by: "album.artist.name")
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
      controller.delegate = recorder
      try controller.performFetch()
      let request = NSBatchDeleteRequest(objectIDs: [album.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try library.context.execute(request) as? NSBatchDeleteResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [library.context])
      #expect(MusicLibrary.text(controller) == "X: b1")
      #expect(recorder.batches.count == 1)
    }
  }

  /// Another context deletes A and B and moves X to the end. Only the deletions are merged, so X moves from index 3 to
  /// index 3.
  @Test func aSectionMayMoveToTheIndexThatItHad() throws {
    let library = try MusicLibrary(.sqlite)
    let controller = library.controller()
    try library.run {
      for (position, name) in ["A", "B", "C", "X", "D", "E"].enumerated() { library.album(name, position) }
      try library.context.save()
      try controller.performFetch()
    }
    let other = library.container.newBackgroundContext()
    let gone = try other.performAndWait {
      let albums = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      func named(_ name: String) -> NSManagedObject? {
        albums.first { $0.value(forKey: "identifier") as? String == name }
      }
      try #require(named("X")).setValue(99, forKey: "position")
      let gone = try ["A", "B"].map { try #require(named($0)) }
      let ids = gone.map(\.objectID)
      for album in gone { other.delete(album) }
      try other.save()
      return ids
    }
    library.run {
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [library.context])
      #expect(controller.allSections.map { $0.object?.value(forKey: "identifier") as? String } == ["C", "D", "E", "X"])
    }
  }

  /// After the reset the section is another object, and it is no fault any more when its limit is set.
  @Test func aLimitSetAfterAResetIsKept() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record {
      fixture.library.context.reset()
      _ = fixture.controller.section(at: 0)?.value(forKey: "title")
      fixture.controller.setItemLimit(.first(1), ofSectionAt: 0)
    }
    #expect(fixture.text == "A: a1 | B: | C: c1")
  }

  @Test("Items of other stores than the request's are not in the list, and do not come into it")
  func otherStores() throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let stores = library.context.persistentStoreCoordinator?.persistentStores
    controller.itemFetchRequest.affectedStores = []
    #expect(
      try fixture.record { try controller.performFetch() } == [
        "will", "item delete [2, 0] c1", "item delete [0, 1] a2", "item delete [0, 0] a1", "did",
      ])
    #expect(try fixture.record { library.track("b1", 0, in: fixture.albums[1]) } == [])
    #expect(fixture.text == "A: | B: | C:")
    controller.itemFetchRequest.affectedStores = stores
    _ = try fixture.record { try controller.performFetch() }
    #expect(fixture.text == "A: a1 a2 | B: b1 | C: c1")
  }
}

extension DiscontinuityTests {
  /// A callback fetches. Then it inserts a track, which both lists follow, and gives album A another key, which is not
  /// reported yet when the new list is shown. The next callback reverts all of that.
  @Test func aKeyThatIsTakenBackBeforeItIsReported() throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    var callbacks = 0
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      guard line == "did" else { return }
      callbacks += 1
      do {
        if callbacks == 1 {
          try controller.performFetch()
          library.track("a3", 9, in: fixture.albums[0])
          context.processPendingChanges()
          fixture.albums[0].setValue("another", forKey: "identifier")
        } else if callbacks == 3 {
          context.rollback()
        }
      } catch { Issue.record(error) }
    }
    let recorded = try fixture.record { fixture.controller.showsEmptySections = false }
    #expect(
      recorded == [
        "will", "section delete 1 B", "did", "will", "item insert [0, 2] a3", "did", "will", "section update 0 A",
        "did",
        "will", "section update 0 A", "item delete [0, 2] a3", "did",
      ])
    #expect(callbacks > 2)
    #expect(fixture.text == "A: a1 a2 | C: c1")
  }
}
