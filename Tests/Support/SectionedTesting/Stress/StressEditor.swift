import CoreData
import Foundation

/// Makes random edits of a library in one context, and records how to undo them.
struct StressEditor {
  var random: SeededRandom
  var context: NSManagedObjectContext
  let shape: StressShape
  let undo = StressUndo()
  private(set) var log: [String] = []
  private var deleted: [NSManagedObject] = []
  /// Whether to edit in the run's second context, if there is one.
  let isForOtherContext: Bool
  /// Whether to edit in the second coordinator, if there is one.
  let isForOtherCoordinator: Bool
  private let hasCodes: Bool

  init(random: SeededRandom, context: NSManagedObjectContext, shape: StressShape) {
    var random = random
    isForOtherContext = random.oneIn(2)
    isForOtherCoordinator = random.oneIn(2)
    let model = context.persistentStoreCoordinator?.managedObjectModel
    hasCodes = model?.entitiesByName["Track"]?.attributesByName["code"] != nil
    self.random = random
    self.context = context
    self.shape = shape
  }

  private mutating func one(_ entity: String) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: entity == "Artist" ? "name" : "title", ascending: true)]
    let count = try context.count(for: request)
    guard count > 0 else { return nil }
    (request.fetchOffset, request.fetchLimit) = (random.below(count), 1)
    return try context.fetch(request).first
  }

  mutating func edit() throws {
    if hasCodes, random.oneIn(4) { return try set("code", of: random.oneIn(3) ? "Album" : "Track") { $0.code() } }
    switch random.below(23) {
    case 0: try insert("Album")
    case 1: try delete("Album")
    case 2: try set("position", of: "Album") { $0.below(10) }
    case 3: try set("title", of: "Album") { "A\($0.name())" }
    case 4: try set("identifier", of: "Album") { "id\($0.name())" }
    case 5: try set("isOld", of: "Album") { $0.oneIn(2) }
    case 6...8: try insert("Track")
    case 9: try delete("Track")
    case 10: try set("title", of: "Track") { "T\($0.name())" }
    case 11: try set("position", of: "Track") { $0.below(10) }
    case 12, 13:
      let album = try one("Album")
      try set("album", of: "Track") { _ in album }
    case 14: try set("album", of: "Track") { _ in nil }
    case 15:
      guard let track = try one("Track") else { return }
      track.setValue(track.value(forKey: "title"), forKey: "title")
      context.refresh(track, mergeChanges: true)
      log.append("refresh \(MusicLibrary.name(track))")
    case 16: try insert("Artist")
    case 17: try delete("Artist")
    case 18: try set("name", of: "Artist") { "X\($0.name())" }
    case 19: try set("position", of: "Artist") { $0.below(10) }
    case 20: try set("isOld", of: "Artist") { $0.oneIn(2) }
    case 21: insertAgain()
    default:
      let artist = random.oneIn(6) ? nil : try one("Artist")
      try set("artist", of: "Album") { _ in artist }
    }
  }

  private mutating func set(
    _ key: String, of entity: String, to value: (inout SeededRandom) -> Any?
  ) throws {
    guard let object = try one(entity) else { return }
    let new = value(&random)
    if let other = new as? NSManagedObject, !isThere(other) { return }
    undo.willSet(key, of: object)
    object.setValue(new, forKey: key)
    log.append("\(key) of \(MusicLibrary.name(object))")
  }

  /// Inserts an object with a name of its own, so that names order and identify objects.
  private mutating func insert(_ entity: String) throws {
    guard var description = NSEntityDescription.entity(forEntityName: entity, in: context) else { return }
    while !description.subentities.isEmpty, random.oneIn(2) { description = description.subentities[0] }
    let object = NSManagedObject(entity: description, insertInto: context)
    undo.didInsert(object)
    object.setValue("\(entity.prefix(1))\(random.name())", forKey: entity == "Artist" ? "name" : "title")
    object.setValue(random.below(10), forKey: "position")
    if entity == "Album" { object.setValue("id\(random.name())", forKey: "identifier") }
    if hasCodes, entity != "Artist", random.oneIn(2) { object.setValue(random.code(), forKey: "code") }
    if entity == "Track", !random.oneIn(6) { relate(object, "album", to: try one("Album")) }
    if entity == "Album", random.oneIn(2) { relate(object, "artist", to: try one("Artist")) }
    log.append("insert \(MusicLibrary.name(object))")
  }

  private func relate(_ object: NSManagedObject, _ key: String, to owner: NSManagedObject?) {
    if isThere(object) { object.setValue(owner, forKey: key) }
  }

  /// Whether an object is still in the context. A fetch ends an event, and callbacks of that event may reset or roll
  /// back.
  private func isThere(_ object: NSManagedObject) -> Bool { object.managedObjectContext === context }

  private mutating func delete(_ entity: String) throws {
    guard let object = try one(entity) else { return }
    log.append("delete \(MusicLibrary.name(object))")
    undo.willDelete(object)
    context.delete(object)
    deleted.append(object)
  }

  /// Inserts a deleted object again.
  private mutating func insertAgain() {
    guard let object = deleted.popLast(), object.managedObjectContext === context, object.isDeleted else { return }
    context.insert(object)
    undo.didInsert(object)
    log.append("insert \(MusicLibrary.name(object)) again")
  }
}

extension SeededRandom {
  /// The number in a random name. The range is so large that even a million events give no two sections the same key.
  mutating func name() -> UInt64 { next() % 1_000_000_000_000 }

  /// A random code, which another object may already have; sometimes nil.
  mutating func code() -> String? { oneIn(6) ? nil : "c\(below(20))" }
}
