import CoreData
import Foundation

extension PostgresSaving {
  /// Saves changes of a few rows in one round trip, including the commit. If a row does not have the version that the
  /// context saw, the whole save fails.
  ///
  /// - Returns: nil if the save needs more than that, or another save came first. Nothing was changed then.
  mutating func runAtOnce() throws -> PostgresSaved? {
    // A pooler may keep a command for long, and pass it on after all when a session is free. The transaction that is
    // begun first has one, and ends with it.
    guard isOfChangesAlone, !store.settings.address.sharesSessions else { return nil }
    if changes.updated.count == 1 { return try runSingleRowUpdate() }
    do {
      // By ascending keys, because the updates lock the rows in this order.
      let order = changes.updated.indices.sorted {
        let (left, right) = (changes.updated[$0].row.key, changes.updated[$1].row.key)
        let (first, second) = (schema.model[left].root, schema.model[right].root)
        return first == second ? left.primaryKey < right.primaryKey : first < second
      }
      var saved: [Int: Row] = [:]
      for place in order { saved[place] = try update(changes.updated[place], checksVersion: true) }
      if !arrivals.owners.isEmpty {
        forget()
        return nil
      }
      let result = StoreSaveResult(updated: changes.updated.indices.compactMap { saved[$0] })
      let noRows: [Row] = []
      let written = changes.historyChanges(inserted: [], tombstones: [:], derived: noRows, in: schema.model)
      return try commit(result, written)
    } catch let error as PostgresError where error.isVersionMismatch || error.isUnsupported {
      // The table may have rules that accept only plain commands.
      forget()
      try transaction.beginAgain()
      return nil
    }
  }

  mutating func forget() { (commands, subjects, arrivals) = ([], [:], OrderedArrivals()) }

  private static let mostAtOnce = 50

  /// Whether the save only changes rows without derived attributes or values derived from them, and at most one unique
  /// value, so that none are swapped.
  private var isOfChangesAlone: Bool {
    guard (1...Self.mostAtOnce).contains(changes.updated.count), changes.inserted.isEmpty, changes.deleted.isEmpty,
      changes.toMany.isEmpty, changes.metadata == nil, changes.renewal == nil, !changes.hasForeignKeys
    else { return false }
    let isUnique = changes.updated.count { update in
      !store.writers.uniqueSlots[Int(update.row.key.entity)].isDisjoint(with: update.slots)
    }
    let isDerived = changes.updated.contains { update in
      let entity = Int(update.row.key.entity)
      return store.derivations.hasDerived[entity] || !store.derivations.parts[entity].isEmpty
    }
    return isUnique <= 1 && !isDerived
  }
}
