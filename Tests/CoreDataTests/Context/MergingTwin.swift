import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two contexts that edit the music model at random. The first one has unsaved changes, may refresh objects and roll
/// back, and merges the saves of the other one.
struct MergingTwin {
  private let stack: MusicStack
  private let context: NSManagedObjectContext
  private let other: NSManagedObjectContext
  private let lists: UncheckedTransfer<[NSFetchedResultsController<NSManagedObject>]>
  private let listener = SilentDelegate()
  private var generator: SeededRandom
  private var log: [String] = []
  private let deeds: Deeds
  /// The saves of the other context that this one has not merged yet.
  private var unmerged: [Saved] = []
  /// Objects that were deleted in the first context. They may be inserted again.
  private var withdrawn: [NSManagedObject] = []

  struct Deeds: OptionSet {
    let rawValue: Int
    static let merges = Deeds(rawValue: 1)
    static let refreshes = Deeds(rawValue: 2)
    /// Merges several saves at once, in any order.
    static let mergesLate = Deeds(rawValue: 4)
    /// Inserts objects again whose deletion was saved, or that were deleted before they were ever saved, and obtains
    /// permanent IDs early.
    static let revives = Deeds(rawValue: 8)
  }

  private struct Saved {
    let notification: Notification
    let ids: [AnyHashable: Any]
  }

