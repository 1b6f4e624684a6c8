import Foundation

/// Describes where one property of a migrated object comes from.
open class NSPropertyMapping: NSObject {
  /// The name of the property in the new model.
  open var name: String?

  /// An expression of the property's value; it may use `$source`, `$manager` and what else
  /// `NSMigrationSourceObjectKey` and its like name. With nil nothing is set.
  open var valueExpression: NSExpression?

  /// Free information about the mapping, for the program's own use.
  open var userInfo: [AnyHashable: Any]?

  /// Makes a mapping without a name.
  public override init() {
    super.init()
  }
}
