import Foundation

/// The ways to settle conflicts.
public enum NSMergePolicyType: UInt, Sendable {
  /// The save fails.
  case errorMergePolicyType = 0
  /// Property by property; where both changed one, the store's value stays.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; where both changed one, the context's value stays.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The context's object replaces the store's, whole.
  case overwriteMergePolicyType = 3
  /// The context's changes to the object are dropped.
  case rollbackMergePolicyType = 4
}

/// The way a context settles conflicts: another context, coordinator or process has changed what it saves, or objects
/// have the same values where a uniqueness constraint forbids it.
///
/// ```swift
/// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// ```
///
/// If the object was deleted elsewhere, the policies in favour of the store drop the changes, and those in favour of
/// the context insert the object again under its old ID. If the context deletes an object that was changed elsewhere,
/// the former take back the deletion, and the latter delete it.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // Unchecked: a subclass is responsible for what it adds.
  /// How the policy settles conflicts that a subclass leaves to it.
  open var mergeType: NSMergePolicyType { ownType }

  private let ownType: NSMergePolicyType

  /// Makes a policy.
  ///
  /// - Parameter ty: how it settles conflicts.
  public init(merge ty: NSMergePolicyType) {
    ownType = ty
    super.init()
  }

  /// The save fails.
  public class var error: NSMergePolicy { Self.errorPolicy }
  /// The context's object replaces the store's, whole.
  public class var overwrite: NSMergePolicy { Self.overwritePolicy }
  /// The context's changes to the object are dropped.
  public class var rollback: NSMergePolicy { Self.rollbackPolicy }
  /// Property by property; where both changed one, the store's value stays.
  public class var mergeByPropertyStoreTrump: NSMergePolicy { Self.storeTrumpPolicy }
  /// Property by property; where both changed one, the context's value stays.
  public class var mergeByPropertyObjectTrump: NSMergePolicy { Self.objectTrumpPolicy }

  /// Settles conflicts, or throws, which stops the save. Overriding methods call super for what they leave.
  ///
  /// - Parameter list: `NSMergeConflict`s; anything else is passed over.
  /// - Complexity: as `resolve(optimisticLockingConflicts:)`.
  /// - Throws: as `resolve(optimisticLockingConflicts:)`.
  open func resolve(mergeConflicts list: [Any]) throws {
    try resolve(optimisticLockingConflicts: list.compactMap { $0 as? NSMergeConflict })
  }

  /// Settles conflicts, or throws, which stops the save.
  ///
  /// - Parameter list: the conflicts.
  /// - Complexity: O(conflicts · properties of the entity), and the changed relationships of objects whose changes are
  ///   dropped.
  /// - Throws: 133020 (`NSManagedObjectMergeError`) under `errorMergePolicyType`, with the conflicts under
  ///   `NSPersistentStoreSaveConflictsErrorKey`.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    guard mergeType != .errorMergePolicyType else {
      let names = list.map(\.sourceObject.objectName).joined(separator: ", ")
      throw NSError.coreData(
        NSManagedObjectMergeError,
        "Nothing was saved: another context or process changed or deleted \(names) since this context read it.",
        details: [NSPersistentStoreSaveConflictsErrorKey: list]
      )
    }
    for conflict in list where !conflict.isSettled {
      conflict.sourceObject.liveContext?.saver.settle(conflict, as: mergeType)
      conflict.isSettled = true
    }
  }

  /// Settles violated uniqueness constraints, or throws, which stops the save. Overriding methods call super for what
  /// they leave; a conflict that is left as it was stops the save, too.
  ///
  /// The policies in favour of the context keep the last of the conflicting objects and delete the rest, including the
  /// stored one. Those in favour of the store keep the stored one, or the first where none is stored; of the rest, new
  /// objects are deleted, and saved ones get back their unique values, or under `rollbackMergePolicyType` all values.
  /// Under the policies that merge by property, the object that stays takes from the deleted ones the values that it
  /// was never given, and the members of their to-many relationships.
  ///
  /// - Parameter list: the conflicts.
  /// - Complexity: O(conflicting objects · properties of the entity), and the destinations of to-many relationships of
  ///   objects that are deleted.
  /// - Throws: 133021 (`NSManagedObjectConstraintMergeError`) under `errorMergePolicyType`, with the conflicts under
  ///   `NSPersistentStoreSaveConflictsErrorKey`.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw NSError.constraintConflicts(list) }
    for conflict in list {
      let objects = conflict.conflictingObjects + [conflict.databaseObject].compactMap { $0 }
      objects.first?.liveContext?.saver.settle(conflict, as: mergeType)
    }
  }

  private static let errorPolicy = NSMergePolicy(merge: .errorMergePolicyType)
  private static let overwritePolicy = NSMergePolicy(merge: .overwriteMergePolicyType)
  private static let rollbackPolicy = NSMergePolicy(merge: .rollbackMergePolicyType)
  private static let storeTrumpPolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
  private static let objectTrumpPolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
}

/// The save fails.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// The context's object replaces the store's, whole.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The context's changes to the object are dropped.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
/// Property by property; where both changed one, the store's value stays.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
/// Property by property; where both changed one, the context's value stays.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
