import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

/// Album A: a0 b1 c2, album B: d3, all saved. The list `low` has the positions below 2, `high` the others.
@Suite("What a context processes in one event reaches all of its sources as one step")
struct OneStepTests {
  typealias List = FetchedList<NSManagedObject>

  let library: MusicLibrary
  let albums: [NSManagedObject]
  let tracks: [NSManagedObject]
  let anomalies: CollectedAnomalies
  let handler: AnomalyHandler

  init() throws {
    let library = try MusicLibrary(.sqlite)
    self.library = library
    (anomalies, handler) = collecting()
    (albums, tracks) = try library.run {
      let albums = [library.album("A", 0), library.album("B", 1)]
      let tracks = ["a", "b", "c", "d"].enumerated().map { library.track($1, $0, in: albums[$0 < 3 ? 0 : 1]) }
      try library.context.save()
      return (albums, tracks)
    }
  }

  private func list(_ predicate: String? = nil) throws -> List {
    let list = List(
      entityName: "Track", predicate: predicate.map { NSPredicate(format: $0) }, sortDescriptors: EventTower.order,
      in: library.context, anomalies: handler)
    try list.performFetch()
    return list
  }

  private func text(_ list: some SectionedDataSource<OnlySection, NSManagedObject>) -> String {
    list.allItems.map(MusicLibrary.name).joined(separator: " ")
  }

  @Test("what leaves one list and enters another is one move where both are composed")
  func composed() throws {
    try library.run {
      let (low, high) = (try list("position < 2"), try list("position >= 2"))
      let both = try ComposedDataSource([ChildSource(low), ChildSource(high)], anomalies: handler)
      let laws = FetchedLaws(both)
      tracks[1].setValue(9, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      let changes = try #require(laws.takeChanges().first)
      #expect(changes.items.moved.map(\.from) == [ItemPlace(section: 0, item: 1)])
      #expect(changes.items.moved.map(\.to) == [ItemPlace(section: 1, item: 2)])
      #expect(changes.count == 1)
      #expect(anomalies.all == [])
      laws.checkAtRest()
    }
  }

  @Test("a group and one of its items that are renamed in one event never stand in two groups")
  func grouped() throws {
    let (groups, laws) = try library.run {
      let groups = try list().grouped(by: .keyPath("album.title"))
      let laws = FetchedLaws(groups)
      albums[0].setValue("Z", forKey: "title")
      tracks[1].setValue("bb", forKey: "title")
      return (groups, laws)
    }
    library.context.processEverything()
    library.run {
      #expect(laws.steps == 1)
      #expect(groups.allSections.map(\.self) == ["B", "Z"])
      #expect(groups.items(inSection: 1).map(MusicLibrary.name) == ["a", "bb", "c"])
      laws.checkAtRest()
    }
  }

  /// The context has no object of the track when it merges the change.
  @Test(
    "a merged change of a row that is not registered is one step, and no update follows it",
    arguments: [("title", "bb"), ("position", 9), ("position", 0)] as [(String, any Sendable)])
  func mergedRow(key: String, value: any Sendable) throws {
    let fresh = library.newContext()
    let (list, high, laws) = try fresh.performAndWait {
      func list(_ format: String) throws -> List {
        let list = List(
          entityName: "Track", predicate: NSPredicate(format: format), sortDescriptors: EventTower.order, in: fresh)
        try list.performFetch()
        return list
      }
      let (all, high) = (try list("position >= 0"), try list("position > 5"))
      return (all, high, [FetchedLaws(all, "all"), FetchedLaws(high, "high")])
    }
    let saved = try #require(try library.context.posting { _ in tracks[1].setValue(value, forKey: key) })
    fresh.performAndWait { fresh.mergeChanges(fromContextDidSave: saved) }
    fresh.performAndWait {
      #expect(laws.map(\.steps) == [1, value as? Int == 9 ? 1 : 0])
      let changes = laws[0].takeChanges()
      let isMoved = key == "position"
      #expect(
        changes.map { [$0.items.moved.count, $0.items.updated.count] } == [
          isMoved && value as? Int == 9 ? [1, 0] : [0, 1]
        ])
      #expect(laws[1].takeChanges().map(\.count) == (value as? Int == 9 ? [1] : []))
      for laws in laws { laws.checkAtRest() }
      withExtendedLifetime((list, high)) {}
    }
  }

