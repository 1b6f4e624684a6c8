/// Names an item under one of its groups, of which it may have several.
public struct GroupedID<Group: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The group; nil for that of the items without one.
  public var group: Group?
  /// The item.
  public var id: ItemID

  /// Names an item under a group.
  @inlinable
  public init(_ id: ItemID, in group: Group?) {
    self.group = group
    self.id = id
  }
}

extension GroupedID: CustomStringConvertible {
  /// The item's identifier behind that of the group: `work/7`.
  @inlinable
  public var description: String { "\(group.map { "\($0)" } ?? "nil")/\(id)" }
}

extension GroupedID: Codable where Group: Codable, ItemID: Codable {}
