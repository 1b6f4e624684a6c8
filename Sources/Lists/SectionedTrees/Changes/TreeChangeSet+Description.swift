import SectionedChanges

extension TreeChangeSet: CustomStringConvertible {
  /// `deleted [0] (a, 3), moved b[1]→[0] (c) {parent}, updated [2]→[1] (d) {?}`: places, nodes, sizes above 1, and keys
  /// in braces, `?` if they are unknown.
  ///
  /// - Complexity: O(changes).
  public var description: String {
    let parts =
      deleted.map { "deleted \($0)" } + inserted.map { "inserted \($0)" } + moved.map { "moved \($0)" }
      + updated.map { "updated \($0)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }
}

extension TreeRoot: CustomStringConvertible {
  /// `b[1] (a, 3)`: the place, the node, and its size if that is more than 1.
  public var description: String { "\(place) (\(named: id)\(size > 1 ? ", \(size)" : ""))" }
}

extension TreeMove: CustomStringConvertible {
  /// `b[1]→[0] (c) {name}`: the old place, the new one, the node and the keys.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(from)→\(to) (\(named: id))\(keyList(keys))" }
}

extension TreeUpdatedNode: CustomStringConvertible {
  /// `[2]→[1] (d) {?}`: the old place, the new one, the node and the keys.
  ///
  /// - Complexity: O(keys · log keys).
  public var description: String { "\(old)→\(new) (\(named: id))\(keyList(keys))" }
}
