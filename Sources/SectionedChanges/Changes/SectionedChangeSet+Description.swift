extension ListChanges: CustomStringConvertible {
  /// `deleted 0 (a), inserted 2 (d), moved 3→1 {name}, updated 0→0 {?}`: keys in braces, `?` where they are unknown.
  ///
  /// - Complexity: O(changes).
  public var description: String {
    let parts =
      deleted.map { "deleted \($0)" } + inserted.map { "inserted \($0)" } + moved.map { "moved \($0)" }
      + updated.map { "updated \($0)" } + renamed.map { "renamed \($0)" }
    return parts.isEmpty ? "unchanged" : parts.joined(separator: ", ")
  }
}

extension SectionedChangeSet: CustomStringConvertible {
  /// Sections and items in the form of ``ListChanges``, then what sections took and brought.
  ///
  /// - Complexity: O(changes + items taken and brought).
  public var description: String {
    if isEmpty { return "no changes" }
    var parts: [String] = []
    if !sections.isEmpty { parts.append("sections: \(sections)") }
    if !items.isEmpty { parts.append("items: \(items)") }
    if !itemsTaken.isEmpty { parts.append("taken: " + itemsTaken.map { "\($0)" }.joined(separator: ", ")) }
    if !itemsBrought.isEmpty { parts.append("brought: " + itemsBrought.map { "\($0)" }.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}

extension PlacedID: CustomStringConvertible {
  /// `[1, 0] (a)`: the place and the identifier.
  public var description: String { "\(place) (\(named: id))" }
}

extension ListMove: CustomStringConvertible {
  /// `3→1 {name}`: the old place, the new one and the keys.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(from)→\(to)\(keyList(keys))" }
}

extension ListUpdate: CustomStringConvertible {
  /// `0→0 {?}`: the old place, the new one and the keys.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(old)→\(new)\(keyList(keys))" }
}

extension ListRenaming: CustomStringConvertible {
  /// `a→b`: the old identifier and the new one.
  public var description: String { "\(named: old)→\(named: new)" }
}
