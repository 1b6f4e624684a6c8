extension ListChanges: CustomStringConvertible {
  /// `deleted 0 (a), inserted 2 (d), moved 3→1 {name}, updated 0→0 {?}`: keys in braces, `?` where they are unknown.
  ///
  /// - Complexity: O(changes).
  public var description: String {
    func text(_ keys: Set<String>?) -> String {
      guard let keys else { return " {?}" }
      return keys.isEmpty ? "" : " {" + keys.sorted().joined(separator: ", ") + "}"
    }
    let parts =
      deleted.map { "deleted \($0.place) (\($0.id))" }
      + inserted.map { "inserted \($0.place) (\($0.id))" }
      + moved.map { "moved \($0.from)→\($0.to)" + text($0.keys) }
      + updated.map { "updated \($0.old)→\($0.new)" + text($0.keys) }
      + renamed.map { "renamed \($0.old)→\($0.new)" }
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
    if !itemsTaken.isEmpty {
      parts.append("taken: " + itemsTaken.map { "\($0.place) (\($0.id))" }.joined(separator: ", "))
    }
    if !itemsBrought.isEmpty {
      parts.append("brought: " + itemsBrought.map { "\($0.place) (\($0.id))" }.joined(separator: ", "))
    }
    return parts.joined(separator: "; ")
  }
}
