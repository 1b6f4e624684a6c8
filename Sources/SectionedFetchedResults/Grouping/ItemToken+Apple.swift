#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  /// How an item is named inside the controller: by its ID.
  package typealias ItemToken = NSManagedObjectID
#endif
