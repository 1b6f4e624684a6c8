#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  /// The name of an item inside the controller: its ID.
  package typealias ItemToken = NSManagedObjectID
#endif
