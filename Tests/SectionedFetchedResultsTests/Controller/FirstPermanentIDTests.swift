import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// One of two controllers of a context obtains permanent IDs. The context assigns them before it reports an object, so
/// that no report has a temporary one.
@Suite("The ID that a list requests is the first one in all reports", .ourInnerControllers)
struct FirstPermanentIDTests {
  /// Unchecked: it is used only on the context's queue.
  private final class Received: @unchecked Sendable {
    var lines: [String] = []
    var inserted: [NSManagedObjectID] = []
  }

  /// A list of all tracks, a list of those with low positions, and the notifications that the program gets.
  private struct Lists {
    let fixture: LibraryFixture
    let other: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()
    let received = Received()

    /// - Parameter asking: the name of the list that obtains permanent IDs, `first` or `second`.
    init(asking: String, store: MusicLibrary.Store = .memory) throws {
      fixture = try LibraryFixture(store)
      other = fixture.library.controller()
      other.itemFetchRequest.predicate = NSPredicate(format: "position < 5")
      (asking == "first" ? fixture.controller : other).obtainsPermanentIDs = true
      other.delegate = recorder
      try fixture.library.run { try other.performFetch() }
    }

    /// Makes edits in one event.
    func record(_ edits: () throws -> Void) throws {
      let (library, received) = (fixture.library, received)
      let observer = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: library.context, queue: nil
      ) { news in
        let objects = news.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
        received.inserted += objects.map(\.objectID)
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      received.lines = try fixture.record(edits)
    }
  }

