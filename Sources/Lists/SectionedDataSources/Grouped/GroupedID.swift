import SectionedChanges

/// The identifier of an item within one of its groups. An item with several groups is shown in each of them.
public struct GroupedID<Group: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The group; nil for the group of items without one.
  public var group: Group?
  /// The item's own identifier.
  public var id: ItemID

  /// Makes the identifier of an item within a group.
  @inlinable
  public init(_ id: ItemID, in group: Group?) {
    self.group = group
    self.id = id
  }
}

extension GroupedID: CustomStringConvertible {
  /// The identifiers of the group and of the item, such as `work/7`.
  public var description: String { "\(group.map { "\(named: $0)" } ?? "nil")/\(named: id)" }
}

extension GroupedID: Codable where Group: Codable, ItemID: Codable {}
