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

  /// The greatest depth of a value.
  static let depthLimit = 200

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
