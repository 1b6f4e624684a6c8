import Foundation

/// Describes where one property of a migrated object comes from.
open class NSPropertyMapping: NSObject {
  /// The name of the property in the new model.
  open var name: String?

  /// The expression of the property's value. It may use `$source`, `$manager` and the other variables that constants
  /// such as `NSMigrationSourceObjectKey` name. If it is nil, nothing is set.
  open var valueExpression: NSExpression?

  /// Free information about the mapping, for the program's own use.
  open var userInfo: [AnyHashable: Any]?

  /// Makes a mapping without a name.
  public override init() {
    super.init()
  }

  /// Whether another mapping takes the same value for the property of the same name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyMapping else { return false }
    if self === other { return true }
    return name == other.name && valueExpression == other.valueExpression
      && MappingInformation.isSame(userInfo, other.userInfo)
  }

  /// The hash value; equal mappings have equal ones.
  open override var hash: Int { name?.hash ?? 0 }
}
