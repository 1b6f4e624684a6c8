import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A root has two children; one of these has one child, and the other has two: `root: (a: a1 | b: b1 b2)`. All of them
/// insert, change, move and delete tracks and albums, save, roll back, refresh, reset, and merge each other's saves.
/// After each step the objects of every context are compared with a naive model, and its lists with fresh fetches.
@Suite("Random changes in a tree of contexts")
struct RandomFamilyTests {
  @Test(arguments: MusicStack.types, [false, true])
  func everyContextShowsWhatItShould(type: String, automatic: Bool) throws {
    for seed in TestSeeds.seeds(4, from: .random(in: 1...UInt64.max / 2)) {
      print("contexts with parents, \(type), merging automatically: \(automatic): SECTIONS_SEED=\(seed)")
      let run = try RandomFamily(type, seed: seed, automatic: automatic)
      for step in 0..<max(30, TestSeeds.rounds(100)) {
        let what = try run.step()
        try run.check("step \(step), \(what), SECTIONS_SEED=\(seed)")
      }
    }
  }
}

private final class RandomFamily {
  private let stack: MusicStack
  private let store = FamilyTwin(above: nil)
  private var members: [Member] = []
  private var random: SeededRandom
  private var nextNumber = 0

  private struct Member {
    let name: String
    let context: NSManagedObjectContext
    let twin: FamilyTwin
    /// A list by plays, and one by albums, which depends on another object.
    var lists: [NSFetchedResultsController<NSManagedObject>] = []
    let delegate = SilentDelegate()
  }

  init(_ type: String, seed: UInt64, automatic: Bool) throws {
    stack = try MusicStack(type)
    random = SeededRandom(seed: seed)
    let root = Member(name: "root", context: stack.newContext(), twin: FamilyTwin(above: store))
    members = [root]
    for (name, parent) in [("a", 0), ("b", 0), ("a1", 1), ("b1", 2), ("b2", 2)] {
      members.append(
        Member(
          name: name, context: Family.context(below: members[parent].context),
          twin: FamilyTwin(above: members[parent].twin)))
    }
    for index in members.indices {
      let (context, delegate) = (members[index].context, members[index].delegate)
      members[index].lists = try context.performAndWait {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.automaticallyMergesChangesFromParent = automatic
        return try [(["plays", "title"], nil), (["album.title", "title"], "album.title")].map { keys, section in
          let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
          request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
          request.predicate = section == nil ? NSPredicate(format: "plays < 7") : nil
          let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
          list.delegate = delegate
          // Some lists obtain permanent keys before they are notified of an object. In some contexts both lists do.
          list.needsPermanentKeys = random.oneIn(3)
          try list.performFetch()
          return list
        }
      }
    }
  }

  /// Performs one step in one context, as one event.
  func step() throws -> String {
    let member = random.one(of: members)
    let others = members.filter { other in
      other.context !== member.context && !member.context.parentLink.descends(from: other.context)
    }
    let below = members.filter { $0.context.parentLink.descends(from: member.context) }
    let posted = Protected<Notification?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: member.context, queue: nil
    ) { notification in posted.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    let what = try member.context.performAndWait {
      for _ in 0..<random.below(3) { try edit(member, others) }
      switch random.below(10) {
      case 0, 1, 2:
        try member.context.save()
        member.twin.save()
        return "save"
      case 3 where below.allSatisfy { !$0.twin.hasChanges }:
        member.context.rollback()
        member.twin.takeBack()
        return "rollback"
      case 4:
        member.context.refreshAllObjects()
        return "refresh"
      case 5 where below.allSatisfy { !$0.twin.hasChanges } && random.oneIn(3):
        member.context.reset()
        member.twin.takeBack()
        for list in member.lists { try list.performFetch() }
        return "reset"
      case 6:
        try member.context.obtainPermanentIDs(for: Array(try member.context.all("Track")))
        return "IDs"
      default: return "edit"
      }
    }
    guard let saved = posted.withLock({ $0 }), random.oneIn(2) else { return "\(what) in \(member.name)" }
    for other in others { other.context.performAndWait { other.context.mergeChanges(fromContextDidSave: saved) } }
    return "\(what) in \(member.name), merged"
  }

