import CoreData
import Foundation
import SectionedTesting
import Testing

/// Checks what the code for Apple platforms takes for granted, as listed in the last table of `Docs/Deviations.md`.
/// Here Core Data is ours. On a Mac it is Apple's, and a failure there means that the table is wrong. If the code is
/// right either way, the test prints which way it is.
@Suite("What the code for Apple platforms takes for granted")
struct AssumptionTests {
  #if canImport(Darwin)
    private static let isApple = true
  #else
    private static let isApple = false
  #endif

  /// The albums A and B with the tracks a1, a2 and b1, saved. The fixture records what their context and a results
  /// controller of the tracks report. Unchecked, because it is used on the context's queue.
  private final class Fixture: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {
    private typealias Key = NSManagedObjectContext.NotificationKey

    let library: MusicLibrary
    let results: NSFetchedResultsController<NSManagedObject>
    let albums: [NSManagedObject]
    let tracks: [NSManagedObject]
    /// A callback for each object that the results controller reports, with its new index path.
    var isReported: ((NSManagedObject, IndexPath?) -> Void)?
    private var lines: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    init(by path: String? = "album.identifier", sortedBy keys: [String] = ["album.identifier", "position"]) throws {
      let library = try MusicLibrary(.sqlite)
      self.library = library
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
      results = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: library.context, sectionNameKeyPath: path, cacheName: nil)
      (albums, tracks) = try library.run {
        let albums = [library.album("A", 0), library.album("B", 1)]
        let tracks = [
          library.track("a1", 0, in: albums[0]), library.track("a2", 1, in: albums[0]),
          library.track("b1", 2, in: albums[1]),
        ]
        try library.context.save()
        return (albums, tracks)
      }
      super.init()
      for (name, word) in [
        (NSManagedObjectContext.didChangeObjectsNotification, "posted"),
        (NSManagedObjectContext.didMergeChangesObjectIDsNotification, "merged"),
      ] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: library.context, queue: nil) { [weak self] in
            self?.lines.append(([word] + Self.named(in: $0.userInfo ?? [:])).joined(separator: " "))
          })
      }
      results.delegate = self
      try library.run { try results.performFetch() }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    /// Returns the objects that a notification names, each with a letter for inserted, updated, refreshed or deleted.
    private static func named(in info: [AnyHashable: Any]) -> [String] {
      if info[Key.invalidatedAllObjects.rawValue] != nil { return ["all"] }
      return [("i", Key.insertedObjects), ("u", .updatedObjects), ("r", .refreshedObjects), ("d", .deletedObjects)]
        .flatMap { letter, key in
          (info[key.rawValue] as? Set<NSManagedObject> ?? []).map { "\(letter):\(MusicLibrary.name($0))" }.sorted()
        }
    }

    /// Makes edits, and lets the context report them.
    ///
    /// - Returns: what was reported.
    func event(_ edits: () throws -> Void) rethrows -> [String] {
      try library.run {
        lines = []
        try edits()
        library.context.processPendingChanges()
        return lines
      }
    }

    var sectionNames: [String] { library.run { results.sections?.map(\.name) ?? [] } }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      lines.append("will")
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      guard let object = anObject as? NSManagedObject else { return }
      lines.append("reported \(MusicLibrary.name(object))")
      isReported?(object, newIndexPath)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      lines.append("did")
    }
  }

  @Test(
    "A fetched results controller looks only at objects that changed themselves",
    .enabled(if: isApple, "Our own follows relationships."))
  func relationships() throws {
    let fixture = try Fixture()
    let lines = fixture.event { fixture.albums[0].setValue("Z", forKey: "identifier") }
    #expect(lines == ["posted u:A"])
    #expect(fixture.sectionNames == ["A", "B"])
  }

  @Test("An object without changes that is refreshed is named, and a controller looks at it again")
  func refresh() throws {
    let fixture = try Fixture()
    _ = fixture.event { fixture.albums[0].setValue("Z", forKey: "identifier") }
    let lines = fixture.event { fixture.library.context.refresh(fixture.tracks[0], mergeChanges: true) }
    #expect(lines.contains("posted r:a1"), "\(lines)")
    #expect(fixture.sectionNames.contains("Z"))
  }

  @Test(
    "An object with changes is named as changed where a property will and did change, and nothing did",
    .enabled(if: isApple, "Our objects compare values."))
  func nudge() throws {
    let fixture = try Fixture()
    _ = fixture.event { fixture.tracks[0].setValue("dirty", forKey: "title") }
    _ = fixture.event { fixture.albums[0].setValue("Z", forKey: "identifier") }
    let lines = fixture.event {
      fixture.tracks[0].willChangeValue(forKey: "title")
      fixture.tracks[0].didChangeValue(forKey: "title")
    }
    #expect(lines.contains("posted u:dirty"), "\(lines)")
    #expect(fixture.sectionNames.contains("Z"))
  }

  @Test("A controller's callbacks and the context's notification are of one event") func order() throws {
    let fixture = try Fixture()
    let lines = fixture.event { fixture.tracks[0].setValue("x", forKey: "title") }
    #expect(lines.sorted() == ["did", "posted u:x", "reported x", "will"])
    print("assumption order: callbacks \(lines.first == "will" ? "before" : "after") the notification")
  }

  @Test("A merge posts the changes of registered objects once, and then the identifiers of all") func merge() throws {
    let fixture = try Fixture()
    let saved = try fixture.library.newContext().posting { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == 'a1'")
      try context.fetch(request).first?.setValue("x", forKey: "title")
    }
    let lines = try fixture.event {
      fixture.library.context.mergeChanges(fromContextDidSave: try #require(saved))
    }
    let words = lines.compactMap { $0.split(separator: " ").first }.filter { ["posted", "merged"].contains($0) }
    #expect(words == ["posted", "merged"], "\(lines)")
    print("assumption merge: \(lines)")
  }

  @Test("In a callback the properties that were set are known") func keysOfAnEvent() throws {
    let fixture = try Fixture()
    var values: [String: Any] = [:]
    fixture.isReported = { object, _ in values = object.changedValuesForCurrentEvent() }
    _ = fixture.event { fixture.tracks[0].setValue("x", forKey: "title") }
    #expect(Set(values.keys) == ["title"])
    print("assumption keysOfAnEvent: of the old value a1 and the new value x it is \(values["title"] ?? "neither")")
  }

  @Test("A controller reports an object once for an event, and knows its new place in the callback")
  func once() throws {
    let fixture = try Fixture()
    var wrong: [String] = []
    fixture.isReported = { [weak fixture] object, new in
      if fixture?.results.indexPath(forObject: object) != new { wrong.append(MusicLibrary.name(object)) }
    }
    let lines = fixture.event {
      fixture.tracks[0].setValue("x", forKey: "title")
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.tracks[1].setValue(-1, forKey: "position")
    }
    #expect(lines.filter { $0 == "reported x" }.count == 1)
    #expect(lines.filter { $0 == "reported a2" }.count <= 1)
    if !wrong.isEmpty { print("assumption once: the new place reported is another one for \(wrong)") }
  }

  @Test("A section has its key's text for a name") func sectionNames() throws {
    #expect(try Fixture().sectionNames == ["A", "B"])
    #expect(try Fixture(by: "position", sortedBy: ["position"]).sectionNames == ["0", "1", "2"])
  }

  @Test("Items that tie have the order of a fetch of their identifiers") func ties() throws {
    let fixture = try Fixture(by: nil, sortedBy: ["album.position"])
    try fixture.library.run {
      for number in 0..<40 { fixture.library.track("t\(number)", number, in: fixture.albums[number % 2]) }
      try fixture.library.context.save()
      try fixture.results.performFetch()
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Track")
      request.sortDescriptors = fixture.results.fetchRequest.sortDescriptors
      request.resultType = .managedObjectIDResultType
      #expect(try fixture.library.context.fetch(request) == fixture.results.fetchedObjects?.map(\.objectID))
    }
  }

  @Test("After a reset a context posts that everything is invalid") func reset() throws {
    let fixture = try Fixture()
    #expect(fixture.event { fixture.library.context.reset() }.contains("posted all"))
  }

  // On Linux, Foundation calls observers in any order.
  #if canImport(Darwin)
    @Test("Observers are notified in the order in which they were added") func observers() {
      let (name, sender) = (Notification.Name("AssumptionTests.observers"), NSObject())
      final class Calls: @unchecked Sendable { var numbers: [Int] = [] }
      let calls = Calls()
      let tokens = (0..<50).map { number in
        NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { _ in
          calls.numbers.append(number)
        }
      }
      NotificationCenter.default.post(name: name, object: sender)
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      #expect(calls.numbers == Array(0..<50))
    }
  #endif

  @Test("Sort descriptors order objects as a fetch does") func descriptors() throws {
    let fixture = try Fixture()
    try fixture.library.run {
      for (number, title) in ["é", "e", "Z", "z", "", "ß", "ss", "10", "9"].enumerated() {
        fixture.library.track(title, number, in: nil)
      }
      try fixture.library.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let fetched = try fixture.library.context.fetch(request)
      let isSorted = zip(fetched, fetched.dropFirst()).allSatisfy { left, right in
        request.sortDescriptors?.first?.compare(left, to: right) != .orderedDescending
      }
      #expect(isSorted, "\(fetched.map(MusicLibrary.name))")
    }
  }

  @Test("Permanent identifiers come with a save of the context, or of one above it") func permanentIDs() throws {
    var traits = LibraryTraits()
    (traits.parents, traits.savesAtOnce) = (1, false)
    let library = try MusicLibrary(traits: traits)
    try library.run {
      let album = library.album("A", 0)
      var isTemporary = [album.objectID.isTemporaryID]
      try library.context.save()
      isTemporary.append(album.objectID.isTemporaryID)
      try library.context.parent?.performAndWait { try library.context.parent?.save() }
      library.context.processPendingChanges()
      isTemporary.append(album.objectID.isTemporaryID)
      #expect(isTemporary[0])
      print("assumption permanentIDs: temporary when inserted, saved, and saved above: \(isTemporary)")
    }
  }
}
