extension ListChanges {
  /// The changes from the new list to the old one: old and new places are exchanged, and the arrays are sorted again.
  ///
  /// - Complexity: O(changes · log changes).
  public var inverted: Self {
    Self(
      deleted: inserted,
      inserted: deleted,
      moved: moved.map { ListMove(from: $0.to, to: $0.from, keys: $0.keys) }.sorted { $0.from < $1.from },
      updated: updated.map { ListUpdate(old: $0.new, new: $0.old, keys: $0.keys) }.sorted { $0.old < $1.old },
      renamed: renamed.map { ListRenaming(old: $0.new, new: $0.old) })
  }
}

extension SectionedChangeSet {
  /// The change set from the new list to the old one. Inverting it again gives this change set.
  ///
  /// - Complexity: O(changes · log changes).
  public var inverted: Self {
    Self(sections: sections.inverted, items: items.inverted, itemsTaken: itemsBrought, itemsBrought: itemsTaken)
  }
}
