/// The aggregates of items in groups, updated item by item. Fetched lists and all other sources use it.
package struct AggregateTable<Token: Hashable, Group: Hashable> {
  private struct Entry {
    var group: Group
    var values: [AggregateValue?]
  }

  package let functions: [AggregateFunction]
  private var entries: [Token: Entry] = [:]
  private var groups: [Group: AggregateGroup] = [:]
  /// The groups whose items or values changed since `takeChanged` was last called.
  private var changed: Set<Group> = []

  /// Creates a table without items.
  package init(of functions: [AggregateFunction]) { self.functions = functions }

  /// Adds the items of a group that is empty, without marking it as changed.
  ///
  /// - Parameter items: the items. Each has a value or nil for each function.
  /// - Complexity: that of `AggregateGroup.init(of:items:)`.
  package mutating func fill(_ group: Group, with items: [(token: Token, values: [AggregateValue?])]) {
    if items.isEmpty { return }
    for item in items { entries[item.token] = Entry(group: group, values: item.values) }
    groups[group] = AggregateGroup(of: functions, items: items.map(\.values))
  }

  /// Sets the group and the values of a new or existing item.
  ///
  /// - Complexity: that of `AggregateGroup.add(_:)`. Takes no time if nothing changed.
  package mutating func set(_ token: Token, in group: Group, to values: [AggregateValue?]) {
    if let entry = entries[token], entry.group == group, entry.values == values { return }
    remove(token)
    entries[token] = Entry(group: group, values: values)
    groups[group, default: AggregateGroup(of: functions)].add(values)
    changed.insert(group)
  }

  /// Removes an item; does nothing if the table does not contain it.
  package mutating func remove(_ token: Token) {
    guard let entry = entries.removeValue(forKey: token) else { return }
    groups[entry.group]?.remove(entry.values)
    if groups[entry.group]?.itemCount == 0 { groups[entry.group] = nil }
    changed.insert(entry.group)
  }

  /// Renames an item, which stays in its group.
  package mutating func rename(_ old: Token, to new: Token) {
    if old == new { return }
    if let entry = entries.removeValue(forKey: old) { entries[new] = entry }
  }

  /// The summary of a group; nil if it has no items.
  package func summary(of group: Group) -> AggregateSummary? { groups[group]?.summary }

  /// Returns the groups that changed since the last call.
  package mutating func takeChanged() -> Set<Group> {
    defer { changed = [] }
    return changed
  }
}
