/// Resolves the conflicts of a batch request with writes between its fetch and its save: the request is executed on the
/// rows as they are stored by then, as a store's statements would be. Other values written meanwhile are kept, and rows
/// deleted meanwhile stay deleted, except those that a batch insert sets.
///
/// Unchecked: it is used on the queue of the request's own context only.
final class BatchMergePolicy: NSMergePolicy, @unchecked Sendable {
  enum Request {
    /// Sets an object's values again, on the values that are stored by now.
    case update((NSManagedObject) throws -> Void)
    case deletion
    /// An object that is gone is inserted.
    case insertion
  }

  var request = Request.insertion

  /// Creates the policy; of several objects with the same unique values it keeps the last one.
  init() { super.init(merge: .overwriteMergePolicyType) }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    for conflict in list where !conflict.isSettled {
      let object = conflict.sourceObject
      let isGone = conflict.stored == nil
      func settle(as type: NSMergePolicyType) { object.liveContext?.saver.settle(conflict, as: type) }
      switch request {
      case .update(let set):
        settle(as: .rollbackMergePolicyType)
        if !isGone { try set(object) }
      case .deletion: settle(as: isGone ? .rollbackMergePolicyType : .mergeByPropertyObjectTrumpMergePolicyType)
      case .insertion: settle(as: .mergeByPropertyObjectTrumpMergePolicyType)
      }
      conflict.isSettled = true
    }
  }
}
