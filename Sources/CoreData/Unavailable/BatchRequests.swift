import Foundation

@available(*, unavailable, message: "This version has no batch requests: fetch the objects, delete them, and save.")
public class NSBatchDeleteRequest: NSPersistentStoreRequest {}

@available(*, unavailable, message: "This version has no batch requests.")
public class NSBatchDeleteResult: NSObject {}

@available(*, unavailable, message: "This version has no batch requests.")
public enum NSBatchDeleteRequestResultType: UInt { case resultTypeStatusOnly, resultTypeObjectIDs, resultTypeCount }

@available(
  *, unavailable, message: "This version has no batch requests: insert objects in a background context, and save."
)
public class NSBatchInsertRequest: NSPersistentStoreRequest {}

@available(*, unavailable, message: "This version has no batch requests.")
public class NSBatchInsertResult: NSObject {}

@available(*, unavailable, message: "This version has no batch requests.")
public enum NSBatchInsertRequestResultType: UInt { case statusOnly, objectIDs, count }

@available(*, unavailable, message: "This version has no batch requests: fetch the objects, change them, and save.")
public class NSBatchUpdateRequest: NSPersistentStoreRequest {}

@available(*, unavailable, message: "This version has no batch requests.")
public class NSBatchUpdateResult: NSObject {}

@available(*, unavailable, message: "This version has no batch requests.")
public enum NSBatchUpdateRequestResultType: UInt {
  case statusOnlyResultType, updatedObjectIDsResultType, updatedObjectsCountResultType
}
