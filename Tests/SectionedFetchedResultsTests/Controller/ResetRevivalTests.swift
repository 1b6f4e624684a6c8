#if !canImport(Darwin)
  import CoreData
  import Dispatch
  import Foundation
  import SectionedChanges
  import SectionedFetchedResults
  import SectionedTesting
  import Testing

  /// Runs a closure on the queue of the parent context, from another thread.
  private func above(
    _ context: NSManagedObjectContext, _ body: @escaping @Sendable (NSManagedObjectContext) throws -> Void
  ) {
    guard let parent = context.parent else { return }
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      parent.performAndWait {
        do { try body(parent) } catch { Issue.record(error) }
      }
      end.signal()
    }
    end.wait()
  }

  /// Obtains permanent IDs in the parent when the context reports its reset, before a controller is notified.
  private final class GivesIDs: ContextObserver {
    /// Whether the next event is the reset.
    var isNext = false
    private let names: [URL]

    init(_ names: [URL], in context: NSManagedObjectContext) {
      self.names = names
      context.addObserver(self)
    }

    func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
      guard isNext, !names.isEmpty else { return }
      isNext = false
      above(context) { [names] parent in
        let inserted = parent.insertedObjects.filter { names.contains($0.objectID.uriRepresentation()) }
        #expect(inserted.count == names.count)
        try parent.obtainPermanentIDs(for: Array(inserted))
      }
    }
  }

  /// A child has saved an album with a track, and a second track, to its parent. The parent obtains permanent IDs for
  /// them on its own queue. That happens after the child was reset, and before its controller, which is notified later
  /// than an observer, has found its objects again.
  @Suite("What got a permanent ID in a context above while a reset is reported", .ourInnerControllers)
  struct ResetRevivalTests {
    private let library: MusicLibrary
    private let controller: MusicLibrary.Controller
    private let recorder = MusicLibrary.recorder()
    private let ids: [NSManagedObjectID]

    init() throws {
      var traits = LibraryTraits()
      (traits.parents, traits.savesAtOnce) = (1, false)
      let library = try MusicLibrary(traits: traits)
      let controller = library.controller()
      self.library = library
      self.controller = controller
      controller.delegate = recorder
      ids = try library.run {
        let context = library.context
        let known = library.album("A", 0)
        try context.save()
        try context.parent?.performAndWait { try context.parent?.save() }
        let new = library.album("N", 1)
        let objects = [new, library.track("n1", 0, in: new), library.track("a1", 1, in: known)]
        try context.save()
        return objects.map(\.objectID)
      }
    }

    /// - Parameter count: the number of objects that already have permanent IDs when the controller is notified of the
    ///   reset.
    @Test(arguments: [0, 1, 2, 3]) func hasItAtOnce(count: Int) throws {
      let context = library.context
      let observer = GivesIDs(ids.prefix(count).map { $0.uriRepresentation() }, in: context)
      defer { withExtendedLifetime(observer) {} }
      func shownObjects() -> [NSManagedObject] {
        controller.allSections.flatMap { [$0.object].compactMap { $0 } + ($0.items ?? []) }
      }
      try library.run {
        try controller.performFetch()
        #expect(MusicLibrary.text(controller) == "A: a1 | N: n1")
        let before = shownObjects()
        #expect(before.count { $0.objectID.isTemporaryID } == 3)
        observer.isNext = true
        context.reset()
        #expect(observer.isNext == (count == 0))
        // Nothing was fetched again. The list is the same, with current IDs, and its objects are valid.
        expectOneVersion(controller)
        #expect(shownObjects().count { $0.objectID.isTemporaryID } == 3 - count)
        #expect(shownObjects().allSatisfy { $0.managedObjectContext === context })
        #expect(MusicLibrary.text(controller) == "A: a1 | N: n1")
        // The remaining objects must also have theirs before anything is fetched.
        above(context) { try $0.save() }
        _ = context.object(with: ids[0])
        expectOneVersion(controller)
        #expect(shownObjects().allSatisfy { $0.managedObjectContext === context && !$0.objectID.isTemporaryID })
        #expect(MusicLibrary.text(controller) == "A: a1 | N: n1")
      }
      library.run {}
      library.run {
        expectOneVersion(controller)
        #expect(MusicLibrary.text(controller) == "A: a1 | N: n1")
      }
    }
  }
#endif