  init(_ type: String, seed: UInt64, _ deeds: Deeds) throws {
    self.deeds = deeds
    stack = try MusicStack(type)
    context = stack.newContext()
    other = stack.newContext()
    generator = SeededRandom(seed: seed)
    let (context, listener) = (context, listener)
    lists = try context.performAndWait {
      context.retainsRegisteredObjects = true
      for (entity, key, count) in Self.entities {
        for number in 0..<count { try context.insert(entity, [key: "\(entity.prefix(2))\(number)"]) }
      }
      try context.save()
      return UncheckedTransfer(
        try [
          ("Album", "artist.name BEGINSWITH 'Ar'", "title"), ("Track", "ANY tags.name != nil", "album.title"),
          ("Person", "passport.number != nil", "passport.number"), ("Folder", "parent.name != nil", "name"),
          ("Album", "tracks.@count > 1", "artist.name"),
        ].map { entity, format, key in
          let list = NSFetchedResultsController(
            fetchRequest: Self.request(entity, format, key), managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
          list.delegate = listener
          try list.performFetch()
          return list
        })
    }
  }

  /// Runs `SECTIONS_ROUNDS` rounds of 40 steps each, with the seeds from `SECTIONS_SEED` on. Without the variable it
  /// runs one round, or four if the long tests run completely.
  static func run(_ type: String, _ deeds: Deeds) throws {
    let environment = ProcessInfo.processInfo.environment
    let rounds = environment["SECTIONS_ROUNDS"].flatMap(Int.init) ?? (TestShare.isEverything ? 4 : 1)
    let first = environment["SECTIONS_SEED"].flatMap(UInt64.init) ?? .random(in: 1...UInt64.max >> 1)
    for seed in first..<first + UInt64(rounds) {
      print("two contexts, \(type), deeds \(deeds.rawValue): SECTIONS_SEED=\(seed)")
      var twin = try MergingTwin(type, seed: seed, deeds)
      for step in 0..<40 {
        let problem = try twin.step()
        try #require(problem == nil, "step \(step), SECTIONS_SEED=\(seed)")
      }
    }
  }

  private static let entities = [
    ("Artist", "name", 3), ("Album", "title", 4), ("Track", "title", 6), ("Tag", "name", 3), ("Person", "name", 3),
    ("Passport", "number", 3), ("Folder", "name", 4),
  ]

  private static func request(_ entity: String, _ format: String?, _ key: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return request
  }

  /// Edits in the first context, edits and saves in the other one, merges, and sometimes saves in the first one.
  ///
  /// - Returns: what is wrong afterwards; nil, if nothing is.
  mutating func step() throws -> String? {
    var copy = self
    defer { self = copy }
    let context = context
    return try context.performAndWait {
      for _ in 0..<copy.pick(4) { try copy.edit(copy.context, "here") }
      if copy.pick(2) == 0 { context.processPendingChanges() }
      if deeds.contains(.merges), copy.pick(4) != 0 {
        try copy.saveThere()
        if !deeds.contains(.mergesLate) || copy.pick(3) == 0 { copy.merge() }
      }
      if deeds.contains(.refreshes) {
        copy.refresh()
        if copy.pick(8) == 0 {
          copy.log.append("rollback")
          context.rollback()
        }
      }
      context.processPendingChanges()
      // While a save is not merged, fresh reads show more than the first context.
      if !copy.unmerged.isEmpty { return nil }
      let isWholly = !deeds.contains(.merges) || copy.pick(3) == 0
      if let problem = try copy.listProblem() ?? (isWholly ? try copy.endsProblem() : nil) {
        return copy.reported(problem)
      }
      if copy.pick(2) == 0 {
        copy.log.append("save")
        copy.withdrawn += context.deletedObjects.sorted { Self.name($0) < Self.name($1) }
        try context.save()
        if let problem = try copy.storedProblem() { return copy.reported(problem) }
      }
      return nil
    }
  }

  private func reported(_ problem: String) -> String { (log.suffix(14) + [problem]).joined(separator: "\n") }

  /// Edits and saves in the other context.
  private mutating func saveThere() throws {
    let posted = Protected<Notification?>(nil)
    let other = other
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { notification in posted.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    var copy = self
    try other.performAndWait {
      for _ in 0..<1 + copy.pick(4) { try copy.edit(other, "there") }
      copy.log.append("save there")
      try other.save()
    }
    self = copy
    let notification = try #require(posted.withLock { $0 })
    var ids: [AnyHashable: Any] = [:]
    for (key, name) in [
      (NSInsertedObjectsKey, NSInsertedObjectIDsKey), (NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
      (NSDeletedObjectsKey, NSDeletedObjectIDsKey),
    ] {
      let objects = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
      ids[name] = other.performAndWait { Set(objects.map(\.objectID)) }
    }
    unmerged.append(Saved(notification: notification, ids: ids))
    other.performAndWait { other.reset() }
  }

  private mutating func merge() {
    if unmerged.count > 1, pick(2) == 0 { unmerged.shuffle(using: &generator) }
    for saved in unmerged {
      if pick(3) == 0 {
        log.append("merge by IDs")
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: saved.ids, into: [context])
      } else {
        log.append("merge")
        context.mergeChanges(fromContextDidSave: saved.notification)
      }
    }
    unmerged = []
  }

  /// Refreshes some objects, mostly changed ones, and sometimes in the middle of an event.
  private mutating func refresh() {
    for _ in 0..<pick(3) {
      let changed = Array(context.updatedObjects)
      let objects = pick(4) == 0 ? Array(context.registeredObjects) : changed
      guard let object = one(of: objects.sorted { Self.name($0) < Self.name($1) }) else { continue }
      let keepsChanges = pick(3) == 0
      log.append("refresh \(Self.name(object)), merging: \(keepsChanges)")
      context.refresh(object, mergeChanges: keepsChanges)
      if pick(8) == 0 {
        log.append("refresh all")
        context.refreshAllObjects()
      }
    }
  }

  // MARK: Edits

  private mutating func edit(_ context: NSManagedObjectContext, _ place: String) throws {
    let (entity, key, _) = Self.entities[pick(Self.entities.count)]
    let objects = try all(entity, in: context)
    if deeds.contains(.revives), place == "here", pick(8) == 0 { return try revive() }
    switch pick(12) {
    case 0:
      let name = "\(entity.prefix(2))\(pick(90))"
      try context.insert(entity, [key: name])
      log.append("\(place): insert \(entity) \(name)")
    case 1, 2:
      guard let object = one(of: objects) else { return }
      log.append("\(place): delete \(Self.name(object))")
      if object.isInserted, place == "here" { withdrawn.append(object) }
      context.delete(object)
    case 3:
      guard let object = one(of: Array(context.deletedObjects).sorted { Self.name($0) < Self.name($1) }) else { return }
      log.append("\(place): insert again \(Self.name(object))")
      context.insert(object)
    case 4:
      guard let object = one(of: objects) else { return }
      let name = "\(entity.prefix(2))\(pick(90))"
      log.append("\(place): rename \(Self.name(object)) to \(name)")
      object.setValue(name, forKey: key)
    default:
      guard let object = one(of: objects) else { return }
      let relationships = object.entity.relationshipsByName.values.sorted { $0.name < $1.name }
        // A relationship without an inverse still leads to a deleted object, and that cannot be saved.
        .filter { $0.name != "contracts" && $0.inverseRelationship != nil }
      guard let relationship = one(of: relationships), let destination = relationship.destinationEntity?.name else {
        return
      }
      let others = try all(destination, in: context)
      var value: Any?
      if relationship.isToMany {
        let chosen = others.filter { _ in pick(2) == 0 }.shuffled(using: &generator)
        value = relationship.isOrdered ? NSOrderedSet(array: chosen) : NSSet(array: chosen)
        log.append(
          "\(place): \(Self.name(object)).\(relationship.name) = \(chosen.map(Self.name).joined(separator: " "))")
        if relationship.isOrdered, chosen.count.isMultiple(of: 2) {
          // Edit through the mutable ordered set of the relationship.
          let set = object.mutableOrderedSetValue(forKey: relationship.name)
          set.removeObjects(in: set.array.filter { !NSOrderedSet(array: chosen).contains($0) })
          for object in chosen { set.add(object) }
          set.sort { left, right in
            let places = [left, right].map { place in chosen.firstIndex { $0 === place as AnyObject } ?? 0 }
            return places[0] < places[1] ? .orderedAscending : .orderedDescending
          }
          return
        }
      } else {
        let chosen = pick(4) == 0 ? nil : one(of: others)
        value = chosen
        log.append("\(place): \(Self.name(object)).\(relationship.name) = \(chosen.map(Self.name) ?? "nil")")
      }
      object.setValue(value, forKey: relationship.name)
    }
  }

  private mutating func revive() throws {
    let gone = withdrawn.indices.filter { withdrawn[$0].managedObjectContext == nil }
    if pick(2) == 0, let place = one(of: gone) {
      let object = withdrawn.remove(at: place)
      log.append("here: revive \(Self.name(object))")
      context.insert(object)
    } else if let object = one(of: context.insertedObjects.sorted { Self.name($0) < Self.name($1) }) {
      log.append("here: obtain a permanent ID for \(Self.name(object))")
      try context.obtainPermanentIDs(for: [object])
    }
  }

  private func all(_ entity: String, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = []
    return try context.fetch(request)
  }

  private mutating func one<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &generator) }
  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  // MARK: Checks

