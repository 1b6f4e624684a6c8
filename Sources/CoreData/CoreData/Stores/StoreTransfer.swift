import Foundation

/// Copies the contents of a store to an empty store of the same model. Primary keys are kept.
struct StoreTransfer {
  let source: any RowStore
  let destination: any RowStore
  /// The indices of the entities that the stores hold.
  let entities: Set<Int>
  /// Called repeatedly with the number of copied rows and the number of all rows.
  var progress: StoreTransfer.Progress = { _, _ in }

  typealias Progress = (_ copied: Int, _ total: Int) -> Void

  /// The number of rows that one save copies.
  private static let chunk = 20_000

  /// Copies the rows to the destination.
  ///
  /// - Parameter metadata: the destination's new metadata; nil leaves it unchanged.
  /// - Complexity: O(rows). All keys, and one chunk of rows, are in memory.
  /// - Throws: any error of the stores. The destination then has a part of the rows.
  func run(metadata: Data? = nil) throws {
    defer { source.endReadTransaction() }
    // A pinned store shows one state, even if the source is written meanwhile.
    let source = try self.source.pinned() ?? self.source
    let keys = try entities.sorted().map { index in
      (index, keys: Array(try source.keys(matching: query(index), groupedBy: nil).keys))
    }
    let total = keys.reduce(0) { $0 + $1.keys.count }
    var count = 0
    for (_, own) in keys {
      for chunk in own.chunks(of: Self.chunk) {
        var changes = StoreChanges()
        changes.inserted = try source.rows(for: Array(chunk)).compactMap { $0 }
        try save(changes)
        count += chunk.count
        progress(count, total)
      }
    }
    for (index, own) in keys { try copyToMany(of: source.model.entities[index], own, from: source) }
    guard let metadata else { return }
    var changes = StoreChanges()
    changes.metadata = metadata
    try save(changes)
  }

  private func copyToMany(of entity: EntityLayout, _ owners: [RowKey], from source: any RowStore) throws {
    for slot in entity.toManySlots {
      guard case .toMany(let relationship) = entity.slots[slot].kind,
        source.model.isWritten(slot, of: entity, relationship)
      else { continue }
      for chunk in owners.chunks(of: Self.chunk) {
        var changes = StoreChanges()
        for (owner, destinations) in zip(chunk, try source.related(slot, of: Array(chunk))) where !destinations.isEmpty
        {
          changes.toMany.append(
            StoreChanges.ToMany(
              owner: owner, slot: slot, added: destinations, removed: [],
              ordered: relationship.isOrdered ? destinations : nil
            )
          )
        }
        if !changes.toMany.isEmpty { try save(changes) }
      }
    }
  }

  private func save(_ changes: StoreChanges) throws {
    var changes = changes
    changes.hasForeignKeys = true
    changes.wantsInsertedValues = false
    _ = try destination.save(changes)
  }

  private func query(_ entity: Int) -> RowQuery {
    RowQuery(entity: source.model.entities[entity], includesSubentities: false)
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
