import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Objects that depend on a change are refreshed. With Apple's interface alone, this happens in the next turn of the
/// context's queue.
@Suite("What is refreshed is read again, and is news once")
struct RefreshingTests {
  /// Counts the refreshes.
  private final class CountingContext: NSManagedObjectContext, @unchecked Sendable {
    private(set) var refreshes = 0

    override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
      refreshes += 1
      super.refresh(object, mergeChanges: flag)
    }
  }

  /// The album A with the tracks a1 and a2, saved. Two controllers in a context of their own show them. The items of
  /// the one depend on their section, and the sections of the other depend on their items.
  private struct Fixture {
    let library: MusicLibrary
    let context = CountingContext(concurrencyType: .privateQueueConcurrencyType)
    let items: MusicLibrary.Controller
    let sections: MusicLibrary.Controller
    let itemRecorder = MusicLibrary.recorder()
    let sectionRecorder = MusicLibrary.recorder()
    /// The tracks, held so that the context does not read them again by itself.
    let tracks: [NSManagedObject]

    init() throws {
      let library = try MusicLibrary(.sqlite)
      self.library = library
      try library.run {
        let album = library.album("A", 0)
        for number in 1...2 { library.track("a\(number)", number, in: album) }
        try library.context.save()
        library.context.reset()
      }
      context.persistentStoreCoordinator = library.container.persistentStoreCoordinator
      let (context, items, sections) = (
        context, library.controller(in: context), library.controller(in: context)
      )
      (self.items, self.sections) = (items, sections)
      items.itemDependencies = ["album.title"]
      sections.sectionDependencies = ["tracks.title"]
      tracks = try context.performAndWait {
        try items.performFetch()
        try sections.performFetch()
        return items.fetchedObjects ?? []
      }
      #expect(context.performAndWait { MusicLibrary.text(items) } == "A: a1 a2")
      items.delegate = itemRecorder
      sections.delegate = sectionRecorder
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }

    /// Lets the context's queue run longer than it has to.
    ///
    /// - Returns: the numbers of objects that were refreshed in the first and in the second half.
    func settle() -> (first: Int, second: Int) {
      let start = context.refreshes
      for _ in 0..<10 { run { context.processPendingChanges() } }
      let half = context.refreshes
      for _ in 0..<10 { run { context.processPendingChanges() } }
      return (half - start, context.refreshes - half)
    }
  }

  /// Each controller refreshes objects on which the other one depends.
  @Test(arguments: [false, true]) func whatOneControllerRefreshesIsNoNewsToAnother(isDirty: Bool) throws {
    let fixture = try Fixture()
    try fixture.run {
      if isDirty { fixture.tracks[0].setValue("dirty", forKey: "title") }
      try #require(fixture.items.section(at: 0)).setValue("new", forKey: "title")
      fixture.context.processPendingChanges()
    }
    let refreshes = fixture.settle()
    #expect(refreshes.second == 0)
    #expect(refreshes.first <= 4)
    try fixture.run {
      #expect(fixture.itemRecorder.take().contains("item update [0, 1] a2"))
      #expect(fixture.sectionRecorder.take().contains("section update 0 new"))
      for controller in [fixture.items, fixture.sections] { try expectCurrent(controller) }
    }
    // The next change must be reported as usual.
    fixture.run {
      fixture.tracks[1].setValue("next", forKey: "title")
      fixture.context.processPendingChanges()
    }
    _ = fixture.settle()
    #expect(fixture.run { fixture.sectionRecorder.take() }.contains("section update 0 new"))
  }

  /// Another context saves a title, which this context does not merge. Then the item is refreshed as a dependant of its
  /// section.
  @Test(.enabled(if: PublicInterface.isAllThereIs, "Our own context reports dependants without reading them."))
  func whatARefreshTakesInIsNewsToAll() throws {
    let fixture = try Fixture()
    try fixture.library.run {
      let tracks = try fixture.library.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
      try #require(tracks.first { MusicLibrary.name($0) == "a1" }).setValue("newer", forKey: "title")
      try fixture.library.context.save()
    }
    try fixture.run {
      #expect(fixture.tracks.map(MusicLibrary.name) == ["a1", "a2"])
      try #require(fixture.items.section(at: 0)).setValue("new", forKey: "title")
      fixture.context.processPendingChanges()
      _ = fixture.sectionRecorder.take()
    }
    let refreshes = fixture.settle()
    #expect(refreshes.second == 0)
    try fixture.run {
      #expect(fixture.tracks.map(MusicLibrary.name) == ["newer", "a2"])
      #expect(fixture.itemRecorder.take().contains("item update [0, 0] newer"))
      // The section depends on the title that the refresh has read.
      #expect(fixture.sectionRecorder.take().contains("section update 0 new"))
      for controller in [fixture.items, fixture.sections] { try expectCurrent(controller) }
    }
  }

  /// The item depends on its section's title. The first change sets the title, and the second one the identifier, which
  /// is the section's key. The second change must not update the item.
  @Test func anItemThatDependedOnAnEarlierChangeIsOnlyMovedByTheNext() throws {
    let library = try MusicLibrary()
    let (controller, recorder) = (library.controller(), MusicLibrary.recorder())
    controller.itemDependencies = ["album.title"]
    let album = try library.run {
      let album = library.album("A", 0)
      library.track("a1", 1, in: album)
      try library.context.save()
      try controller.performFetch()
      controller.delegate = recorder
      return album
    }
    func set(_ key: String, _ value: Any) -> [String] {
      library.run {
        album.setValue(value, forKey: key)
        library.context.processPendingChanges()
      }
      for _ in 0..<4 { library.run { library.context.processPendingChanges() } }
      return library.run { recorder.take() }
    }
    #expect(set("title", "B").contains("item update [0, 0] a1"))
    let reported = set("identifier", "Z")
    #expect(reported.contains("section update 0 B"))
    #expect(!reported.contains { $0.hasPrefix("item") }, "\(reported)")
  }

  /// Two items, each the parent of the other, and two controllers whose items depend on their parents.
  @Test
  func parentsInACircleComeToAnEnd() throws {
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("title", .stringAttributeType)])
    let node = NSEntityDescription("Node", [NSAttributeDescription("title", .stringAttributeType)])
    folder.relate("nodes", .many, to: node, "folder", .one)
    node.relate("children", .many, to: node, "parent", .one)
    let container = try NSPersistentContainer.inMemory([folder, node])
    let context = CountingContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = container.persistentStoreCoordinator
    let recorders = [MusicLibrary.recorder(), MusicLibrary.recorder()]
    let controllers = recorders.map { _ in
      let controller = MusicLibrary.Controller(
        "Node", by: "folder.title", in: "Folder", sortedBy: "title", context)
      controller.itemDependencies = ["parent.title"]
      return controller
    }
    let made = try context.performAndWait {
      let parent = NSManagedObject(entity: folder, insertInto: context)
      parent.setValue("F", forKey: "title")
      let made = ["a", "b"].map { title in
        let object = NSManagedObject(entity: node, insertInto: context)
        object.setValue(title, forKey: "title")
        object.setValue(parent, forKey: "folder")
        return object
      }
      made[0].setValue(made[1], forKey: "parent")
      made[1].setValue(made[0], forKey: "parent")
      try context.save()
      for controller in controllers { try controller.performFetch() }
      return made
    }
    for (controller, recorder) in zip(controllers, recorders) { controller.delegate = recorder }
    context.performAndWait {
      made[0].setValue("a!", forKey: "title")
      context.processPendingChanges()
    }
    for _ in 0..<10 { context.performAndWait { context.processPendingChanges() } }
    let half = context.refreshes
    for _ in 0..<10 { context.performAndWait { context.processPendingChanges() } }
    #expect(context.refreshes == half)
    #expect(half <= 4)
    for recorder in recorders {
      #expect(context.performAndWait { recorder.take() }.contains("item update [0, 1] b"))
    }
    // Nothing else holds the controllers.
    withExtendedLifetime(controllers) {}
  }

  /// The delegate deletes everything while the insertion of a section is reported. The items leave with this event, and
  /// the section leaves with the next one.
  @Test func anUnsavedSectionDeletedWhileItIsReportedGoesWithTheNext() throws {
    let fixture = try LibraryFixture { $0.sectionDependencies = ["tracks.title"] }
    let context = fixture.library.context
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard !isDone, line == "will" else { return }
      isDone = true
      for name in ["Track", "Album"] {
        let objects = (try? context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))) ?? []
        for object in objects { context.delete(object) }
      }
      context.processPendingChanges()
    }
    _ = try fixture.record { fixture.library.track("d1", 0, in: fixture.library.album("D", 3)) }
    _ = try fixture.record {}
    #expect(isDone)
    #expect(fixture.text == "")
    #expect(fixture.recorder.errors.isEmpty)
  }
}
