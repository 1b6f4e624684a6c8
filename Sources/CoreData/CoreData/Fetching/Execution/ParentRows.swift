import Foundation

/// A parent context as the source of rows for its child, which does not access the parent's objects.
///
/// Each method waits for the parent's queue, unless the child holds it already. Keys and references are translated
/// there, because the child may still use temporary keys that have become permanent in the parent.
// Unchecked: it is used on the child's queue, and is immutable.
final class ParentRows: ParentSource, @unchecked Sendable {
  // The child retains this object and its parent.
  private unowned let child: NSManagedObjectContext
  private let parent: NSManagedObjectContext

  init(of child: NSManagedObjectContext, in parent: NSManagedObjectContext) {
    self.child = child
    self.parent = parent
  }

  var sourceNumber: Int? {
    parent.graph.sourceNumber.map { $0 + parent.events.lineage.withLock(\.number) }
  }

  var model: ModelLayout { child.graph.model }

  private func ask<T>(_ body: (KeyTranslation) throws -> T) rethrows -> T {
    // Cancelling must not abort the parent's own work before its answer.
    try FetchCancellation.none {
      try parent.parentLink.answer {
        try body(parent.events.lineage.withLock { KeyTranslation(of: $0, taken: child.parentLink.takenPromotions) })
      }
    }
  }

  private func fetch<T>(_ query: RowQuery, _ body: (FetchExecution, KeyTranslation) throws -> T) throws -> T {
    var options = FetchOptions()
    options.isCancelled = FetchCancellation.isCancelled
    return try ask { translation in try body(FetchExecution(query, options, in: parent), translation) }
  }

  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try fetch(query) { execution, translation in
      let list = try execution.keyList(groupedBy: group)
      return KeyList(
        keys: ContiguousArray(list.keys.map(translation.inChild)),
        groups: KeyGroups(
          list.groups.lazy.map { KeyList.Group(value: translation.inChild($0.value), count: $0.count) })
      )
    }
  }

  func rows(matching query: RowQuery) throws -> [Row] {
    try fetch(query) { execution, translation in try execution.presentRows().map { translation.inChild($0) } }
  }

  func count(matching query: RowQuery) throws -> Int {
    try fetch(query) { execution, _ in try execution.count() }
  }

  func row(for key: RowKey) throws -> Row? {
    try ask { translation in try parent.parentLink.presentRow(translation.inParent(key)).map { translation.inChild($0) }
    }
  }

  func rows(for keys: [RowKey]) throws -> [Row?] {
    try ask { translation in
      try parent.parentLink.presentRows(keys.map { translation.inParent($0) }).map {
        $0.map { translation.inChild($0) }
      }
    }
  }

  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try ask { translation in
      try parent.changes.reader.values(at: paths, of: translation.inParent(key))?.map { translation.inChild($0) }
    }
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try ask { translation in
      try parent.changes.reader.related(slot, of: translation.inParent(key)).map { translation.inChild($0) }
    }
  }

  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    try ask { _ in try keys.map { try related(slot, of: $0) } }
  }

  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    try ask { translation in
      let save = ParentSave(of: changes, from: child, to: parent, translation)
      return try save.run()
    }
  }

  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] {
    guard let entity = entities.first else { return [] }
    return try ask { _ in try parent.graph.requireRows(holding: entity.index).allocateKeys(for: entities) }
  }

  /// Does nothing, because a child ends the read transactions of its ancestors together with its own.
  func beginReading() {}
  func endReadTransaction() {}

  func versions(of entity: EntityLayout) throws -> RowVersions {
    RowVersions(try rows(matching: RowQuery(entity: entity)).lazy.map { RowVersion(key: $0.key, version: $0.version) })
  }
}
