extension SectionedChangeSet {
  /// Whether a plan needs one structural stage only: no section moves beside an inserted, deleted or moved item, and no
  /// item moves into an inserted section or out of a deleted one.
  ///
  /// - Complexity: O(changes).
  @inlinable
  public var isLegalInOneBatch: Bool {
    let changesItems = !items.deleted.isEmpty || !items.inserted.isEmpty || !items.moved.isEmpty
    if changesItems, !sections.moved.isEmpty { return false }
    if items.moved.isEmpty { return true }
    let deleted = Set(sections.deleted.map { $0.place })
    let inserted = Set(sections.inserted.map { $0.place })
    return !items.moved.contains { deleted.contains($0.from.section) || inserted.contains($0.to.section) }
  }
}
