import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Common complaints about fetched results controllers. The numbers only distinguish them. Those about limits, batch
/// requests, drags, resets and caches (12, 18, 19 and most of 20) are in `WindowTests`, `DiscontinuityTests` and
/// `UserMoveTests`.
@Suite("Complaints about fetched results controllers")
struct ComplaintTests {
  @Test("1: an update that should be a move")
  func aMoveBesideASectionDeletionIsAMove() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.context.delete(fixture.albums[1])
      fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      fixture.tracks[0].setValue(-1, forKey: "position")
    }
    #expect(recorded == ["will", "section delete 1 gone", "item move [0, 0]→[1, 0] a1", "did"])
  }

  @Test("1: a swap reported as move and update of one place")
  func aSwapIsOneMoveAndOneUpdateOfAnotherItem() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.tracks[0].setValue(1, forKey: "position")
      fixture.tracks[1].setValue(0, forKey: "position")
    }
    #expect(recorded == ["will", "item move [0, 1]→[0, 0] a2", "item update [0, 0] a1", "did"])
  }

  @Test("2: a move to the same place")
  func aSortValueThatChangesNothingIsAnUpdate() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.tracks[1].setValue(8, forKey: "position") } == [
        "will", "item update [0, 1] a2", "did",
      ])
  }

  @Test("3: update and move for one object")
  func aMoveImpliesItsUpdate() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.tracks[0].setValue(9, forKey: "position")
      fixture.tracks[0].setValue("new", forKey: "title")
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.lines == ["will", "item move [0, 0]→[0, 1] new", "did"])
      #expect(fixture.recorder.changes.first?.items.moved.first?.keys == ["position", "title"])
    }
  }

  @Test("4: a stale index path in an update")
  func anUpdateNamesTheOldPlaceAndTheChangeSetBoth() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      fixture.library.track("a0", -1, in: fixture.albums[0])
      fixture.tracks[1].setValue("new", forKey: "title")
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.lines == ["will", "item insert [0, 0] a0", "item update [0, 1] new", "did"])
      let update = try #require(fixture.recorder.changes.first?.items.updated.first)
      #expect(update.old == ItemPlace(section: 0, item: 1))
      #expect(update.new == ItemPlace(section: 0, item: 2))
    }
  }

  @Test("5: section changes beside moved rows crash the view")
  func everyPlanIsLegalBesideSectionChanges() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      var checks = StressChecks(of: fixture.controller, fixture.recorder, shape: .albums)
      let album = fixture.library.album("D", 0)
      fixture.tracks[0].setValue(album, forKey: "album")
      fixture.tracks[2].setValue(fixture.albums[0], forKey: "album")
      fixture.library.context.delete(fixture.albums[2])
      fixture.albums[1].setValue(-1, forKey: "position")
      fixture.library.context.processPendingChanges()
      let changes = try #require(fixture.recorder.changes.first)
      let plan = try UpdatePlan(changes, new: fixture.controller.outline)
      #expect(!plan.stages.isEmpty)
      #expect(changes.items.moved.count == 2)
      // Both kinds of view must accept every stage.
      try checks.check()
    }
  }

  @Test("6: counts do not fit the changes, because of another event within a callback")
  func anEventWithinACallbackIsABatchOfItsOwn() throws {
    let fixture = try LibraryFixture()
    var isDone = false
    // The recorder belongs to the fixture, so its closure must not retain the fixture.
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { [library = fixture.library, album = fixture.albums[1]] line, _ in
      guard line == "will", !isDone else { return }
      isDone = true
      library.track("b1", 0, in: album)
      library.context.processPendingChanges()
    }
    let recorded = try fixture.record { fixture.library.context.delete(fixture.tracks[2]) }
    #expect(recorded == ["will", "item delete [2, 0] gone", "did", "will", "item insert [1, 0] b1", "did"])
  }

  @Test("7: sections have to be in the order of their names")
  func sectionsHaveAnyOrder() throws {
    let fixture = try LibraryFixture {
      $0.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
      $0.sectionNameKeyPath = "title"
    }
    fixture.library.run { #expect(fixture.controller.allSections.map(\.name) == ["C", "B", "A"]) }
  }

  /// Runs a test with two hundred tracks in four albums, in a context of their own that records which tracks are read.
  private func withTracksUnread(
    _ body: (MusicLibrary.Controller, NSManagedObjectContext, FilledTracks) throws -> Void
  ) throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      for number in 0..<4 {
        let album = library.album("\(number)", number)
        for position in 0..<50 { library.track("\(number)-\(position)", position, in: album) }
      }
      try library.context.save()
    }
    let context = library.container.newBackgroundContext()
    let filled = FilledTracks()
    try context.performAndWait {
      context.userInfo[FilledTracks.key] = filled
      try body(library.controller(in: context), context, filled)
    }
  }

  @Test("8: a section key faults every row", .ourInnerControllers)
  func noItemIsReadToGroupThem() throws {
    try withTracksUnread { controller, context, filled in
      try controller.performFetch()
      #expect(controller.allSections.map(\.numberOfObjects) == [50, 50, 50, 50])
      let album = try #require(controller.section(at: 0))
      album.setValue("other", forKey: "identifier")
      album.setValue(9, forKey: "position")
      context.processPendingChanges()
      #expect(controller.allSections.map(\.name) == ["1", "2", "3", "other"])
      #expect(controller.allSections[3].numberOfObjects == 50)
      #expect(filled.ids.isEmpty)
    }
  }

  @Test("13: the batch size is lost with snapshots", .ourInnerControllers)
  func snapshotsReadNothingAndItemsComeInBatches() throws {
    try withTracksUnread { controller, context, filled in
      controller.itemFetchRequest.fetchBatchSize = 10
      try controller.performFetch()
      #expect(controller.snapshot.numberOfItems == 200)
      let track = controller.object(at: IndexPath(indexes: [2, 5]))
      #expect(track.value(forKey: "title") as? String == "2-5")
      #expect(filled.ids == [track.objectID])
      #expect(context.registeredObjects.filter { $0.entity.name == "Track" }.count <= 10)
    }
  }

  @Test("9: empty sections are not shown")
  func emptySectionsAreShown() throws {
    #expect(try LibraryFixture().text == "A: a1 a2 | B: | C: c1")
  }

  @Test("10: a related object's change does not place the item anew")
  func aPredicateOverARelationshipIsFollowed() throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.predicate = NSPredicate(format: "album.title != 'X'") }
    #expect(
      try fixture.record { fixture.albums[2].setValue("X", forKey: "title") }
        == ["will", "section update 2 X", "item delete [2, 0] c1", "did"])
  }

  @Test("11: objects that are not registered are ignored on merge", .ourInnerControllers)
  func unregisteredObjectsThatBeginToMatchAppear() throws {
    let fixture = try LibraryFixture(.sqlite) { $0.itemFetchRequest.predicate = NSPredicate(format: "position < 5") }
    let recorded = try fixture.record {
      try fixture.library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
        request.predicate = NSPredicate(format: "title == 'B'")
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
        track.setValue("b1", forKey: "title")
        track.setValue(8, forKey: "position")
        track.setValue(try other.fetch(request).first, forKey: "album")
      }
    }
    #expect(recorded.isEmpty)
    let later = try fixture.record {
      try fixture.library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = NSPredicate(format: "title == 'b1'")
        try other.fetch(request).first?.setValue(1, forKey: "position")
      }
    }
    #expect(later == ["will", "item insert [1, 0] b1", "did"])
  }

  @Test("14: a saved object is deleted and inserted")
  func savingKeepsIdentity() throws {
    let fixture = try LibraryFixture(.sqlite)
    _ = try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
    #expect(try fixture.record { try fixture.library.context.save() } == [])
  }

  @Test("15: another predicate is fetched and nothing is reported")
  func aSecondFetchIsReported() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.sectionFetchRequest.predicate = NSPredicate(format: "title != 'B'")
      try fixture.controller.performFetch()
    }
    #expect(recorded == ["will", "section delete 1 B", "did"])
  }

  /// A child saves its objects to the parent, which stores nothing. There they are unsaved, and lead to their sections
  /// over other unsaved objects. Each of the two contexts has a list.
  @Test("16: sections in child contexts, and in parents that children save into")
  func unsavedObjectsAreGroupedAndStoredLater() throws {
    let library = try MusicLibrary(.sqlite)
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = library.context
    let (recorder, childRecorder) = (MusicLibrary.recorder(), MusicLibrary.recorder())
    func list(in context: NSManagedObjectContext, _ recorder: MusicLibrary.Recorder) throws -> MusicLibrary.Controller {
      let controller = library.controller(by: "album.artist.name", in: context)
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
      controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      controller.delegate = recorder
      try controller.performFetch()
      return controller
    }
    let controller = try library.run {
      let artist = library.insert("Artist", ["name": "X", "position": 0])
      library.track("a1", 0, in: library.album("A", 0, ["artist": artist]))
      try library.context.save()
      return try list(in: library.context, recorder)
    }
    let inserted = ["will", "section insert 1 Y", "item insert [0, 1] a2", "item insert [1, 0] b1", "did"]
    let childList = try child.performAndWait {
      let childList = try list(in: child, childRecorder)
      func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: child)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
      }
      let other = insert("Artist", ["name": "Y", "position": 1])
      let album = insert("Album", ["identifier": "B", "title": "B", "position": 0, "artist": other])
      _ = insert("Track", ["title": "b1", "position": 0, "album": album])
      let known = childList.object(at: IndexPath(indexes: [0, 0])).value(forKey: "album")
      _ = insert("Track", ["title": "a2", "position": 1, "album": known])
      child.processPendingChanges()
      #expect(childRecorder.take() == inserted)
      return childList
    }
    library.run { #expect(MusicLibrary.text(controller) == "X: a1" && recorder.take() == []) }
    try child.performAndWait {
      try child.save()
      #expect(MusicLibrary.text(childList) == "X: a1 a2 | Y: b1" && childRecorder.take() == [])
    }
    try library.run {
      library.context.processPendingChanges()
      #expect(MusicLibrary.text(controller) == "X: a1 a2 | Y: b1" && library.context.hasChanges)
      #expect(recorder.take() == inserted)
      try library.context.save()
      #expect(recorder.take() == [])
      #expect(MusicLibrary.text(controller) == "X: a1 a2 | Y: b1")
    }
    try child.performAndWait {
      #expect(MusicLibrary.text(childList) == "X: a1 a2 | Y: b1" && childRecorder.take() == [])
      child.reset()
      try childList.performFetch()
      #expect(MusicLibrary.text(childList) == "X: a1 a2 | Y: b1")
    }
  }

  @Test("17: deleted objects are still handed out")
  func noAccessorGivesADeletedObject() throws {
    let fixture = try LibraryFixture()
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      guard line != "will" else { return }
      #expect(controller.items.allSatisfy { !$0.isDeleted })
      #expect(controller.allSections.allSatisfy { $0.object?.isDeleted == false })
    }
    _ = try fixture.record { fixture.library.context.delete(fixture.albums[0]) }
    fixture.library.run { #expect(fixture.controller.items.count == 1) }
  }

  @Test("20: the delegate dangles")
  func aDelegateThatIsGoneIsNotifiedOfNothing() throws {
    let fixture = try LibraryFixture()
    var recorder: MusicLibrary.Recorder? = MusicLibrary.recorder()
    fixture.controller.delegate = recorder
    recorder = nil
    #expect(recorder == nil)
    #expect(fixture.controller.delegate == nil)
    _ = try fixture.record { fixture.tracks[0].setValue("new", forKey: "title") }
  }

  /// A delegate on the main actor, like a view controller under Swift 6.
  @MainActor final class Screen: @MainActor SectionedFetchedResultsControllerDelegate {
    typealias SectionResult = NSManagedObject
    typealias ItemResult = NSManagedObject
    var recorded: [String] = []

    func controllerWillChangeContent(_ controller: MusicLibrary.Controller) { recorded.append("will") }

    func controller(
      _ controller: MusicLibrary.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
      for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      recorded.append("\(type.word) \(indexPath.map(Array.init) ?? []) \(MusicLibrary.name(item))")
    }

    func controllerDidChangeContent(_ controller: MusicLibrary.Controller) { recorded.append("did") }
  }

  @Test("21: a delegate on the main actor")
  @MainActor func aDelegateMayBeBoundToTheMainActor() throws {
    let library = try MusicLibrary()
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
    }
    let context = library.container.viewContext
    let controller = library.controller(in: context)
    let screen = Screen()
    controller.delegate = screen
    try controller.performFetch()
    controller.object(at: IndexPath(indexes: [0, 0])).setValue("new", forKey: "title")
    #expect(screen.recorded == [])
    context.processPendingChanges()
    #expect(screen.recorded == ["will", "update [0, 0] new", "did"])
  }

  @Test("22: spurious updates", .ourInnerControllers)
  func anItemThatComesIsNoUpdateOfItsSection() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.track("a3", 2, in: fixture.albums[0])
      fixture.tracks[0].setValue("a1", forKey: "title")
    }
    #expect(recorded == ["will", "item insert [0, 2] a3", "did"])
    let merged = try fixture.record {
      try fixture.library.context.save()
      let id = fixture.albums[0].objectID
      try fixture.library.merge { other in
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
        track.setValue("a4", forKey: "title")
        track.setValue(4, forKey: "position")
        track.setValue(other.object(with: id), forKey: "album")
      }
    }
    #expect(merged == ["will", "item insert [0, 3] a4", "did"])
  }
}
