import Foundation

/// Values of Foundation's classes in keyed archives.
package enum PlainArchive {
  /// The classes whose values are read and written; `NSDecimalNumber` is a number, a mutable collection a collection.
  static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self, NSDate.self,
    NSData.self, NSURL.self, NSUUID.self, NSNull.self,
  ]

  /// The names that these have in an archive.
  static let classNames: Set<String> = [
    "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet", "NSOrderedSet",
    "NSMutableOrderedSet", "NSString", "NSMutableString", "NSNumber", "NSDecimalNumber", "NSDate", "NSData",
    "NSMutableData", "NSURL", "NSUUID", "NSNull",
  ]

  /// How deep a value may be nested, read or written.
  static let depthLimit = 200

  /// A value as the object that it is where there is Objective-C.
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

  /// The elements of a collection, keys before values; nil for any other object.
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
