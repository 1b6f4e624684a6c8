import Foundation

extension CocoaError.Code {
  /// A context could not be locked.
  public static var managedObjectContextLocking: CocoaError.Code { .init(rawValue: NSManagedObjectContextLockingError) }

  /// A context could not be locked.
  public static var managedObjectContextLockingError: CocoaError.Code { managedObjectContextLocking }

  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .init(rawValue: NSPersistentStoreCoordinatorLockingError)
  }

  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code { persistentStoreCoordinatorLocking }

  /// An object was to be filled, but its row does not exist.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .init(rawValue: NSManagedObjectReferentialIntegrityError)
  }

  /// An object was to be filled, but its row does not exist.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code { managedObjectReferentialIntegrity }

  /// A relationship leads to an object of another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .init(rawValue: NSManagedObjectExternalRelationshipError)
  }

  /// A relationship leads to an object of another store.
  public static var managedObjectExternalRelationshipError: CocoaError.Code { managedObjectExternalRelationship }

  /// Another context, coordinator or process changed the saved objects, and the merge policy does not resolve the
  /// conflict.
  public static var managedObjectMerge: CocoaError.Code { .init(rawValue: NSManagedObjectMergeError) }

  /// Another context, coordinator or process changed the saved objects, and the merge policy does not resolve the
  /// conflict.
  public static var managedObjectMergeError: CocoaError.Code { managedObjectMerge }

  /// A uniqueness constraint was violated, and the merge policy does not resolve the conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code {
    .init(rawValue: NSManagedObjectConstraintMergeError)
  }

  /// A uniqueness constraint was violated, and the merge policy does not resolve the conflict.
  public static var managedObjectConstraintMergeError: CocoaError.Code { managedObjectConstraintMerge }
}

extension CocoaError {
  /// A context could not be locked.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }

  /// A context could not be locked.
  public static var managedObjectContextLockingError: CocoaError.Code { .managedObjectContextLocking }

  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code { .persistentStoreCoordinatorLocking }

  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code { .persistentStoreCoordinatorLocking }

  /// An object was to be filled, but its row does not exist.
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .managedObjectReferentialIntegrity }

  /// An object was to be filled, but its row does not exist.
  public static var managedObjectReferentialIntegrityError: CocoaError.Code { .managedObjectReferentialIntegrity }

  /// A relationship leads to an object of another store.
  public static var managedObjectExternalRelationship: CocoaError.Code { .managedObjectExternalRelationship }

  /// A relationship leads to an object of another store.
  public static var managedObjectExternalRelationshipError: CocoaError.Code { .managedObjectExternalRelationship }

  /// Another context, coordinator or process changed the saved objects, and the merge policy does not resolve the
  /// conflict.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }

  /// Another context, coordinator or process changed the saved objects, and the merge policy does not resolve the
  /// conflict.
  public static var managedObjectMergeError: CocoaError.Code { .managedObjectMerge }

  /// A uniqueness constraint was violated, and the merge policy does not resolve the conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }

  /// A uniqueness constraint was violated, and the merge policy does not resolve the conflict.
  public static var managedObjectConstraintMergeError: CocoaError.Code { .managedObjectConstraintMerge }
}
