import Foundation

/// The free information that mappings carry.
enum MappingInformation {
  /// Whether two say the same; none and an empty one do.
  static func isSame(_ one: [AnyHashable: Any]?, _ other: [AnyHashable: Any]?) -> Bool {
    NSDictionary(dictionary: one ?? [:]) == NSDictionary(dictionary: other ?? [:])
  }
}