  private func edit(_ member: Member, _ others: [Member]) throws {
    let (context, twin) = (member.context, member.twin)
    let shown = twin.shown
    // Leave alone what another context is about to delete.
    let free = shown.filter { number, _ in !others.contains { $0.twin.deleted.contains(number) } }
    let albums = free.filter(\.value.isAlbum).keys.sorted()
    let tracks = free.filter { !$0.value.isAlbum }.keys.sorted()
    let kind = random.below(9)
    if kind < 2 || tracks.isEmpty || albums.isEmpty {
      nextNumber += 1
      let isAlbum = albums.isEmpty || random.oneIn(3)
      let thing = FamilyTwin.Thing(
        isAlbum: isAlbum, title: "t\(random.below(1000))", plays: isAlbum ? 0 : random.below(10),
        album: isAlbum || random.oneIn(3) ? nil : random.one(of: albums))
      var values: [String: Any?] = ["title": thing.title, "number": nextNumber]
      if !isAlbum { values["plays"] = thing.plays }
      if let album = thing.album { values["album"] = try object(album, "Album", context) }
      try context.insert(isAlbum ? "Album" : "Track", values)
      twin.insert(nextNumber, thing)
      return
    }
    let number = random.one(of: kind < 7 ? tracks : albums)
    let object = try object(number, kind < 7 ? "Track" : "Album", context)
    context.refresh(object, mergeChanges: true)
    switch kind {
    case 2:
      let album = random.oneIn(4) ? nil : random.one(of: albums)
      object.setValue(try album.map { try self.object($0, "Album", context) }, forKey: "album")
      if album != shown[number]?.album { twin.change(number, .album(album)) }
    case 3, 4:
      let plays = random.below(10)
      object.setValue(plays, forKey: "plays")
      if plays != shown[number]?.plays { twin.change(number, .plays(plays)) }
    case 5, 7:
      let title = "t\(random.below(1000))"
      object.setValue(title, forKey: "title")
      if title != shown[number]?.title { twin.change(number, .title(title)) }
    default:
      // Another test covers deletions of objects that other contexts have changed.
      let isLeft = shown.contains { $1.album == number && free[$0] == nil }
      guard !isLeft, !others.contains(where: { $0.twin.names(number) }) else { return }
      context.delete(object)
      context.processPendingChanges()
      twin.delete(number)
    }
  }

  private func object(_ number: Int, _ entity: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    try #require(try context.all(entity, where: "number == \(number)").first)
  }

  func check(_ what: String) throws {
    // Wait for the blocks on the contexts' queues.
    for _ in 0..<3 {
      for member in members { member.context.performAndWait {} }
    }
    for member in members { try member.context.performAndWait { try check(member, "\(member.name), \(what)") } }
  }

  private func check(_ member: Member, _ what: String) throws {
    let context = member.context
    member.twin.settle()
    let shown = member.twin.shown
    // Read values again that other contexts have changed since.
    context.refreshAllObjects()
    for list in member.lists where isBehind(list) && random.oneIn(2) { try list.performFetch() }
    let (tracks, albums) = (try context.all("Track"), try context.all("Album"))
    var found: [Int: FamilyTwin.Thing] = [:]
    for object in tracks + albums {
      let isAlbum = object.entity.name == "Album"
      let number = try #require(object.value(forKey: "number") as? Int, "\(what)")
      found[number] = FamilyTwin.Thing(
        isAlbum: isAlbum, title: object.value(forKey: "title") as? String,
        plays: isAlbum ? 0 : object.value(forKey: "plays") as? Int ?? 0,
        album: isAlbum ? nil : object.value(forKeyPath: "album.number") as? Int)
    }
    try #require(found == shown, "\(what)")
    for album in albums {
      let number = album.value(forKey: "number") as? Int
      // A parent may have added a track that this context has deleted.
      let tracks = album.value(forKey: "tracks") as? NSOrderedSet
      let numbers = tracks?.compactMap { $0 as? NSManagedObject }.filter { !$0.isDeleted }.compactMap {
        $0.value(forKey: "number") as? Int
      }
      try #require(Set(numbers ?? []) == Set(shown.filter { $0.value.album == number }.keys), "\(what)")
    }
    let few = shown.filter { !$0.value.isAlbum && $0.value.plays < 7 }.count
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.predicate = NSPredicate(format: "plays < 7")
    try #require(try context.count(for: request) == few, "\(what)")
    for list in member.lists where !isBehind(list) {
      let fresh = NSFetchedResultsController(
        fetchRequest: list.fetchRequest, managedObjectContext: context,
        sectionNameKeyPath: list.sectionNameKeyPath, cacheName: nil)
      try fresh.performFetch()
      try #require(list.fetchedObjects == fresh.fetchedObjects, "\(what)")
      try #require(list.sections?.map(\.name) == fresh.sections?.map(\.name), "\(what)")
      try #require(
        list.sections?.map(\.numberOfObjects) == fresh.sections?.map(\.numberOfObjects), "\(what)")
    }
  }

  /// Whether a parent has changes that were not reported to a list yet, because they are not merged.
  private func isBehind(_ list: NSFetchedResultsController<NSManagedObject>) -> Bool {
    list.tracker.isBehind || list.tracker.saves.seen != list.managedObjectContext.graph.sourceNumber
  }
}
