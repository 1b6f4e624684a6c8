import SectionedChanges

/// The identifier of an item in one of its groups, of which it may have several.
public struct GroupedID<Group: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The group; nil for that of items without one.
  public var group: Group?
  /// The item's own identifier.
  public var id: ItemID

  /// Makes the identifier of an item in a group.
  @inlinable
  public init(_ id: ItemID, in group: Group?) {
    self.group = group
    self.id = id
  }
}

extension GroupedID: CustomStringConvertible {
  /// The item's identifier behind that of the group: `work/7`.
  public var description: String { "\(group.map { "\(named: $0)" } ?? "nil")/\(named: id)" }
}

extension GroupedID: Codable where Group: Codable, ItemID: Codable {}
