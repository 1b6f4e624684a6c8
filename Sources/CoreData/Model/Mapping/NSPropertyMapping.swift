import Foundation

/// Describes where one property of a migrated object comes from.
open class NSPropertyMapping: NSObject {
  /// The name of the property in the new model.
  open var name: String?

  /// Free information about the mapping, for the program's own use.
  open var userInfo: [AnyHashable: Any]?

  /// Makes a mapping without a name.
  public override init() {
    super.init()
  }
}
