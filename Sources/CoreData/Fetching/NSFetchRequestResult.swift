import Foundation

/// A type of results of a fetch request: managed objects, their IDs, dictionaries or numbers.
///
/// It is a marker protocol, so that `any NSFetchRequestResult` conforms to it and can be a generic argument, as in
/// Apple's interface.
@_marker
public protocol NSFetchRequestResult: AnyObject {}

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
