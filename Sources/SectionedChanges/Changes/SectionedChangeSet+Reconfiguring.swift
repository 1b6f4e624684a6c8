extension SectionedChangeSet {
  /// The items that are to be configured again after these changes, in the order of the new list: those that changed,
  /// whether they moved or not, and those that got another identifier. Inserted items are configured anyway.
  ///
  /// - Parameter new: the list after the changes. A place that it does not have is left out.
  /// - Complexity: O(changes · log changes).
  public func reconfiguredItems(in new: SectionedSnapshot<SectionID, ItemID>) -> [ItemID] {
    let renamed = Set(items.renamed.map(\.new))
    // Several change sets as one may have moved what one of them renames.
    let moved = items.moved.filter { move in
      move.keys != [] || (!renamed.isEmpty && new.holds(move.to) && renamed.contains(new[move.to].id))
    }
    return (items.updated.map(\.new) + moved.map(\.to)).sorted().filter { new.holds($0) }.map { new[$0].id }
  }
}
