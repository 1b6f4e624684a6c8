import CoreData
import Foundation
import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// Makes our Core Data behave as Apple's may, when Apple's behaviour is not certain. The build that uses only Apple's
/// interface runs the code for Apple platforms here.
@Suite("Whatever Apple's Core Data does, the list is right")
struct EitherWayTests {
  /// A context that can skip the refresh of objects with changes, and that counts the refreshes while it saves.
  private final class OtherContext: NSManagedObjectContext, @unchecked Sendable {
    var passesOverDirty = false
    private(set) var refreshesInSave = 0
    private var isSaving = false

    override func save() throws {
      isSaving = true
      defer { isSaving = false }
      try super.save()
    }

    override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
      if isSaving { refreshesInSave += 1 }
      if passesOverDirty, object.hasChanges { return }
      super.refresh(object, mergeChanges: flag)
    }
  }

  /// The album A with two tracks by default, and the empty album B, all saved. The controller has a context of its own.
  private struct Fixture {
    let library: MusicLibrary
    let context = OtherContext(concurrencyType: .privateQueueConcurrencyType)
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()

    init(tracks: Int = 2, batch: Int = 0) throws {
      let library = try MusicLibrary(.sqlite)
      self.library = library
      try library.run {
        let album = library.album("A", 0)
        for number in 1...tracks { library.track("a\(number)", number, in: album) }
        library.album("B", 1)
        try library.context.save()
        library.context.reset()
      }
      context.persistentStoreCoordinator = library.container.persistentStoreCoordinator
      controller = library.controller(in: context)
      controller.itemFetchRequest.fetchBatchSize = batch
      controller.delegate = recorder
      let (context, controller) = (context, controller)
      try context.performAndWait { try controller.performFetch() }
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }

    func track(_ index: Int) -> NSManagedObject { controller.object(at: IndexPath(indexes: [0, index])) }
  }

  /// The key of a section changes, so that its items are refreshed to be grouped anew. The context skips the refresh of
  /// the item that has changes.
  @Test func theNextChangeOfAnItemThatWasNotRefreshedIsReported() throws {
    let fixture = try Fixture()
    try fixture.run {
      fixture.context.passesOverDirty = true
      fixture.track(0).setValue("dirty", forKey: "title")
      try #require(fixture.controller.section(at: 0)).setValue("A2", forKey: "identifier")
      fixture.context.processPendingChanges()
    }
    fixture.run { _ = fixture.recorder.take() }
    fixture.run {
      #expect(MusicLibrary.text(fixture.controller) == "A: dirty a2 | B:")
      fixture.track(0).setValue("next", forKey: "title")
      fixture.context.processPendingChanges()
    }
    fixture.run { #expect(fixture.recorder.take() == ["will", "item update [0, 0] next", "did"]) }
    try fixture.run { try fixture.context.save() }
    try fixture.run { try expectCurrent(fixture.controller) }
    #expect(fixture.recorder.errors.isEmpty)
  }

  @Test func nothingIsRefreshedWhileTheContextSaves() throws {
    let fixture = try Fixture()
    try fixture.run {
      try #require(fixture.controller.section(at: 0)).setValue("A2", forKey: "identifier")
      try fixture.context.save()
    }
    try fixture.run {
      #expect(fixture.context.refreshesInSave == 0)
      #expect(MusicLibrary.text(fixture.controller) == "A: a1 a2 | B:")
      try expectCurrent(fixture.controller)
    }
  }

  @Test func aFetchInBatchesReadsNoItem() throws {
    let fixture = try Fixture(tracks: 300, batch: 10)
    fixture.run {
      #expect(fixture.controller.allSections.map(\.numberOfObjects) == [300, 0])
      #expect(fixture.context.registeredObjects.filter { $0.entity.name == "Track" }.count <= 10)
      #expect(MusicLibrary.name(fixture.track(299)) == "a300")
    }
  }

  /// One word in two Unicode forms is two keys. Each item must be in its own section.
  @Test func keysThatLookTheSameAreTwo() throws {
    let library = try MusicLibrary()
    try library.run {
      let albums = [library.album("\u{E9}", 0), library.album("e\u{301}", 1)]
      for album in albums { library.track("t", 0, in: album) }
      try library.context.save()
      let controller = library.controller()
      try controller.performFetch()
      #expect(controller.allSections.map(\.numberOfObjects) == [1, 1])
      library.track("u", 1, in: albums[1])
      library.context.processPendingChanges()
      #expect(controller.allSections.map(\.numberOfObjects) == [1, 2])
      try expectCurrent(controller)
    }
  }

  /// An item without a section must not be among the items of the section whose key is the empty string.
  @Test func theEmptyKeyIsNotNoKey() throws {
    let library = try MusicLibrary()
    try library.run {
      let album = library.album("", 0)
      library.track("a", 0, in: album)
      library.track("none", 1, in: nil)
      try library.context.save()
      let controller = library.controller()
      controller.unmatchedItems = .shownLast
      try controller.performFetch()
      #expect(controller.allSections.map(\.numberOfObjects) == [1, 1])
      try expectCurrent(controller)
    }
  }

  @Test func groupsWithOneNameAreSplitByTheirKeys() throws {
    let keys: [[GroupKey]] = [[.none, .none, "".key, "".key, "".key], ["b".key], ["c".key, "c".key]]
    let runs = try #require(
      GroupRuns(sections: keys.map(\.count), isSplit: { $0 == 0 }, key: { keys[$0.section][$0.item] }))
    #expect(runs.count == 4)
    #expect((0..<4).map(runs.rowCount(ofGroup:)) == [2, 3, 1, 2])
    for section in keys.indices {
      for row in keys[section].indices {
        let place = RowPlace(section: section, item: row)
        #expect(runs.sectionPlace(runs.groupPlace(place)) == place)
      }
    }
    #expect(runs.groupPlace(RowPlace(section: 0, item: 2)) == RowPlace(section: 1, item: 0))
    #expect(GroupRuns(sections: [2, 1], isSplit: { _ in true }, key: { _ in "x".key }) == nil)
  }

  @Test func aFileOfAnotherPredicateIsDeletedFirst() throws {
    let library = try MusicLibrary()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    var deleted: [String?] = []
    let ledger = CacheLedger { deleted.append($0) }
    func prepare(_ name: String?, by path: String = "album.identifier") {
      ledger.prepare(name, for: request, by: path, in: library.context)
    }
    prepare("list")
    #expect(deleted == ["list"], "What made the file in an earlier launch is not known.")
    prepare("list")
    prepare(nil)
    #expect(deleted == ["list"])
    request.predicate = NSPredicate(format: "position < 3")
    prepare("list")
    prepare("list")
    #expect(deleted == ["list", "list"])
    prepare("list", by: "album.title")
    request.includesSubentities = false
    prepare("list", by: "album.title")
    #expect(deleted.count == 4)
    // After `deleteCache`, the ledger does not know which request makes the next file, and deletes that file once more.
    ledger.deleteCache("list")
    prepare("list", by: "album.title")
    prepare("list", by: "album.title")
    #expect(deleted.count == 6)
    ledger.deleteCache(nil)
    prepare("list", by: "album.title")
    #expect(deleted.suffix(2) == [nil, "list"])
  }

  @Test func aListByAnotherPredicateDeletesTheFileOfItsNameOnce() throws {
    let library = try MusicLibrary()
    var deleted: [String?] = []
    let ledger = CacheLedger { deleted.append($0) }
    func fetch(_ predicate: NSPredicate?) throws {
      func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
        return request
      }
      let controller = MusicLibrary.Controller(
        itemFetchRequest: request("Track"), sectionFetchRequest: request("Album"),
        managedObjectContext: library.context, sectionGroupingKeyPath: "album.identifier", cacheName: "list")
      controller.noteCaches(in: ledger)
      controller.itemFetchRequest.predicate = predicate
      try controller.performFetch()
      try controller.performFetch()
    }
    try library.run {
      try fetch(nil)
      #expect(deleted == ["list"], "What made the file in an earlier launch is not known.")
      try fetch(NSPredicate(format: "position < 3"))
      #expect(deleted == ["list", "list"])
      try fetch(NSPredicate(format: "position < 3"))
      #expect(deleted == ["list", "list"])
      try fetch(nil)
      #expect(deleted == ["list", "list", "list"])
    }
  }

  /// A request whose entity must not be asked for. Apple's request raises an exception there after a typing mistake.
  private final class RaisingRequest: NSFetchRequest<NSManagedObject> {
    override var entity: NSEntityDescription? {
      get {
        Issue.record("the entity was asked for")
        return nil
      }
      set {}
    }
  }

  @Test(arguments: ["item request", "section request"]) func aMistypedEntityIsFoundByItsName(request: String) throws {
    let library = try MusicLibrary()
    library.run {
      let controller = library.controller()
      if request == "item request" {
        controller.itemFetchRequest = RaisingRequest(entityName: "Trak")
      } else {
        controller.sectionFetchRequest = RaisingRequest(entityName: "Trak")
      }
      let error = SectionedFetchedResultsError.unknownEntity(
        request: request, name: "Trak", known: ["Album", "Artist", "Track"])
      #expect(throws: error) { try controller.performFetch() }
      #expect(
        error.description
          == "The \(request) names “Trak”, which is no entity of the context's model. The model has Album, Artist, "
          + "Track. Did you mean 'Track'?")
    }
  }

  #if DEBUG && (os(macOS) || os(Linux))
    /// A delegate whose method takes Apple's controller, so that ours never calls it.
    private final class Mistaken: NSObject, NSFetchedResultsControllerDelegate,
      SectionedFetchedResultsControllerDelegate
    {
      typealias SectionResult = NSManagedObject
      typealias ItemResult = NSManagedObject

      func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    }

    /// A delegate with a method for each of two kinds of controllers.
    private final class Right: NSObject, NSFetchedResultsControllerDelegate, SectionedFetchedResultsControllerDelegate {
      func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
      func controllerDidChangeContent(_ controller: MusicLibrary.Controller) {}
    }

    /// A class that was a delegate of Apple's controller. It no longer conforms to that protocol, but still has its
    /// method.
    private final class Moved: SectionedFetchedResultsControllerDelegate {
      typealias SectionResult = NSManagedObject
      typealias ItemResult = NSManagedObject

      func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    }

    /// A delegate that takes changes of items only. The controller calls its method when the first item changes.
    private final class ItemsOnly: SectionedFetchedResultsControllerDelegate {
      func controller(
        _ controller: MusicLibrary.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {}
    }

    /// A delegate without methods for changes. A sequence of updates follows its list.
    private final class Errors: SectionedFetchedResultsControllerDelegate {
      typealias SectionResult = NSManagedObject
      typealias ItemResult = NSManagedObject
    }

    @Test(.startsProcesses) func aDelegateThatTakesNoChangesIsSaidOnce() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let fixture = try LibraryFixture()
        let (moved, items, errors) = (Moved(), ItemsOnly(), Errors())
        for delegate in [items, errors, moved, moved]
          as [any SectionedFetchedResultsControllerDelegate<
            NSManagedObject, NSManagedObject
          >]
        {
          fixture.library.run {
            let updates = delegate is Errors ? fixture.controller.updates : nil
            defer { withExtendedLifetime(updates) {} }
            fixture.controller.delegate = delegate
            // Changes of sections alone do not show whether the delegate has a method for items.
            fixture.library.album("D\(fixture.controller.allSections.count)", 9)
            fixture.library.context.processPendingChanges()
            fixture.library.track("x", 5, in: fixture.albums[0])
            fixture.library.context.processPendingChanges()
          }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        text.contains(
          "SectionedFetchedResults: Moved is the delegate of a list of Track, and has no method that takes their "
            + "changes. Methods for an NSFetchedResultsController are never called: a "
            + "SectionedFetchedResultsController calls the methods of SectionedFetchedResultsControllerDelegate. Write "
            + "those, whose first parameter is a SectionedFetchedResultsController."), "\(text)")
      #expect(text.components(separatedBy: "is the delegate of a list of").count == 2, "\(text)")
    }

    @Test(.startsProcesses) func aDelegateWithTheMethodsOfAnotherIsSaidOnce() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let fixture = try LibraryFixture()
        let (mistaken, right) = (Mistaken(), Right())
        for delegate in [right, mistaken, mistaken]
          as [any SectionedFetchedResultsControllerDelegate<
            NSManagedObject, NSManagedObject
          >]
        {
          fixture.library.run {
            fixture.controller.delegate = delegate
            fixture.library.track("x", 5, in: fixture.albums[0])
            fixture.library.context.processPendingChanges()
          }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.components(separatedBy: "of NSFetchedResultsControllerDelegate, which are never called").count == 2)
      #expect(text.contains("Mistaken has "))
    }
  #endif
}

extension String {
  fileprivate var key: GroupKey { .string(KeyText(self)) }
}
