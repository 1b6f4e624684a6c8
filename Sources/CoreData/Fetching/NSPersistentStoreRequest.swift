import Foundation

/// The kinds of requests that a store answers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// What is asked of a persistent store: a fetch, a save or a batch operation.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that the request is sent to; nil for all stores of the coordinator.
  open var affectedStores: [NSPersistentStore]?

  /// The kind of the request.
  open var requestType: NSPersistentStoreRequestType {
    fatalError("NSPersistentStoreRequest is abstract: use NSFetchRequest or one of the batch requests.")
  }

  public override init() {
    super.init()
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest()
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What a request other than a fetch gives.
open class NSPersistentStoreResult: NSObject {}
