extension SectionedChangeSet {
  /// The items that are to be configured again after these changes, in the order of the new list: those that changed,
  /// whether they moved or not, and those that got another identifier. What came is configured anyway.
  ///
  /// - Parameter new: the list after the changes. A place that it does not have is left out.
  /// - Complexity: O(changes · log changes).
  public func reconfiguredItems(in new: SectionedSnapshot<SectionID, ItemID>) -> [ItemID] {
    let places = items.updated.map(\.new) + items.moved.filter { $0.keys != [] }.map(\.to)
    return places.sorted().filter { place in
      place.section < new.numberOfSections && place.item < new.numberOfItems(inSection: place.section)
    }.map { new[$0].id }
  }
}
