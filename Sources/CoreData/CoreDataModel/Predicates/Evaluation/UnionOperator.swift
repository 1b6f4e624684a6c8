import Foundation

/// The operators of key-value coding that combine the values of several objects into one collection.
package enum UnionOperator: String, CaseIterable {
  case objects = "@unionOfObjects"
  case distinctObjects = "@distinctUnionOfObjects"
  case arrays = "@unionOfArrays"
  case distinctArrays = "@distinctUnionOfArrays"
  case distinctSets = "@distinctUnionOfSets"

  /// Combines values into a collection. Nil values are ignored.
  package func apply(_ values: [Any?]) -> Any {
    switch self {
    case .objects: NSArray(array: values.compactMap { $0 })
    case .distinctObjects:
      // Sets among the values are combined, as in any key path.
      NSArray(array: Self.distinct(values.compactMap { $0 }.flatMap { Self.setMembers(of: $0) ?? [$0] }))
    case .arrays: NSArray(array: values.flatMap(Self.members))
    case .distinctArrays: NSArray(array: Self.distinct(values.flatMap(Self.members)))
    case .distinctSets: NSSet(array: Self.distinct(values.flatMap(Self.members)))
    }
  }

  /// The values without duplicates, in their order.
  package static func distinct(_ values: [Any]) -> [Any] {
    // Do not use `NSSet`, because a set made from an array does not remove equal Swift values.
    var seen = Set<AnyHashable>()
    return values.filter { ($0 as? AnyHashable).map { seen.insert($0).inserted } ?? true }
  }

  /// The members of a set; nil for anything else.
  package static func setMembers(of value: Any) -> [Any]? {
    switch value {
    case let set as NSOrderedSet: set.array
    case let set as NSSet: set.allObjects
    default: nil
    }
  }

  /// The members of a collection; empty for anything else.
  private static func members(of value: Any?) -> [Any] {
    guard let value else { return [] }
    return setMembers(of: value) ?? value as? [Any] ?? []
  }
}
