import Foundation

/// Describes the value of one property of a migrated object.
open class NSPropertyMapping: NSObject {
  /// The name of the property in the new model.
  open var name: String?

  /// The expression of the property's value. It may use `$source`, `$manager` and the other variables, which have
  /// constants such as `NSMigrationSourceObjectKey`. If it is nil, the property is not set.
  open var valueExpression: NSExpression?

  /// Any information about the mapping, for the program's own use.
  open var userInfo: [AnyHashable: Any]?

  /// Creates a mapping without a name.
  public override init() {
    super.init()
  }

  /// Whether another mapping has the same name, expression and user info.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyMapping else { return false }
    if self === other { return true }
    return name == other.name && valueExpression == other.valueExpression
      && MappingInformation.isSame(userInfo, other.userInfo)
  }

  /// The hash value. Equal mappings have equal hash values.
  open override var hash: Int { name?.hash ?? 0 }
}
