import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Objects are shown with temporary IDs before they are saved. A save makes these permanent, wherever it happens.
@Suite("IDs that become permanent are reported, and every output has them")
struct PermanentIDTests {
  private func isTemporary(_ snapshot: MusicLibrary.Controller.Snapshot) -> Bool {
    snapshot.sectionIDs.contains { $0?.isTemporaryID == true }
      || snapshot.sections.contains { $0.items.contains { $0.id.isTemporaryID } }
  }

  @Test("a save is a version that names the old and the new IDs", arguments: [true, false])
  func aSaveIsAVersionOfItsOwn(hasDelegate: Bool) async throws {
    let fixture = try LibraryFixture()
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    if !hasDelegate { controller.delegate = nil }
    let updates = try await FollowedUpdates(fixture)
    let (album, tracks) = library.run {
      let album = library.album("D", 3)
      let tracks = [library.track("a0", -1, in: fixture.albums[0]), library.track("d1", 0, in: album)]
      library.context.processPendingChanges()
      expectOneVersion(controller)
      #expect(recorder.renamings.isEmpty)
      return (album, tracks)
    }
    let inserted = try await updates.next()
    #expect(isTemporary(inserted.snapshot))
    let temporary = tracks.map(\.objectID) + [album.objectID]
    _ = recorder.take()
    try library.run {
      try library.context.save()
      expectOneVersion(controller)
    }
    let saved = try await updates.next()
    #expect(!isTemporary(saved.snapshot))
    let changes = try #require(saved.changes)
    #expect(
      changes.items.renamed == [
        .init(old: temporary[0], new: tracks[0].objectID), .init(old: temporary[1], new: tracks[1].objectID),
      ])
    #expect(changes.items.updated.map(\.new) == [ItemPlace(section: 0, item: 0), ItemPlace(section: 3, item: 0)])
    #expect(changes.items.updated.allSatisfy { $0.keys == [] })
    #expect(changes.sections.renamed == [.init(old: temporary[2], new: album.objectID)])
    #expect(changes.reconfiguredItems(in: saved.snapshot) == tracks.map(\.objectID))
    // Nothing moved or changed, so no batch is reported.
    #expect(recorder.take() == [])
    #expect(recorder.renamings == (hasDelegate ? [changes] : []))
    // The next change set must continue from this version.
    _ = try fixture.record { tracks[0].setValue("x", forKey: "title") }
    #expect(try await updates.next().changes?.items.updated.count == 1)
  }

  @Test("an unsaved section alone gets its ID too", arguments: ["album.identifier", "album"])
  func onlyTheSectionIsUnsaved(path: String) async throws {
    if PublicInterface.isAllThereIs, path == "album" { return }
    let fixture = try LibraryFixture(by: path)
    let (library, controller) = (fixture.library, fixture.controller)
    let updates = try await FollowedUpdates(fixture)
    let album = library.run {
      let album = library.album("D", 3)
      library.context.processPendingChanges()
      return album
    }
    _ = try await updates.next()
    let temporary = album.objectID
    try library.run {
      try library.context.save()
      expectOneVersion(controller)
    }
    let saved = try await updates.next()
    #expect(saved.changes?.sections.renamed == [.init(old: temporary, new: album.objectID)])
    #expect(saved.snapshot.sectionIDs.last == album.objectID)
    _ = try fixture.record { fixture.tracks[0].setValue(album, forKey: "album") }
    _ = try await updates.next()
    #expect(fixture.text == "A: a2 | B: | C: c1 | D: a1")
  }

  @Test("a slow consumer is notified of the IDs that it has and the new ones")
  func aSlowConsumerIsNotified() async throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    let updates = try await FollowedUpdates(fixture)
    let (known, unknown) = try await {
      let known = library.run { library.track("a3", 5, in: fixture.albums[0]) }
      _ = try fixture.record {}
      _ = try await updates.next()
      return (known, library.run { library.track("b1", 0, in: fixture.albums[1]) })
    }()
    let temporary = known.objectID
    _ = try fixture.record {}
    // An insertion, two saves, a move, a change and a deletion come as one element.
    _ = try fixture.record { try library.context.save() }
    _ = try fixture.record { known.setValue(-1, forKey: "position") }
    _ = try fixture.record { library.context.delete(fixture.tracks[0]) }
    let second = library.run { library.track("c2", 7, in: fixture.albums[2]) }
    _ = try fixture.record { try library.context.save() }
    let update = try await updates.next()
    #expect(update.changes?.items.renamed == [.init(old: temporary, new: known.objectID)])
    #expect(update.changes?.insertedItemIDs == [unknown.objectID, second.objectID])
    #expect(update.changes?.items.moved.map(\.to) == [ItemPlace(section: 0, item: 0)])
    #expect(!isTemporary(update.snapshot))
  }

  @Test(
    "a save within each callback is reported at once, and the batch goes on with the new IDs",
    arguments: ["will", "section insert", "item insert", "did"])
  func aSaveWithinACallback(call: String) async throws {
    let fixture = try LibraryFixture()
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    // One track is in the list unsaved, the batch inserts another one, and a third one leaves the list unsaved.
    let (present, leaving) = library.run {
      (library.track("a3", 5, in: fixture.albums[0]), library.track("a4", 6, in: fixture.albums[0]))
    }
    _ = try fixture.record {}
    let updates = try await FollowedUpdates(fixture)
    var hasSaved = false
    recorder.during = { line, controller in
      expectOneVersion(controller)
      if line.hasPrefix(call), !hasSaved {
        hasSaved = true
        do { try library.context.save() } catch { Issue.record(error) }
        expectOneVersion(controller)
        #expect(!self.isTemporary(controller.snapshot))
      }
    }
    var made: [NSManagedObject] = []
    let lines = try fixture.record {
      let album = library.album("D", 3)
      leaving.setValue(nil, forKey: "album")
      made = [album, library.track("d1", 0, in: album), library.track("a0", -1, in: fixture.albums[0])]
    }
    #expect(hasSaved)
    #expect(lines.filter { $0 == "will" }.count == 1)
    #expect(lines.filter { $0.hasPrefix("item insert") }.count == 2)
    library.run {
      expectOneVersion(controller)
      #expect(!isTemporary(controller.snapshot))
      #expect(controller.indexPath(forObject: made[1]).map(Array.init) == [3, 0])
      #expect(controller.index(ofSection: made[0]) == 3)
    }
    #expect(recorder.renamings.flatMap { $0.items.renamed.map(\.new) }.contains(present.objectID))
    let update = try await updates.next()
    #expect(!isTemporary(update.snapshot))
    // The list must find its objects by their new IDs.
    recorder.during = nil
    #expect(try fixture.record { made[1].setValue("x", forKey: "title") }.count == 3)
    _ = try await updates.next()
    #expect(try fixture.record { leaving.setValue(made[0], forKey: "album") }.contains("item insert [3, 1] a4"))
    _ = try await updates.next()
  }

  @Test("a change with a save in a callback comes as the next batch, with permanent IDs", arguments: ["will", "did"])
  func anInsertionSavedWithinACallback(call: String) async throws {
    let fixture = try LibraryFixture()
    let (library, recorder) = (fixture.library, fixture.recorder)
    let updates = try await FollowedUpdates(fixture)
    var hasSaved = false
    recorder.during = { line, controller in
      expectOneVersion(controller)
      guard line == call, !hasSaved else { return }
      hasSaved = true
      library.track("x", 1, in: library.album("D", 3))
      do { try library.context.save() } catch { Issue.record(error) }
    }
    let lines = try fixture.record { fixture.tracks[0].setValue("new", forKey: "title") }
    #expect(lines.filter { $0 == "will" }.count == 2)
    #expect(fixture.text == "A: new a2 | B: | C: c1 | D: x")
    let update = try await updates.next()
    #expect(!isTemporary(update.snapshot))
    library.run { expectOneVersion(fixture.controller) }
    let made = try #require(library.run { fixture.controller.allSections[3].items?.first })
    #expect(try fixture.record { made.setValue("y", forKey: "title") }.contains("item update [3, 0] y"))
    _ = try await updates.next()
  }

  @Test("asking for permanent IDs is reported without a save", .ourInnerControllers)
  func theProgramObtainsIDs() async throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    let updates = try await FollowedUpdates(fixture)
    let track = library.run { library.track("a3", 5, in: fixture.albums[0]) }
    _ = try fixture.record {}
    _ = try await updates.next()
    try library.run {
      try library.context.obtainPermanentIDs(for: [track])
      expectOneVersion(fixture.controller)
    }
    #expect(try await updates.next().changes?.items.renamed.map(\.new) == [track.objectID])
    _ = try fixture.record { try library.context.save() }
    #expect(fixture.recorder.renamings.count == 1)
  }

  /// Two tracks are equal in order. The second one gets its permanent key first, and saved items come before unsaved
  /// ones.
  @Test("items that tie are placed again by their keys", .ourInnerControllers)
  func tiesStandByTheKeysThatCome() async throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let tracks = library.run { ["t", "t"].map { library.track($0, 9, in: fixture.albums[0]) } }
    _ = try fixture.record {}
    var shown: [NSManagedObjectID] { library.run { Array(controller.snapshot.itemIDs(inSection: 0).suffix(2)) } }
    #expect(shown == library.run { tracks.map(\.objectID) })
    let moves = try fixture.record { try library.context.obtainPermanentIDs(for: [tracks[1]]) }
    #expect(moves.filter { $0.contains("move") }.count == 1, "\(moves)")
    #expect(shown == library.run { [tracks[1].objectID, tracks[0].objectID] })
    #expect(try fixture.record { try library.context.save() } == [])
    #expect(shown == library.run { [tracks[1].objectID, tracks[0].objectID] })
    try library.run {
      expectOneVersion(controller)
      let fresh = library.controller(by: "album")
      try fresh.performFetch()
      #expect(fresh.snapshot.itemIDs(inSection: 0) == controller.snapshot.itemIDs(inSection: 0))
    }
  }

  @Test("with the option no identifier ever changes", arguments: ["album.identifier", "album"])
  func identifiersNeverChange(path: String) async throws {
    if PublicInterface.isAllThereIs, path == "album" { return }
    let fixture = try LibraryFixture(by: path) { $0.obtainsPermanentIDs = true }
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    let updates = try await FollowedUpdates(fixture)
    recorder.during = { _, controller in
      expectOneVersion(controller)
      #expect(!self.isTemporary(controller.snapshot))
    }
    var made: NSManagedObject?
    let lines = try fixture.record { made = library.track("d1", 0, in: library.album("D", 3)) }
    #expect(lines.filter { $0.contains("insert") }.count == 2)
    let track = try #require(made)
    let inserted = try await updates.next()
    #expect(!isTemporary(inserted.snapshot))
    #expect(!track.objectID.isTemporaryID)
    _ = try fixture.record { track.setValue("x", forKey: "title") }
    let changed = try await updates.next()
    #expect(changed.snapshot.itemIDs(inSection: 3) == inserted.snapshot.itemIDs(inSection: 3))
    _ = try fixture.record { try library.context.save() }
    #expect(recorder.renamings.isEmpty)
    #expect(fixture.text == "A: a1 a2 | B: | C: c1 | D: x")
    // An object that existed before the fetch gets its permanent ID in the fetch.
    let other = library.controller(by: path)
    other.obtainsPermanentIDs = true
    try library.run {
      let late = library.track("c0", -1, in: fixture.albums[2])
      try other.performFetch()
      #expect(!late.objectID.isTemporaryID)
      #expect(!isTemporary(other.snapshot))
      expectOneVersion(other)
      expectOneVersion(controller)
      try library.context.save()
      expectOneVersion(other)
      expectOneVersion(controller)
    }
  }

  /// An item that is inserted by the edits of a user's move is reported with an ID that never changes.
  @Test func whatAUserMoveInsertsHasItsPermanentID() throws {
    let fixture = try LibraryFixture()
    fixture.controller.obtainsPermanentIDs = true
    let lines = try fixture.record {
      fixture.controller.performUserMove(from: [0, 0], to: [0, 1]) {
        fixture.tracks[0].setValue(5, forKey: "position")
        fixture.library.track("b1", 0, in: fixture.albums[1])
      }
    }
    #expect(lines == ["will", "item insert [1, 0] b1", "did"])
    fixture.library.run {
      let reported = fixture.controller.object(at: IndexPath(indexes: [1, 0]))
      #expect(!reported.objectID.isTemporaryID)
      #expect(reported.isInserted)
    }
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in if line == "renamed" { Issue.record("An ID changed.") } }
    try fixture.library.run { try fixture.library.context.save() }
  }

  /// A read-only store assigns no IDs. The error must be reported, and the list must be right with temporary IDs.
  @Test func whereNoIDCanBeObtainedTheErrorIsReported() throws {
    let library = try MusicLibrary(.sqlite)
    let coordinator = library.container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    let url = try #require(store.url)
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
    }
    try coordinator.remove(store)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSReadOnlyPersistentStoreOption: true])
    let (controller, recorder) = (library.controller(), MusicLibrary.recorder())
    controller.obtainsPermanentIDs = true
    try library.run {
      library.context.reset()
      try controller.performFetch()
      controller.delegate = recorder
      let law = OutputLaw(of: controller, recorder)
      let albums = try library.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      library.track("a2", 1, in: albums[0])
      library.context.processPendingChanges()
      law.check()
      #expect(law.wrong == [])
    }
    #expect(recorder.take() == ["will", "item insert [0, 1] a2", "did"])
    #expect(recorder.errors.map { ($0 as NSError).code } == [CocoaError.Code.fileWriteNoPermission.rawValue])
  }

  /// The fetch assigns IDs to objects that are already shown. The callback for these IDs fetches with another
  /// predicate, and that is the newer fetch.
  @Test func aFetchMadeWhereIDsAreReportedIsTheNewerOne() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record { fixture.library.track("b1", 9, in: fixture.albums[1]) }
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      guard line == "renamed", !isDone else { return }
      isDone = true
      controller.itemFetchRequest.predicate = NSPredicate(format: "position < 1")
      do { try controller.performFetch() } catch { Issue.record(error) }
    }
    _ = try fixture.record {
      fixture.controller.obtainsPermanentIDs = true
      try fixture.controller.performFetch()
    }
    #expect(isDone)
    #expect(fixture.text == "A: a1 | B: | C: c1")
  }

  /// By the predicate, the unsaved b1 leaves the list. While another controller reports that, everything is saved.
  @Test func whatLeftUnsavedIsFoundWhenASaveComesBeforeItIsReported() throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    let first = library.controller(in: context)
    let recorder = MusicLibrary.recorder()
    first.delegate = recorder
    try library.run {
      // A controller that fetches later is notified later.
      try first.performFetch()
      let late = library.controller(in: context)
      late.itemFetchRequest.predicate = NSPredicate(format: "position < 7")
      let lateRecorder = MusicLibrary.recorder()
      late.delegate = lateRecorder
      try late.performFetch()
      let track = library.track("b1", 1, in: fixture.albums[1])
      context.processPendingChanges()
      _ = lateRecorder.take()
      recorder.during = { line, _ in
        guard line == "changes" else { return }
        recorder.during = nil
        do { try context.save() } catch { Issue.record(error) }
      }
      track.setValue(8, forKey: "position")
      context.processPendingChanges()
      #expect(lateRecorder.errors.isEmpty)
      #expect(lateRecorder.take() == ["will", "item delete [1, 0] b1", "did"])
      try expectCurrent(late)
    }
  }

  /// b1 is shown unsaved and changes, and b0 is inserted before it. A rule that needs a fetch ends that event. So b1
  /// gets its permanent ID, which is reported before b0 is shown.
  @Test func theListIsTheOldOneWhereIDsAreReportedBeforeAnEvent() throws {
    let fixture = try LibraryFixture()
    var shown: NSManagedObject?
    _ = try fixture.record { shown = fixture.library.track("b1", 1, in: fixture.albums[1]) }
    let b1 = try #require(shown)
    fixture.controller.obtainsPermanentIDs = true
    var recorded = 0
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      guard line == "renamed" else { return }
      recorded += 1
      #expect(controller.object(at: IndexPath(indexes: [1, 0])) === b1)
      #expect(controller.indexPath(forObject: b1).map(Array.init) == [1, 0])
      #expect(controller.items.count == 4)
    }
    let lines = try fixture.record {
      b1.setValue("b2", forKey: "title")
      fixture.library.track("b0", 0, in: fixture.albums[1])
      fixture.controller.unmatchedItems = .shownLast
    }
    #expect(recorded == 1)
    #expect(lines == ["will", "item insert [1, 0] b0", "item update [1, 0] b2", "did"])
  }
}
