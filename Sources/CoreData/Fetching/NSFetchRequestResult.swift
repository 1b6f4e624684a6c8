import Foundation

/// What a fetch request can return: managed objects, their IDs, dictionaries or numbers.
///
/// A marker, so that `any NSFetchRequestResult` conforms to it and stands as a generic argument, as in Apple's
/// interface.
@_marker
public protocol NSFetchRequestResult: AnyObject {}

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