  /// `x` and `y` are equal in order, so they are in the order of their creation.
  @Test(arguments: ["first", "second"], [MusicLibrary.Store.memory, .sqlite])
  func noReportHasAnotherID(asking: String, store: MusicLibrary.Store) throws {
    let lists = try Lists(asking: asking, store: store)
    let (library, album) = (lists.fixture.library, lists.fixture.albums[1])
    var made: [NSManagedObject] = []
    try lists.record { made = ["x", "y"].map { library.track($0, 3, in: album) } }
    #expect(lists.received.lines == ["will", "item insert [1, 0] x", "item insert [1, 1] y", "did"])
    #expect(lists.recorder.take() == ["will", "item insert [1, 0] x", "item insert [1, 1] y", "did"])
    library.run {
      #expect(made.allSatisfy { !$0.objectID.isTemporaryID && $0.isInserted })
      #expect(Set(lists.received.inserted) == Set(made.map(\.objectID)))
      for controller in [lists.fixture.controller, lists.other] {
        #expect(controller.snapshot.itemIDs(inSection: 1) == made.map(\.objectID))
        expectOneVersion(controller)
      }
    }
    try lists.record { try library.context.save() }
    #expect(lists.received.lines == [])
    #expect(lists.fixture.recorder.renamings.isEmpty && lists.recorder.renamings.isEmpty)
    library.run { #expect(lists.other.snapshot.itemIDs(inSection: 1) == made.map(\.objectID)) }
  }

  /// A track that the obtaining list does not show keeps its temporary ID. When it enters that list, all lists are
  /// notified of the permanent ID.
  @Test func whatDoesNotComeInGetsNone() throws {
    let lists = try Lists(asking: "second")
    let library = lists.fixture.library
    var made: NSManagedObject?
    try lists.record { made = library.track("x", 9, in: lists.fixture.albums[1]) }
    let track = try #require(made)
    library.run { #expect(track.objectID.isTemporaryID) }
    #expect(lists.recorder.take() == [])
    try lists.record { track.setValue(3, forKey: "position") }
    #expect(lists.recorder.take() == ["will", "item insert [1, 0] x", "did"])
    library.run {
      #expect(!track.objectID.isTemporaryID)
      #expect(lists.fixture.controller.snapshot.itemIDs(inSection: 1) == [track.objectID])
      expectOneVersion(lists.fixture.controller)
    }
    #expect(lists.recorder.renamings.isEmpty)
    #expect(lists.fixture.recorder.renamings.count == 1)
  }

  /// A callback inserts a track and fetches a list, which then has the track before it is notified of it. The track is
  /// grouped by its section, which may be new, too.
  @Test(arguments: [true, false]) func whatAListHasAlreadyIsFoundByIt(hasNewSection: Bool) throws {
    let fixture = try LibraryFixture(by: "album")
    let (library, third) = (fixture.library, fixture.library.controller(by: "album"))
    fixture.controller.obtainsPermanentIDs = true
    let recorder = MusicLibrary.recorder()
    third.delegate = recorder
    var made: NSManagedObject?
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard line == "did", made == nil else { return }
      let album = hasNewSection ? library.album("D", 3) : fixture.albums[1]
      made = library.track("x", 3, in: album)
      do { try third.performFetch() } catch { Issue.record(error) }
    }
    _ = try fixture.record { fixture.tracks[0].setValue("a0", forKey: "title") }
    let track = try #require(made)
    try library.run {
      #expect(!track.objectID.isTemporaryID)
      #expect(third.indexPath(forObject: track).map(Array.init) == [hasNewSection ? 3 : 1, 0])
      try expectCurrent(third)
      expectOneVersion(third)
      expectOneVersion(fixture.controller)
    }
    #expect(fixture.recorder.renamings.isEmpty)
  }

  /// A delegate of a plain controller is called while other lists still follow the event. These lists fetch again,
  /// because more has changed, and so have its insertion before they are notified of it.
  @Test func whatAListHasFetchedMeanwhileIsFoundByIt() throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let inserting = Inserting()
    func plain() -> NSFetchedResultsController<NSManagedObject> {
      NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: library.context, sectionNameKeyPath: nil, cacheName: nil)
    }
    let (first, last) = (plain(), plain())
    let asking = library.controller()
    asking.obtainsPermanentIDs = true
    let recorder = MusicLibrary.recorder()
    asking.delegate = recorder
    try library.run {
      try first.performFetch()
      try asking.performFetch()
      try last.performFetch()
    }
    (first.delegate, last.delegate) = (inserting, Silent.shared)
    var made: NSManagedObject?
    inserting.edit = { made = library.track("x", 3, in: fixture.albums[1]) }
    library.run {
      fixture.tracks[0].setValue("a0", forKey: "title")
      library.context.processPendingChanges()
    }
    let track = try #require(made)
    try library.run {
      #expect(!track.objectID.isTemporaryID)
      #expect(MusicLibrary.text(asking) == "A: a0 a2 | B: x | C: c1")
      #expect(asking.snapshot.itemIDs(inSection: 1) == [track.objectID])
      try expectCurrent(asking)
      expectOneVersion(asking)
      #expect(last.fetchedObjects == fixture.tracks + [track])
      #expect(last.indexPath(forObject: track).map(Array.init) == [0, 3])
    }
    #expect(recorder.renamings.isEmpty)
  }

  /// A delegate that makes an edit when the content has changed for the first time.
  private final class Inserting: NSObject, NSFetchedResultsControllerDelegate {
    var edit: (() -> Void)?

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      let edit = edit
      self.edit = nil
      edit?()
    }
  }

  /// A delegate, because a controller without one does not follow its context.
  private final class Silent: NSObject, NSFetchedResultsControllerDelegate {
    nonisolated(unsafe) static let shared = Silent()
  }

  /// An insertion is undone and redone. The object must have the permanent ID that it got first.
  @Test func undoAndRedo() throws {
    let lists = try Lists(asking: "first")
    let (library, undo) = (lists.fixture.library, UndoManager())
    library.run { library.context.undoManager = undo }
    var made: NSManagedObject?
    try lists.record { made = library.track("x", 3, in: lists.fixture.albums[1]) }
    let track = try #require(made)
    let id = library.run { track.objectID }
    #expect(!id.isTemporaryID)
    try lists.record { library.context.undo() }
    #expect(lists.received.lines == ["will", "item delete [1, 0] x", "did"])
    try lists.record { library.context.redo() }
    #expect(lists.fixture.text == "A: a1 a2 | B: x | C: c1")
    library.run {
      #expect(lists.fixture.controller.snapshot.itemIDs(inSection: 1) == [id])
      expectOneVersion(lists.other)
    }
  }

  /// A child context finds an object that its parent inserted by its permanent ID.
  @Test func aChildFindsItByIt() throws {
    let lists = try Lists(asking: "first")
    let library = lists.fixture.library
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    library.run { child.parent = library.context }
    var made: NSManagedObject?
    try lists.record { made = library.track("x", 3, in: lists.fixture.albums[1]) }
    let id = try #require(library.run { made?.objectID })
    #expect(!id.isTemporaryID)
    let found = try child.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'x'")
      return try child.fetch(request).map(\.objectID)
    }
    #expect(found == [id])
  }

  /// A list of a child context obtains IDs. An object that the parent does not have yet gets its final ID in both
  /// contexts.
  @Test func aChildAsks() throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    library.run { child.parent = library.context }
    let (asking, other) = (library.controller(in: child), library.controller(in: child))
    let recorders = (MusicLibrary.recorder(), MusicLibrary.recorder())
    (asking.delegate, other.delegate) = recorders
    asking.obtainsPermanentIDs = true
    let id = try child.performAndWait {
      for controller in [other, asking] { try controller.performFetch() }
      let albums = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      let album = albums.first { $0.value(forKey: "title") as? String == "B" }
      let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: child)
      track.setValue("x", forKey: "title")
      track.setValue(3, forKey: "position")
      track.setValue(album, forKey: "album")
      child.processPendingChanges()
      let id = track.objectID
      #expect(!id.isTemporaryID)
      for controller in [other, asking] {
        #expect(controller.snapshot.itemIDs(inSection: 1) == [id])
        expectOneVersion(controller)
      }
      try child.save()
      #expect(track.objectID == id)
      return id
    }
    try library.run {
      #expect(fixture.controller.snapshot.itemIDs(inSection: 1) == [id])
      try library.context.save()
      #expect(fixture.controller.snapshot.itemIDs(inSection: 1) == [id])
    }
    try child.performAndWait { for controller in [other, asking] { try expectCurrent(controller) } }
    for recorder in [recorders.0, recorders.1, fixture.recorder] {
      #expect(recorder.renamings.isEmpty)
      #expect(recorder.take() == ["will", "item insert [1, 0] x", "did"])
    }
  }

  /// A fetch decides whether a track belongs to the list, and so it ends the event that is about to report the track.
  /// If a callback inserts the track, that event waits until everything is notified of the previous one.
  @Test(arguments: [false, true]) func aPredicateFetches(isInCallback: Bool) throws {
    let (fixture, asking) = (try LibraryFixture(), MusicLibrary.recorder())
    let library = fixture.library
    let controller = library.controller()
    controller.itemFetchRequest.predicate = NSPredicate { object, _ in
      let context = (object as? NSManagedObject)?.managedObjectContext
      let count = try? context?.count(for: NSFetchRequest<NSManagedObject>(entityName: "Track"))
      return (count ?? 0) > 0
    }
    controller.obtainsPermanentIDs = true
    controller.delegate = asking
    try library.run { try controller.performFetch() }
    var made: [NSManagedObject] = []
    func insert() { made = ["x", "y"].map { library.track($0, 3, in: fixture.albums[1]) } }
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in if line == "did", made.isEmpty { insert() } }
    _ = try fixture.record { if isInCallback { fixture.albums[2].setValue(5, forKey: "position") } else { insert() } }
    #expect(asking.errors.isEmpty)
    library.run {
      #expect(made.allSatisfy { !$0.objectID.isTemporaryID })
      #expect(MusicLibrary.text(controller) == "A: a1 a2 | B: x y | C: c1")
      for shown in [controller, fixture.controller] {
        #expect(shown.snapshot.itemIDs(inSection: 1) == made.map(\.objectID))
        expectOneVersion(shown)
      }
    }
  }

  /// Two lists obtain IDs for the same thousand objects. Each object must get one key, in the order of creation.
  @Test(arguments: [MusicLibrary.Store.memory, .sqlite]) func twoAskForMany(store: MusicLibrary.Store) throws {
    let lists = try Lists(asking: "first", store: store)
    let library = lists.fixture.library
    library.run { lists.other.obtainsPermanentIDs = true }
    var made: [NSManagedObject] = []
    try lists.record { made = (0..<1_000).map { _ in library.track("t", 3, in: lists.fixture.albums[1]) } }
    let ids = library.run { made.map(\.objectID) }
    #expect(ids.allSatisfy { !$0.isTemporaryID })
    #expect(Set(ids).count == 1_000)
    library.run {
      for controller in [lists.fixture.controller, lists.other] {
        #expect(controller.snapshot.itemIDs(inSection: 1) == ids)
      }
    }
    try lists.record { try library.context.save() }
    #expect(lists.received.lines == [])
    #expect(library.run { made.map(\.objectID) } == ids)
  }
}
