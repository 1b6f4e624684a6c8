import Foundation

/// The kinds of changes that a save makes to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// The object was inserted.
  case insert = 0
  /// The object was updated.
  case update = 1
  /// The object was deleted.
  case delete = 2
}

/// A change of one object in a save, as recorded in the store's history.
public class NSPersistentHistoryChange: NSObject, NSCopying {
  private let change: HistoryChange
  private let saved: HistoryTransaction
  private let store: NSPersistentStore

  init(_ change: HistoryChange, of transaction: HistoryTransaction, in store: NSPersistentStore) {
    self.change = change
    saved = transaction
    self.store = store
  }

  /// The number of the change in its store. Later changes have higher numbers.
  public var changeID: Int64 { change.number }

  /// The ID of the changed object.
  public var changedObjectID: NSManagedObjectID { store.objectID(for: change.key) }

  /// The kind of the change.
  public var changeType: NSPersistentHistoryChangeType {
    switch change.kind {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }

  /// The values that the store preserved at a deletion, by name: those of attributes with
  /// `preservesValueInHistoryOnDeletion` that were not nil. Nil if there are none.
  public var tombstone: [AnyHashable: Any]? {
    guard change.kind == .delete, !change.tombstone.isEmpty else { return nil }
    let layout = store.rows.model[change.key]
    func boxed(_ slot: Int) -> Any? { change.tombstone[slot].flatMap { layout.slots[slot].boxed($0) } }
    var values: [AnyHashable: Any] = [:]
    for slot in Set(change.tombstone.keys.map(layout.property)) {
      values[layout.slots[slot].name] = layout.slots[slot].composite.map { $0.dictionary(boxed) } ?? boxed(slot)
    }
    return values
  }

  /// The properties that an update changed; nil for other changes.
  public var updatedProperties: Set<NSPropertyDescription>? {
    guard change.kind == .update else { return nil }
    let entity = changedObjectID.entity
    let layout = store.rows.model[change.key]
    return Set(change.slots.compactMap { entity.propertiesByName[layout.slots[layout.property(of: $0)].name] })
  }

  /// The transaction, without its changes.
  public var transaction: NSPersistentHistoryTransaction? {
    NSPersistentHistoryTransaction(saved, in: store, withChanges: false)
  }

  /// Returns the change itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object describes the same change in the same store.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryChange else { return false }
    return other.changeID == changeID && other.store === store
  }

  public override var hash: Int { changeID.hashValue }

  public override var description: String {
    "NSPersistentHistoryChange(\(changeID), \(change.kind) \(changedObjectID))"
  }
}