  private static func name(_ object: NSManagedObject) -> String {
    let key = entities.first { $0.0 == object.entity.name }?.1 ?? ""
    return "\(object.value(forKey: key) ?? "nil")#\(abs(object.key.primaryKey))"
  }

  private func listProblem() throws -> String? {
    for list in lists.value {
      let fresh = NSFetchedResultsController(
        fetchRequest: list.fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      try fresh.performFetch()
      let (followed, fetched) = (list.fetchedObjects ?? [], fresh.fetchedObjects ?? [])
      if followed != fetched {
        return "the list by \(list.fetchRequest.predicate?.description ?? "") is \(followed.map(Self.name)), "
          + "fetched \(fetched.map(Self.name))"
      }
    }
    return nil
  }

  private func endsProblem() throws -> String? {
    for (entity, _, _) in Self.entities {
      for object in try all(entity, in: context) {
        for relationship in object.entity.relationshipsByName.values {
          guard let inverse = relationship.inverseRelationship?.name else { continue }
          for destination in Self.destinations(object.value(forKey: relationship.name)) {
            let link = "\(Self.name(object)).\(relationship.name) → \(Self.name(destination))"
            if destination.isDeleted || destination.managedObjectContext !== context { return "\(link), deleted" }
            let back = Self.destinations(destination.value(forKey: inverse))
            if !back.contains(object) { return "\(link), and back \(back.map(Self.name))" }
          }
        }
      }
    }
    return nil
  }

  private func storedProblem() throws -> String? {
    let fresh = stack.newContext()
    let stored = try fresh.performAndWait { try relations(in: fresh) }
    let here = try relations(in: context)
    guard here != stored else { return nil }
    let wrong = Set(here.keys).union(stored.keys).filter { here[$0] != stored[$0] }.sorted()
    return wrong.map { "\($0) is \(here[$0] ?? [-1]), stored \(stored[$0] ?? [-1])" }.joined(separator: "\n")
  }

  /// Returns the primary keys to which each relationship of each object leads.
  private func relations(in context: NSManagedObjectContext) throws -> [String: [Int64]] {
    var relations: [String: [Int64]] = [:]
    for (entity, _, _) in Self.entities {
      for object in try all(entity, in: context) {
        for relationship in object.entity.relationshipsByName.values {
          let keys = Self.destinations(object.value(forKey: relationship.name)).map(\.key.primaryKey)
          let name = "\(entity) \(object.key.primaryKey).\(relationship.name)"
          relations[name] = relationship.isOrdered ? keys : keys.sorted()
          guard relationship.isOrdered else { continue }
          // The mutable ordered set of the relationship must have the same objects.
          relations["\(name) as a set"] =
            Self.destinations(object.mutableOrderedSetValue(forKey: relationship.name)).map(\.key.primaryKey)
        }
      }
    }
    return relations
  }

  private static func destinations(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let object as NSManagedObject: [object]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
