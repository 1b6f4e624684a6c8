/// Settles what others did between a batch request's fetch and its save: the request is carried out on what they left, as
/// by a store's statements. What they changed besides stays, and what they deleted stays deleted.
///
/// Unchecked: it is used on the queue of the request's own context only.
final class BatchMergePolicy: NSMergePolicy, @unchecked Sendable {
  enum Request {
    /// Sets an object's values once more, now that it is as it is stored.
    case update((NSManagedObject) throws -> Void)
    case deletion
    /// An object that is not there any more is inserted.
    case insertion
  }

  var request = Request.insertion

  /// Of several objects with the same unique values the last one stays.
  init() { super.init(merge: .overwriteMergePolicyType) }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    for conflict in list where !conflict.isSettled {
      let object = conflict.sourceObject
      let isGone = conflict.stored == nil
      func settle(as type: NSMergePolicyType) { object.liveContext?.settle(conflict, as: type) }
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
