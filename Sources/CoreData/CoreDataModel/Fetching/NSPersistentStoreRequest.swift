import Foundation

/// The kinds of requests to stores.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// A fetch, `NSFetchRequest`.
  case fetchRequestType = 1
  /// A save. This package has no request of this kind, because a context saves with its method `save()`.
  case saveRequestType = 2
  /// A batch insert, `NSBatchInsertRequest`.
  case batchInsertRequestType = 5
  /// A batch update, `NSBatchUpdateRequest`.
  case batchUpdateRequestType = 6
  /// A batch delete, `NSBatchDeleteRequest`.
  case batchDeleteRequestType = 7
}

/// A request to persistent stores, such as a fetch or a batch request.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that the request is sent to; nil for all stores of the coordinator. `CoreData`, which has the class of
  /// stores, declares them as `affectedStores`.
  package final var stores: [AnyObject]?

  /// The kind of the request. Reading it is a programming error if the request is not of a subclass.
  open var requestType: NSPersistentStoreRequestType {
    fatalError("NSPersistentStoreRequest is abstract: use NSFetchRequest or one of the batch requests.")
  }

  /// Creates a request for all stores. Use an initializer of a subclass instead.
  public override init() {
    super.init()
  }

  /// Returns a request with the same stores.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest()
    copy.stores = stores
    return copy
  }
}

/// The result of a request other than a fetch.
open class NSPersistentStoreResult: NSObject {}
