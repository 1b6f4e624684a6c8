import Foundation

/// Keyed archives of values of Foundation's classes.
package enum PlainArchive {
  /// The classes that are read and written, including their mutable subclasses and `NSDecimalNumber`.
  static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self, NSDate.self,
    NSData.self, NSURL.self, NSUUID.self, NSNull.self,
  ]

  /// The names of these classes in an archive.
  static let classNames: Set<String> = [
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet", "NSOrderedSet",
    "NSMutableOrderedSet", "NSString", "NSMutableString", "NSNumber", "NSDecimalNumber", "NSDate", "NSData",
    "NSMutableData", "NSURL", "NSUUID", "NSNull",
  ]

  /// The names of the classes that hash their members.
  static let setNames: Set<String> = ["NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"]

  /// The names of the other classes of collections.
  static let listNames: Set<String> = ["NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary"]

  /// The greatest depth of a value.
  static let depthLimit = 200

  /// The greatest depth of a set, or of a key of a dictionary. Foundation hashes a set in a set several times, so the
  /// time grows exponentially with the depth, and a small archive could take hours.
  static let hashedDepthLimit = 4

  /// Whether collections in an object are nested more deeply than an archive may have them.
  static func isTooDeep(_ object: AnyObject, depth: Int = 0, hashedDepth: Int = 0) -> Bool {
    guard let members = members(of: object) else { return false }
    let isHashed = hashedDepth > 0 || object is NSSet || object is NSOrderedSet
    guard depth < depthLimit, !isHashed || hashedDepth < hashedDepthLimit else { return true }
    let keyCount = (object as? NSDictionary)?.count ?? 0
    return members.enumerated().contains { number, member in
      isTooDeep(
        self.object(member), depth: depth + 1, hashedDepth: hashedDepth + (isHashed || number < keyCount ? 1 : 0))
    }
  }

  /// Converts a value to the object that Objective-C bridging would produce.
  package static func object(_ value: Any) -> AnyObject {
    switch value {
    case let object as NSObject: object
    case let text as String: NSString(string: text)
    case let number as NSNumber: number
    case let number as Decimal: NSDecimalNumber(decimal: number)
    case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as Data: NSData(data: data)
    case let url as URL: url as NSURL
    case let uuid as UUID: uuid as NSUUID
    case let array as NSArray: array
    case let dictionary as NSDictionary: dictionary
    case let set as NSSet: set
    default: value as AnyObject
    }
  }

  /// The elements of a collection; for a dictionary its keys and then its values. Nil for any other object.
  static func members(of object: AnyObject) -> [Any]? {
    switch object {
    case let array as NSArray: array.map { $0 }
    case let set as NSOrderedSet: set.array
    case let set as NSSet: set.allObjects
    case let dictionary as NSDictionary: dictionary.allKeys + dictionary.allValues
    default: nil
    }
  }
}
