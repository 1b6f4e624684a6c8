import Foundation

/// The kinds of changes of an object in a save.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// It was inserted.
  case insert = 0
  /// It was updated.
  case update = 1
  /// It was deleted.
  case delete = 2
}

/// A change of one object by a save, as recorded in the history of the store.
public class NSPersistentHistoryChange: NSObject, NSCopying {
  private let change: HistoryChange
  private let saved: HistoryTransaction
  private let store: NSPersistentStore

  init(_ change: HistoryChange, of transaction: HistoryTransaction, in store: NSPersistentStore) {
    self.change = change
    saved = transaction
    self.store = store
  }

  /// The number of the change in its store. Later ones have greater numbers.
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

  /// The values that a deletion preserved, by name: those of the attributes whose `preservesValueInHistoryOnDeletion`
  /// is set, without nil values; nil if there are none.
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

  /// The change itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another one is the same change of the same store.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryChange else { return false }
    return other.changeID == changeID && other.store === store
  }

  public override var hash: Int { changeID.hashValue }

  public override var description: String {
    "NSPersistentHistoryChange(\(changeID), \(change.kind) \(changedObjectID))"
  }
}
