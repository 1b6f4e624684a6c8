import CoreData
import Foundation
import SectionedFetchedResults

/// What one event of a stress run does to the library, decided by a seed of its own: so events can be left out without
/// changing what the others do.
package struct StressEvent: Hashable, Sendable {
  package let seed: UInt64

  /// Makes the edits. The context's changes are processed afterwards.
  ///
  /// - Returns: what was done, for a failure's message.
  package func perform(on library: MusicLibrary, _ controller: MusicLibrary.Controller) throws -> String {
    var random = SeededRandom(seed: seed)
    var editor = StressEditor(random: random, context: library.context)
    random = SeededRandom(seed: seed &* 31)
    switch random.below(40) {
    case 0: try library.context.save()
    case 1: library.context.rollback()
    case 2: library.context.refreshAllObjects()
    case 3:
      try library.context.save()
      var foreign = StressEditor(random: SeededRandom(seed: seed ^ 7), context: library.context)
      try library.merge { other in
        foreign.context = other
        for _ in 0...random.below(3) { try foreign.edit() }
      }
      return "merge: " + foreign.log.joined(separator: ", ")
    case 4:
      let values = [true, false]
      controller.showsEmptySections = values[random.below(2)]
      controller.unmatchedItems = values[random.below(2)] ? .shownLast : .hidden
      controller.sectionItemLimit = random.oneIn(2) ? 0 : 1 + random.below(4)
      return "policies"
    case 5:
      let tracks = controller.itemFetchRequest
      tracks.fetchLimit = random.oneIn(2) ? 0 : 1 + random.below(12)
      tracks.fetchOffset = random.oneIn(2) ? 0 : random.below(6)
      tracks.predicate = random.oneIn(2) ? nil : NSPredicate(format: "position < %d", 4 + random.below(6))
      tracks.sortDescriptors = [
        NSSortDescriptor(key: random.oneIn(2) ? "title" : "position", ascending: random.oneIn(2))
      ]
      let albums = controller.sectionFetchRequest
      albums.predicate = random.oneIn(2) ? nil : NSPredicate(format: "isOld == NO OR isOld == nil")
      albums.sortDescriptors = [
        NSSortDescriptor(key: random.oneIn(2) ? "title" : "position", ascending: random.oneIn(2))
      ]
      try controller.performFetch()
      return "other requests"
    case 6:
      try library.context.save()
      library.context.reset()
      return "reset"
    default:
      for _ in 0...(random.oneIn(4) ? random.below(12) : random.below(3)) { try editor.edit() }
      if random.oneIn(5) { try library.context.save() }
      return editor.log.joined(separator: ", ")
    }
    return "save, rollback or refresh"
  }
}

/// Makes random edits of a library in one context.
struct StressEditor {
  var random: SeededRandom
  var context: NSManagedObjectContext
  private(set) var log: [String] = []

  init(random: SeededRandom, context: NSManagedObjectContext) {
    self.random = random
    self.context = context
  }

  private func all(_ entity: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request)
  }

  private mutating func one(_ entity: String) throws -> NSManagedObject? {
    let objects = try all(entity)
    return objects.isEmpty ? nil : objects[random.below(objects.count)]
  }

  private mutating func insert(_ entity: String) throws -> NSManagedObject? {
    guard let description = MusicLibrary.model.entitiesByName[entity] else { return nil }
    let object = NSManagedObject(entity: description, insertInto: context)
    // Titles differ, so that they order and name the objects.
    object.setValue("\(entity.first.map(String.init) ?? "")\(random.next() % 1_000_000)", forKey: "title")
    object.setValue(random.below(10), forKey: "position")
    return object
  }

  mutating func edit() throws {
    switch random.below(16) {
    case 0:
      guard let album = try insert("Album") else { return }
      album.setValue("id\(random.next() % 1_000_000)", forKey: "identifier")
      note("insert", album)
    case 1:
      guard let album = try one("Album") else { return }
      note("delete", album)
      context.delete(album)
    case 2:
      guard let album = try one("Album") else { return }
      album.setValue(random.below(10), forKey: "position")
      note("re-sort", album)
    case 3:
      guard let album = try one("Album") else { return }
      album.setValue("A\(random.next() % 1_000_000)", forKey: "title")
      note("retitle", album)
    case 4:
      guard let album = try one("Album") else { return }
      album.setValue("id\(random.next() % 1_000_000)", forKey: "identifier")
      note("re-key", album)
    case 5:
      guard let album = try one("Album") else { return }
      album.setValue(random.oneIn(2), forKey: "isOld")
      note("age", album)
    case 6...8:
      guard let track = try insert("Track") else { return }
      if !random.oneIn(6) { track.setValue(try one("Album"), forKey: "album") }
      note("insert", track)
    case 9:
      guard let track = try one("Track") else { return }
      note("delete", track)
      context.delete(track)
    case 10:
      guard let track = try one("Track") else { return }
      track.setValue("T\(random.next() % 1_000_000)", forKey: "title")
      note("retitle", track)
    case 11:
      guard let track = try one("Track") else { return }
      track.setValue(random.below(10), forKey: "position")
      note("move", track)
    case 12, 13:
      guard let track = try one("Track") else { return }
      track.setValue(try one("Album"), forKey: "album")
      note("re-parent", track)
    case 14:
      guard let track = try one("Track") else { return }
      track.setValue(nil, forKey: "album")
      note("orphan", track)
    default:
      guard let track = try one("Track") else { return }
      track.setValue(track.value(forKey: "title"), forKey: "title")
      context.refresh(track, mergeChanges: true)
      note("refresh", track)
    }
  }

  private mutating func note(_ what: String, _ object: NSManagedObject) {
    log.append("\(what) \(object.value(forKey: "title") ?? "nil")")
  }
}
