import Foundation

/// Finds what others wrote to a coordinator's stores, such as another process, by the versions of the rows.
///
/// What is found is merged into contexts with `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. Saves of
/// this coordinator are found too, so that it is meant for programs that only read.
package final class ForeignWrites {
  private let coordinator: NSPersistentStoreCoordinator
  private var tables: [Table]

  private struct Table {
    let entity: EntityLayout
    let store: NSPersistentStore
    var foreignVersion: Int
    var versions: [RowVersion]
  }

  /// Remembers the rows as they are now.
  ///
  /// - Parameter entities: those whose objects matter, each with its subentities.
  /// - Complexity: O(rows).
  package init(to coordinator: NSPersistentStoreCoordinator, of entities: [NSEntityDescription]) throws {
    self.coordinator = coordinator
    let layouts = entities.compactMap { coordinator.model.layout.entitiesByName[$0.name ?? ""] }
    tables = try Set(layouts.map(\.root)).sorted().compactMap { root in
      guard let store = coordinator.store(holding: root) else { return nil }
      let entity = coordinator.model.layout.entities[root]
      // Asked first: what is written in between is found the next time.
      let foreignVersion = try store.rows.foreignVersion()
      let versions = try store.rows.versions(of: entity)
      return Table(entity: entity, store: store, foreignVersion: foreignVersion, versions: versions)
    }
  }

  /// What was written since the last time, as a merge takes it; nil when nothing was.
  ///
  /// - Complexity: a few microseconds when nobody wrote, else O(rows), reading two integers of each.
  package func poll() throws -> [AnyHashable: Any]? {
    var found = Differences()
    for index in tables.indices {
      let foreignVersion = try tables[index].store.rows.foreignVersion()
      guard foreignVersion != tables[index].foreignVersion else { continue }
      let versions = try tables[index].store.rows.versions(of: tables[index].entity)
      found.compare(tables[index].versions, versions, in: tables[index].store)
      tables[index].foreignVersion = foreignVersion
      tables[index].versions = versions
    }
    return found.isEmpty ? nil : found.userInfo
  }

  /// The difference of lists of versions, each by ascending primary key.
  private struct Differences {
    private var inserted: [NSManagedObjectID] = []
    private var updated: [NSManagedObjectID] = []
    private var deleted: [NSManagedObjectID] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    var userInfo: [AnyHashable: Any] {
      [
        NSInsertedObjectIDsKey: Set(inserted), NSUpdatedObjectIDsKey: Set(updated), NSDeletedObjectIDsKey: Set(deleted),
      ]
    }

    mutating func compare(_ old: [RowVersion], _ new: [RowVersion], in store: NSPersistentStore) {
      var next = 0
      for row in new {
        while next < old.count, old[next].key.primaryKey < row.key.primaryKey {
          deleted.append(store.objectID(for: old[next].key))
          next += 1
        }
        if next < old.count, old[next].key.primaryKey == row.key.primaryKey {
          if old[next].version != row.version { updated.append(store.objectID(for: row.key)) }
          next += 1
        } else {
          inserted.append(store.objectID(for: row.key))
        }
      }
      deleted += old[next...].map { store.objectID(for: $0.key) }
    }
  }
}
