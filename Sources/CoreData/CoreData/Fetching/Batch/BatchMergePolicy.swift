/// Resolves the conflicts of a batch request with writes between its fetch and its save. The request is applied to
/// the rows as they are stored now, like a store's SQL statement. Other values written meanwhile are kept, and rows
/// deleted meanwhile stay deleted, except those that a batch insert updates.
///
/// Unchecked: it is only used on the queue of the request's separate context.
final class BatchMergePolicy: NSMergePolicy, @unchecked Sendable {
  enum Request {
    /// Sets an object's values again, after the currently stored values were read.
    case update((NSManagedObject) throws -> Void)
    case deletion
    /// Inserts an object again if its row was deleted meanwhile.
    case insertion
  }

  var request = Request.insertion

  /// Creates the policy. Among several objects with the same unique values it keeps the last one.
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
