import CoreData
import Foundation

/// A rule by which the objects of a fetched list are grouped into sections. Use a ``FetchedDataSource`` if the sections
/// are related objects.
///
/// ```swift
/// let byAge = try people.grouped(by: .attribute("age", as: Int.self))
/// let byTeam = try people.grouped(by: .keyPath("team.name"))
/// let byDecade = try people.grouped(by: .attribute("age", as: Int.self) { $0 / 10 }, order: .ascending)
/// ```
public struct FetchedGrouping<Item: NSManagedObject, Group: Hashable & Sendable> {
  /// Returns the group of an object; nil for an object without one.
  public let group: (Item) -> Group?
  /// The key path of the values; nil if groups are made by a closure only.
  let path: String?
  /// Whether the objects of a group have the same value at the path. A list sorted by the path then has them together.
  let isSortedByPath: Bool
  /// The types that the attribute at the path may have; nil for every type by which objects can be grouped.
  let types: Set<NSAttributeType>?
  /// Whether the path may contain relationships.
  let mayLeadAway: Bool

  /// Groups objects by a closure. If the groups depend on other objects, group again when these change.
  ///
  /// - Parameter group: returns the group of an object; nil for an object without one.
  public init(_ group: @escaping (Item) -> Group?) {
    self.init(group: group, path: nil, isSortedByPath: false, types: nil, mayLeadAway: true)
  }

  fileprivate init(
    group: @escaping (Item) -> Group?, path: String?, isSortedByPath: Bool, types: Set<NSAttributeType>?,
    mayLeadAway: Bool
  ) {
    self.group = group
    (self.path, self.isSortedByPath, self.types, self.mayLeadAway) = (path, isSortedByPath, types, mayLeadAway)
  }
}

extension FetchedGrouping where Group == String {
  /// Groups objects by the text of a value, which may belong to a related object.
  ///
  /// - Parameter path: the key path of an attribute, over to-one relationships only.
  public static func keyPath(_ path: String) -> Self {
    let steps = path.split(separator: ".").map(String.init)
    return Self(
      group: { item in
        var value: Any? = item
        for step in steps { value = (value as? NSManagedObject)?.value(forKey: step) }
        return value.map { $0 as? String ?? "\($0)" }
      }, path: path, isSortedByPath: true, types: nil, mayLeadAway: true)
  }
}

extension FetchedGrouping where Group: GroupingValue {
  /// Groups objects by the values of an attribute, which may be transient.
  ///
  /// - Parameters:
  ///   - name: an attribute of the objects' entity.
  ///   - type: `Int` for integers of all widths, `Double` for both floating-point types, `Bool`, `Date`, `String`,
  ///     `UUID`, `URL`, `Decimal`.
  public static func attribute(_ name: String, as type: Group.Type = Group.self) -> Self {
    Self(
      group: { $0.value(forKey: name).flatMap { Group.value(of: $0) } }, path: name, isSortedByPath: true,
      types: Group.attributeTypes, mayLeadAway: false)
  }
}

extension FetchedGrouping {
  /// Groups objects by a function of the values of an attribute.
  ///
  /// The list keeps its order, so pass an order of the groups, as in `order: .ascending`.
  ///
  /// - Parameters:
  ///   - name: an attribute of the objects' entity.
  ///   - type: the type of the attribute's values.
  ///   - transform: returns the group of a value. Objects without a value have no group.
  public static func attribute<Value: GroupingValue>(
    _ name: String, as type: Value.Type, transform: @escaping (Value) -> Group?
  ) -> Self {
    Self(
      group: { $0.value(forKey: name).flatMap { Value.value(of: $0) }.flatMap(transform) }, path: name,
      isSortedByPath: false, types: Value.attributeTypes, mayLeadAway: false)
  }
}
