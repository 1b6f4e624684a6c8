import Foundation

/// Prefetches the destinations of relationships of fetched objects, with one query of the store for each step of a
/// path.
struct Prefetch {
  private let keys: [RowKey]
  private let entity: EntityLayout
  private let context: NSManagedObjectContext
  private let isCancelled: (@Sendable () -> Bool)?

  /// - Parameter isCancelled: returns true when the objects are not wanted any more.
  init(
    for objects: [NSManagedObject], of entity: EntityLayout, in context: NSManagedObjectContext,
    unless isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.isCancelled = isCancelled
    keys = objects.map(\.key)
    self.entity = entity
    self.context = context
  }

  /// - Throws: an error that names a key that is not a relationship, or the store's error.
  func fetch(_ paths: [String]) throws {
    for path in paths {
      var keys = keys
      var entity = entity
      for name in path.split(separator: ".").map(String.init) {
        guard let slot = entity.slotsByName[name] else { throw Self.error(name, path, entity) }
        switch entity.slots[slot].kind {
        case .attribute: throw Self.error(name, path, entity)
        case .toOne(let relationship):
          // Objects fetched in batches have no rows yet.
          try fill(keys)
          keys = try destinations(slot, of: keys)
          entity = context.graph.model.entities[relationship.destination]
        case .toMany(let relationship):
          keys = try readToMany(slot, of: keys)
          entity = context.graph.model.entities[relationship.destination]
        }
        try fill(keys)
      }
    }
  }

  private func given<Result>(_ body: () throws -> Result) throws -> Result {
    try FetchCancellation.given(isCancelled, body)
  }

  private func destinations(_ slot: Int, of keys: [RowKey]) throws -> [RowKey] {
    var seen = Set<RowKey>()
    return try keys.compactMap { key in
      let object = context.graph.object(for: key)
      let value = object.flags.contains(.fault) ? try row(of: object)?[slot] ?? .null : object.current(slot)
      guard case .reference(let destination) = value, seen.insert(destination).inserted else { return nil }
      return destination
    }
  }

  private func row(of object: NSManagedObject) throws -> Row? {
    if let row = object.row { return row }
    return try context.graph.savedRow(object.key)
  }

  private func readToMany(_ slot: Int, of keys: [RowKey]) throws -> [RowKey] {
    let unread = keys.map { context.graph.object(for: $0) }.filter { object in
      object.flags.isDisjoint(with: [.neverSaved, .gone]) && object.state?.relationships[slot]?.stored == nil
    }
    if let first = unread.first {
      let rows = try context.graph.requireRows(holding: Int(first.entityIndex))
      for (object, destinations) in zip(unread, try given { try rows.related(slot, of: unread.map(\.key)) }) {
        object.ownerState().relationships[recording: slot].setStored(destinations)
        context.graph.readScope.keepPrefetched(object)
      }
    }
    var seen = Set<RowKey>()
    return keys.flatMap { context.graph.object(for: $0).toMany(slot).current }.filter { seen.insert($0).inserted }
  }

  private func fill(_ keys: [RowKey]) throws {
    let empty = keys.filter { key in
      guard !context.graph.isUnsaved(key) else { return false }
      guard let object = context.graph.registry.object(for: key) else { return true }
      return object.flags.contains(.fault) && object.row == nil
    }
    guard let first = empty.first else { return }
    let source = try context.graph.requireRows(holding: Int(first.entity))
    let rows = try given { try source.rows(for: empty) }
    for (key, row) in zip(empty, rows) {
      guard let row else { continue }
      context.graph.readScope.keepPrefetched(context.graph.object(for: key, row: row))
    }
  }

  private static func error(_ name: String, _ path: String, _ entity: EntityLayout) -> NSError {
    .coreData(
      NSPersistentStoreOperationError,
      "relationshipKeyPathsForPrefetching: \(name) in \(path) is no relationship of \(entity.name)."
    )
  }
}
