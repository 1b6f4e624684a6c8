/// A context could not be locked.
public var NSManagedObjectContextLockingError: Int { 132000 }

/// A coordinator could not be locked.
public var NSPersistentStoreCoordinatorLockingError: Int { 132010 }

/// An object was to be filled, but its row does not exist.
public var NSManagedObjectReferentialIntegrityError: Int { 133000 }

/// A relationship leads to an object of another store.
public var NSManagedObjectExternalRelationshipError: Int { 133010 }

/// Another context, coordinator or process changed the saved objects, and the merge policy does not resolve the
/// conflict.
public var NSManagedObjectMergeError: Int { 133020 }

/// A uniqueness constraint was violated, and the merge policy does not resolve the conflict.
public var NSManagedObjectConstraintMergeError: Int { 133021 }
