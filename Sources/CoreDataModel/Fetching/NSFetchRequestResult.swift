import Foundation

/// A type of results of a fetch request: managed objects, their IDs, dictionaries or numbers.
///
/// It is a marker protocol, so that `any NSFetchRequestResult` conforms to it and can be a generic argument, as in
/// Apple's interface.
@_marker
public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The kinds of results that a fetch returns.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// The type as the number that Apple's interface has.
  public let rawValue: UInt

  /// Makes a type of its number.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Managed objects, possibly faults.
  public static var managedObjectResultType: NSFetchRequestResultType { [] }

  /// Object IDs.
  public static var managedObjectIDResultType: NSFetchRequestResultType { .init(rawValue: 1) }

  /// Dictionaries of the properties to fetch, by name.
  public static var dictionaryResultType: NSFetchRequestResultType { .init(rawValue: 2) }

  /// A single number, the number of objects that match.
  public static var countResultType: NSFetchRequestResultType { .init(rawValue: 4) }
}
