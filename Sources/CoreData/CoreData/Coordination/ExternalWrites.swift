import Foundation

/// Finds the writes of other processes or coordinators to a coordinator's stores, by comparing row versions.
///
/// Merge the result into contexts with `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. Saves of
/// this coordinator are found too, unless `noteOwn` records them. Without recording, this class is for programs that
/// only read.
package final class ExternalWrites {
  private var stores: [Watched]
  /// The coordinator's recorded saves since the last external write was found.
  private var own: [RowKey: OwnSaves] = [:]

  /// Successive saves of a row by this coordinator only. Each save increments the version by one.
  private struct OwnSaves {
    /// The row's version before the first of these saves; 0 if that save inserted it.
    let before: Int64
    var last: Int64
  }

  private struct Watched {
    let store: NSPersistentStore
    var tables: [Table]
    /// The external version at the last check.
    var externalVersion: Int
    /// The external version at the last check that found changes.
    var reportedVersion: Int
  }

  private struct Table {
    let entity: EntityLayout
    var versions: RowVersions
  }

  /// Records the current versions of the rows.
  ///
  /// - Parameters:
  ///   - coordinator: the coordinator whose stores are watched.
  ///   - entities: the entities to watch, including their subentities.
  /// - Complexity: O(rows).
  /// - Throws: the store's error.
  package init(to coordinator: NSPersistentStoreCoordinator, of entities: [NSEntityDescription]) throws {
    let model = coordinator.model.layout
    let roots = Set(entities.compactMap { model.entitiesByName[$0.name ?? ""]?.root })
    stores = try coordinator.persistentStores.compactMap { store in
      let held = roots.intersection(store.entityIndices).sorted()
      guard !held.isEmpty else { return nil }
      // Read first, so that a write in between is found by the next check.
      let version = try store.rows.externalVersion()
      let tables = try held.map {
        Table(entity: model.entities[$0], versions: try store.rows.versions(of: model.entities[$0]))
      }
      return Watched(store: store, tables: tables, externalVersion: version, reportedVersion: version)
    }
  }

  /// The external version of each store, a number that grows when another process or coordinator writes to it.
  ///
  /// - Complexity: a few microseconds.
  /// - Throws: a store's error.
  package static func versions(of coordinator: NSPersistentStoreCoordinator) throws -> [Int] {
    defer { for store in coordinator.persistentStores { store.rows.endReadTransaction() } }
    return try coordinator.persistentStores.map { try $0.rows.externalVersion() }
  }

  /// The external version of each watched store at the last check.
  package var versions: [Int] { stores.map(\.externalVersion) }

  /// Records rows that the coordinator saved itself, so that they are not reported unless another writer saves them
  /// too.
  func noteOwn(_ versions: [RowVersion]) {
    // Bounds the memory for records that may never be needed. Rows without a record are reported, and merging them
    // changes nothing.
    if own.count > 100_000 { own = [:] }
    for row in versions {
      if own[row.key]?.last == row.version - 1 {
        own[row.key]?.last = row.version
      } else {
        own[row.key] = OwnSaves(before: row.version - 1, last: row.version)
      }
    }
  }

  /// The changes written since the last call, as the user info of a merge; nil if there are none.
  ///
  /// - Complexity: a few microseconds if nothing was written, otherwise O(rows), with a read of two integers for
  ///   each.
  /// - Throws: the store's error.
  package func poll() throws -> [AnyHashable: Any]? {
    var found = Differences()
    defer { for watched in stores { watched.store.rows.endReadTransaction() } }
    // If one store cannot be read, the next call finds the changes of the other stores again.
    found.own = own
    var looked = stores
    for index in looked.indices { try look(at: &looked[index], &found) }
    stores = looked
    if stores.contains(where: { $0.reportedVersion != $0.externalVersion }) { own = [:] }
    guard !found.isEmpty else { return nil }
    var spans: [ExternalSpan] = []
    for index in stores.indices where stores[index].reportedVersion != stores[index].externalVersion {
      let roots = Set(stores[index].tables.map(\.entity.index))
      spans.append(ExternalSpan(from: stores[index].reportedVersion, to: stores[index].externalVersion, roots: roots))
      stores[index].reportedVersion = stores[index].externalVersion
    }
    return found.userInfo.merging([ExternalSpan.infoKey: spans]) { first, _ in first }
  }

  private func look(at watched: inout Watched, _ found: inout Differences) throws {
    let version = try watched.store.rows.externalVersion()
    guard version != watched.externalVersion else { return }
    let versions = try watched.tables.map { try watched.store.rows.versions(of: $0.entity) }
    for (place, versions) in versions.enumerated() {
      found.compare(watched.tables[place].versions, versions, in: watched.store)
      watched.tables[place].versions = versions
    }
    watched.externalVersion = version
  }

  /// The differences between two lists of row versions. Both lists are sorted by primary key.
  private struct Differences {
    private var inserted: [NSManagedObjectID] = []
    private var updated: [NSManagedObjectID] = []
    private var deleted: [NSManagedObjectID] = []
    var own: [RowKey: OwnSaves] = [:]

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    var userInfo: [AnyHashable: Any] {
      [
        NSInsertedObjectIDsKey: Set(inserted), NSUpdatedObjectIDsKey: Set(updated), NSDeletedObjectIDsKey: Set(deleted),
      ]
    }

    mutating func compare(_ old: RowVersions, _ new: RowVersions, in store: NSPersistentStore) {
      var rest = old.makeIterator()
      var next = rest.next()
      for row in new {
        while let gone = next, gone.key.primaryKey < row.key.primaryKey {
          deleted.append(store.objectID(for: gone.key))
          next = rest.next()
        }
        if let same = next, same.key.primaryKey == row.key.primaryKey {
          if same.version != row.version, !isOwn(row, since: same.version) {
            updated.append(store.objectID(for: row.key))
          }
          next = rest.next()
        } else if !isOwn(row, since: 0) {
          inserted.append(store.objectID(for: row.key))
        }
      }
      while let gone = next {
        deleted.append(store.objectID(for: gone.key))
        next = rest.next()
      }
    }

    /// Whether only this coordinator has written a row since a version.
    private func isOwn(_ row: RowVersion, since version: Int64) -> Bool {
      own[row.key].map { $0.before == version && $0.last == row.version } ?? false
    }
  }
}

/// A statement in an event that it reports the external writes to a store between two of its external versions.
struct ExternalSpan: Sendable {
  /// The store's `externalVersion` up to which all writes were reported before.
  let from: Int
  /// The store's `externalVersion` up to which all writes are reported now.
  let to: Int
  /// The root entities whose rows were compared.
  let roots: Set<Int>
  /// Whether the event names all changes. It does not name deletions if the former rows were unknown.
  var isComplete = true
  /// The span of the store's history with these writes; nil if they were not read from the history.
  var history: HistorySpan?

  /// The user info key of a merge's external spans.
  static let infoKey = "_NSExternalSpans"
}
