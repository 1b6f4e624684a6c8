import Foundation

/// Finds what another process or coordinator wrote to a coordinator's stores, by the versions of the rows.
///
/// The result is merged into contexts with `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. Saves of
/// this coordinator are found, too, unless `noteOwn` has recorded them: without that it is meant for programs that only
/// read.
package final class ExternalWrites {
  private var stores: [Watched]
  /// The coordinator's own saves since something was found, as far as they were recorded.
  private var own: [RowKey: OwnSaves] = [:]

  /// Successive saves of a row by the coordinator alone: each increments the version by one.
  private struct OwnSaves {
    /// The row's version before the first of them; 0 where that inserted it.
    let before: Int64
    var last: Int64
  }

  private struct Watched {
    let store: NSPersistentStore
    var tables: [Table]
    /// As of the newest look.
    var externalVersion: Int
    /// As of the newest look that found something.
    var reportedVersion: Int
  }

  private struct Table {
    let entity: EntityLayout
    var versions: RowVersions
  }

  /// Remembers the rows as they are now.
  ///
  /// - Parameters:
  ///   - coordinator: the coordinator whose stores are watched.
  ///   - entities: those whose objects matter, each with its subentities.
  /// - Complexity: O(rows).
  /// - Throws: the store's error.
  package init(to coordinator: NSPersistentStoreCoordinator, of entities: [NSEntityDescription]) throws {
    let model = coordinator.model.layout
    let roots = Set(entities.compactMap { model.entitiesByName[$0.name ?? ""]?.root })
    stores = try coordinator.persistentStores.compactMap { store in
      let held = roots.intersection(store.entityIndices).sorted()
      guard !held.isEmpty else { return nil }
      // Read first: what is written in between is found the next time.
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

  /// The same of the stores that are watched, as of the newest look.
  package var versions: [Int] { stores.map(\.externalVersion) }

  /// Records rows that the coordinator saved itself, so that they are not found unless another writer saves them, too.
  func noteOwn(_ versions: [RowVersion]) {
    // More than that would be kept for a writer that may never come: they are found, and are known to be no change.
    if own.count > 100_000 { own = [:] }
    for row in versions {
      if own[row.key]?.last == row.version - 1 {
        own[row.key]?.last = row.version
      } else {
        own[row.key] = OwnSaves(before: row.version - 1, last: row.version)
      }
    }
  }

  /// The changes written since the last call, as the user info of a merge; nil for none.
  ///
  /// - Complexity: a few microseconds when nothing was written, else O(rows), reading two integers of each.
  /// - Throws: the store's error.
  package func poll() throws -> [AnyHashable: Any]? {
    var found = Differences()
    defer { for watched in stores { watched.store.rows.endReadTransaction() } }
    // If one store cannot be read, the changes found in other stores are found again at the next call.
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

  /// The difference of lists of versions, each by ascending primary key.
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

    /// Whether only the coordinator wrote a row since a version.
    private func isOwn(_ row: RowVersion, since version: Int64) -> Bool {
      own[row.key].map { $0.before == version && $0.last == row.version } ?? false
    }
  }
}

/// States that one event reports what another coordinator or process wrote to a store between two looks at it.
struct ExternalSpan: Sendable {
  /// The store's `externalVersion` up to which everything was reported before.
  let from: Int
  /// The one up to which everything is reported now.
  let to: Int
  /// The root entities whose rows were compared.
  let roots: Set<Int>
  /// Whether the event names all of it. Where it was not known what was there before, what was deleted is not named.
  var isComplete = true
  /// The span of the store's history that has these writes; nil where they were not read from it.
  var history: HistorySpan?

  /// The user info key of the spans of a merge.
  static let infoKey = "_NSExternalSpans"
}