  @Test("the first event after a fetch is one step: what begins to match is inserted, and not updated, too")
  func firstEvent() throws {
    try library.run {
      let low = try list("position < 2")
      let laws = FetchedLaws(low)
      tracks[3].setValue(0, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      try low.reload()
      tracks[2].setValue(1, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.steps == 2)
      #expect(laws.takeChanges().map { [$0.items.inserted.count, $0.count] } == [[1, 1], [1, 1]])
      #expect(text(low) == "a d b c")
    }
  }

  @Test("a save in the background that merges by itself is one step of three lists and what is composed of them")
  func automaticMerge() throws {
    library.run { library.context.automaticallyMergesChangesFromParent = true }
    let other = library.newContext()
    let (lists, laws) = try library.run {
      let lists = [try list("position < 2"), try list("position >= 2"), try list("album.title == 'A'")]
      let all = try ComposedDataSource(
        lists.enumerated().map { ChildSource($1, asSectionOf: $0, id: $0) }, anomalies: AnomalyHandler { _ in })
      return (lists, FetchedLaws(all))
    }
    try other.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = EventTower.order
      let tracks = try other.fetch(request)
      tracks[0].setValue(5, forKey: "position")
      tracks[3].setValue(1, forKey: "position")
      tracks[2].setValue("cc", forKey: "title")
      try other.save()
    }
    // The merge was enqueued on the context's queue before this.
    library.run {
      #expect(lists.map(text) == ["b d", "cc a", "b cc a"])
      #expect(laws.steps == 1)
      laws.checkAtRest()
    }
  }

  @Test("observers see the new state of all other sources, whichever comes first")
  func observers() throws {
    try library.run {
      let lists = [try list("position < 2"), try list("position >= 2"), try list()]
      var seen: [String] = []
      let tokens = lists.map { $0.observe { _ in seen.append(lists.map(text).joined(separator: " | ")) } }
      tracks[0].setValue(9, forKey: "position")
      library.context.delete(tracks[3])
      library.context.processPendingChanges()
      #expect(seen == Array(repeating: "b | c a | b c a", count: 3))
      withExtendedLifetime(tokens) {}
    }
  }

  @Test("what an observer changes is the next step of all")
  func changesOfObservers() throws {
    try library.run {
      let (low, high) = (try list("position < 2"), try list("position >= 2"))
      let both = try ComposedDataSource([ChildSource(low), ChildSource(high)], anomalies: handler)
      let laws = FetchedLaws(both)
      var isFirst = true
      let token = low.observe { [tracks] _ in
        guard isFirst else { return }
        isFirst = false
        tracks[0].setValue(8, forKey: "position")
      }
      tracks[1].setValue(9, forKey: "position")
      library.context.processPendingChanges()
      #expect(laws.takeChanges().map(\.items.moved.count) == [1, 1])
      #expect(anomalies.all == [])
      laws.checkAtRest()
      withExtendedLifetime(token) {}
    }
  }

