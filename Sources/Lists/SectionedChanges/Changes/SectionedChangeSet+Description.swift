extension ListChanges: CustomStringConvertible {
  /// The changes as text, such as `deleted 0 (a), inserted 2 (d), moved 3→1 {name}, updated 0→0 {?}`. Keys are in
  /// braces, and `?` means unknown keys.
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
  /// The changes of sections and items in the form of ``ListChanges``, then the items taken and brought by sections.
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
  /// The place and the identifier, such as `[1, 0] (a)`.
  public var description: String { "\(place) (\(named: id))" }
}

extension ListMove: CustomStringConvertible {
  /// The old place, the new place and the keys, such as `3→1 {name}`.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(from)→\(to)\(keyList(keys))" }
}

extension ListUpdate: CustomStringConvertible {
  /// The old place, the new place and the keys, such as `0→0 {?}`.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(old)→\(new)\(keyList(keys))" }
}

extension ListRenaming: CustomStringConvertible {
  /// The old and the new identifier, such as `a→b`.
  public var description: String { "\(named: old)→\(named: new)" }
}
