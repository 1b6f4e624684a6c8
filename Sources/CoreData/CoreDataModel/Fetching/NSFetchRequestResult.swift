import Foundation

/// A result type of fetch requests: managed objects, object IDs, dictionaries or numbers.
///
/// A marker protocol, so that `any NSFetchRequestResult` conforms to it and can be a generic argument, as in Apple's
/// interface.
@_marker
public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The kinds of results that a fetch returns.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// The raw value, as in Apple's interface.
  public let rawValue: UInt

  /// Creates a result type from its raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Managed objects, possibly faults.
  public static var managedObjectResultType: NSFetchRequestResultType { [] }

  /// Object IDs.
  public static var managedObjectIDResultType: NSFetchRequestResultType { .init(rawValue: 1) }

  /// Dictionaries with the properties to fetch, by name.
  public static var dictionaryResultType: NSFetchRequestResultType { .init(rawValue: 2) }

  /// A single number: the count of the matching objects.
  public static var countResultType: NSFetchRequestResultType { .init(rawValue: 4) }
}