  /// The sort descriptor of an unknown key makes every fetch fail, as an unreadable store does.
  @Test("If one list cannot be fetched after a reset, the remaining ones take one step together", .fetchesByUnknownKeys)
  func failedFetch() throws {
    let (lists, broken, laws) = try library.run {
      let lists = [try list("position < 2"), try list("position >= 2")]
      let broken = try list()
      let both = try ComposedDataSource(lists.map { ChildSource($0) }, anomalies: handler)
      return (lists, broken, FetchedLaws(both))
    }
    try library.run {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "none", ascending: true)]
      broken.rows.query = try ListQuery(request, in: library.context)
      library.context.reset()
    }
    library.run {
      #expect(anomalies.kinds == [.fetchFailed])
      #expect(laws.steps == 1)
      #expect(lists.map(text) == ["a b", "c d"])
      laws.checkAtRest()
    }
  }

  @Test("A window that cannot be fetched in an event leaves the remaining lists their one step", .fetchesByUnknownKeys)
  func failedWindow() throws {
    try library.run {
      let window = try list()
      try window.setWindow(limit: .first(2))
      let lists = [try list("position < 2"), try list("position >= 2")]
      let both = try ComposedDataSource(lists.map { ChildSource($0) }, anomalies: handler)
      let laws = FetchedLaws(both)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "none", ascending: true)]
      request.fetchLimit = 2
      window.rows.query = try ListQuery(request, in: library.context)
      tracks[0].setValue(7, forKey: "position")
      library.context.processPendingChanges()
      #expect(anomalies.kinds == [.fetchFailed])
      #expect(laws.steps == 1)
      #expect(lists.map(text) == ["b", "c d a"])
    }
  }

  @Test("what is inserted among ties stands where its permanent identifier puts it, in the same step")
  func ties() throws {
    try library.run {
      let all = List(
        entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "album.title", ascending: true)],
        in: library.context)
      try all.performFetch()
      let laws = FetchedLaws(all)
      let new = [library.track("n", 0, in: albums[1]), library.track("m", 0, in: albums[0])]
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      try library.context.save()
      #expect(laws.steps == 1)
      #expect(text(all) == "a b c m d n")
      withExtendedLifetime(new) {}
    }
  }

  @Test("what changes with a section's items is part of the step that changes these")
  func dependants() throws {
    try library.run {
      let controller = library.controller()
      controller.sectionDependencies = ["tracks"]
      let source = FetchedDataSource(controller, anomalies: handler)
      try source.performFetch()
      let (laws, list) = (FetchedLaws(source), try list())
      var seen: [Int] = []
      let token = list.observe { _ in seen.append(source.numberOfItems(inSection: 0)) }
      library.context.delete(tracks[0])
      library.context.processPendingChanges()
      #expect(laws.steps == 1)
      let changes = try #require(laws.takeChanges().first)
      #expect(changes.items.deleted.count == 1 && changes.sections.updated.map(\.new) == [0])
      #expect(seen == [2])
      laws.checkAtRest()
      withExtendedLifetime(token) {}
    }
  }

  @Test("after the user's move all that its edits lead to is one step of all sources")
  func userMove() throws {
    try library.run {
      let source = FetchedDataSource(library.controller(), anomalies: handler)
      try source.performFetch()
      let low = try list("position < 2")
      let both = try ComposedDataSource(
        [ChildSource(source, asSectionOf: "all", id: "all"), ChildSource(low, asSectionOf: "low", id: "low")],
        anomalies: AnomalyHandler { _ in })
      let laws = FetchedLaws(both)
      let token = low.observe { _ in #expect(source.item(at: ItemPlace(section: 1, item: 0)) === tracks[0]) }
      try source.performUserMove(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0)) {
        tracks[0].setValue(albums[1], forKey: "album")
        tracks[0].setValue(2, forKey: "position")
      }
      // The first step is the move, the second one the difference to the actual list.
      #expect(laws.steps == 2)
      #expect(text(low) == "b")
      laws.checkAtRest()
      withExtendedLifetime(token) {}
    }
  }

  /// Calls a closure in each event of a context, on its queue.
  ///
  /// Unchecked, because it is used on the context's queue only.
  private final class Deed: @unchecked Sendable {
    private let perform: () -> Void
    private(set) var token: (any NSObjectProtocol)?

    init(in context: NSManagedObjectContext, _ perform: @escaping () -> Void) {
      self.perform = perform
      token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { [weak self] _ in self?.perform() }
    }

    func end() { if let token { NotificationCenter.default.removeObserver(token) } }
  }

  @Test("a list that leaves its context in an event of it goes on in another one")
  func leaving() throws {
    let list = try library.run { try self.list() }
    let deed = Deed(in: library.context) { try? list.setContext(nil) }
    try library.run {
      tracks[0].setValue("aa", forKey: "title")
      library.context.processPendingChanges()
      #expect(text(list) == "")
      deed.end()
      try library.context.save()
    }
    let other = library.newContext()
    try other.performAndWait {
      try list.setContext(other)
      #expect(text(list) == "aa b c d")
      try #require(list.item(1, inSection: 0)).setValue("bb", forKey: "title")
      other.processPendingChanges()
      #expect(text(list) == "aa bb c d")
    }
  }

  @Test("a list that is let go of in an event of its context leaves nothing behind")
  func lettingGo() throws {
    weak var core: AnyObject?
    try library.run {
      var list: List? = try self.list()
      core = list?.rows.core
      let deed = Deed(in: library.context) { list = nil }
      tracks[0].setValue("aa", forKey: "title")
      library.context.processPendingChanges()
      deed.end()
      #expect(list == nil)
    }
    #expect(core == nil)
  }

  /// Makes a save once, and merges it into a context.
  ///
  /// Unchecked, because it is used on a context's queue only.
  private final class Merge: @unchecked Sendable {
    private var save: (() throws -> Notification?)?

    init(_ save: @escaping () throws -> Notification?) { self.save = save }

    func perform(in context: NSManagedObjectContext) {
      guard let save else { return }
      self.save = nil
      do {
        context.mergeChanges(fromContextDidSave: try #require(try save()))
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("a merge in an observer of the context is an event of its own, and names what changed once")
  func mergeInObserver() throws {
    let fresh = library.newContext()
    try fresh.performAndWait {
      let all = List(entityName: "Track", sortDescriptors: EventTower.order, in: fresh)
      try all.performFetch()
      let laws = FetchedLaws(all)
      let merge = Merge {
        try library.context.posting { _ in
          tracks[2].setValue("cc", forKey: "title")
          tracks[3].setValue(0, forKey: "position")
        }
      }
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: fresh, queue: nil
      ) { posted in
        // The notification has the context, because the block must not capture one.
        if let context = posted.object as? NSManagedObjectContext { merge.perform(in: context) }
      }
      try #require(all.item(0, inSection: 0)).setValue("aa", forKey: "title")
      fresh.processPendingChanges()
      NotificationCenter.default.removeObserver(token)
      #expect(laws.takeChanges().map { [$0.items.moved.count, $0.items.updated.count] } == [[0, 1], [1, 1]])
      #expect(text(all) == "aa d b cc")
      laws.checkAtRest()
    }
  }
}
