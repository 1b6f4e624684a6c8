import Foundation

/// The ways to resolve conflicts.
public enum NSMergePolicyType: UInt, Sendable {
  /// The save fails.
  case errorMergePolicyType = 0
  /// Merges property by property. If both sides changed a property, the store's value wins.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Merges property by property. If both sides changed a property, the context's value wins.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The context's object replaces the stored one as a whole.
  case overwriteMergePolicyType = 3
  /// The context's changes of the object are discarded.
  case rollbackMergePolicyType = 4
}

/// A context's way to resolve conflicts: another context, coordinator or process has changed an object that this one
/// saves, or objects have the same values although a uniqueness constraint forbids it.
///
/// ```swift
/// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// ```
///
/// If the object was deleted elsewhere, the policies in favour of the store discard the changes, and those in favour
/// of the context insert the object again under its old ID. If the context deletes an object that was changed
/// elsewhere, the former undo the deletion, and the latter delete the object.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  // Unchecked: a subclass is responsible for the state that it adds.
  /// The way in which the policy resolves conflicts that a subclass does not resolve itself.
  open var mergeType: NSMergePolicyType { ownType }

  private let ownType: NSMergePolicyType

  /// Creates a policy.
  ///
  /// - Parameter ty: the way to resolve conflicts.
  public init(merge ty: NSMergePolicyType) {
    ownType = ty
    super.init()
  }

  /// The save fails.
  public class var error: NSMergePolicy { Self.errorPolicy }
  /// The context's object replaces the stored one as a whole.
  public class var overwrite: NSMergePolicy { Self.overwritePolicy }
  /// The context's changes of the object are discarded.
  public class var rollback: NSMergePolicy { Self.rollbackPolicy }
  /// Merges property by property. If both sides changed a property, the store's value wins.
  public class var mergeByPropertyStoreTrump: NSMergePolicy { Self.storeTrumpPolicy }
  /// Merges property by property. If both sides changed a property, the context's value wins.
  public class var mergeByPropertyObjectTrump: NSMergePolicy { Self.objectTrumpPolicy }

  /// Resolves conflicts, or throws, which makes the save fail. An override must call super for conflicts that it does
  /// not resolve.
  ///
  /// - Parameter list: the conflicts; elements that are not `NSMergeConflict`s are ignored.
  /// - Complexity: the same as `resolve(optimisticLockingConflicts:)`.
  /// - Throws: the same errors as `resolve(optimisticLockingConflicts:)`.
  open func resolve(mergeConflicts list: [Any]) throws {
    try resolve(optimisticLockingConflicts: list.compactMap { $0 as? NSMergeConflict })
  }

  /// Resolves conflicts, or throws, which makes the save fail.
  ///
  /// - Parameter list: the conflicts.
  /// - Complexity: O(conflicts · properties of the entity), plus the changed relationships of objects whose changes
  ///   are discarded.
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

  /// Resolves violated uniqueness constraints, or throws, which makes the save fail. An override must call super for
  /// conflicts that it does not resolve, because a conflict that remains makes the save fail too.
  ///
  /// The policies in favour of the context keep the last of the conflicting objects and delete the rest, including
  /// the stored one. Those in favour of the store keep the stored object, or the first one if none is stored. They
  /// delete the other new objects, and restore the unique values of the other saved ones, or all values under
  /// `rollbackMergePolicyType`. Under the policies that merge by property, the kept object takes from the deleted
  /// ones the values that it never had, and the members of their to-many relationships.
  ///
  /// - Parameter list: the conflicts.
  /// - Complexity: O(conflicting objects · properties of the entity), plus the destinations of to-many relationships
  ///   of deleted objects.
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
/// The context's object replaces the stored one as a whole.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The context's changes of the object are discarded.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
/// Merges property by property. If both sides changed a property, the store's value wins.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
/// Merges property by property. If both sides changed a property, the context's value wins.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
