import SectionedChanges

// Child indices and places refer to the last step.
extension ComposedDataSource {
  /// The index of the child that has the item at a place, and the item's place in that child; nil if there is no item.
  ///
  /// - Parameter global: a place in this list.
  /// - Complexity: O(log children + log rows).
  @inlinable
  public func localPlace(of global: ItemPlace) -> (child: Int, place: ItemPlace)? {
    guard let (member, section) = member(of: global.section), member.shown.item(section, global.item) != nil else {
      return nil
    }
    return member.child.sourcePlace(ItemPlace(section: section, item: global.item)).map { (member.position, $0) }
  }

  /// The place in this list of an item of a child; nil if there is no such child or item.
  ///
  /// - Parameters:
  ///   - local: a place in the child.
  ///   - child: the child's index.
  /// - Complexity: O(log rows).
  @inlinable
  public func globalPlace(of local: ItemPlace, inChild child: Int) -> ItemPlace? {
    guard shown.indices.contains(child), let place = shown[child].child.placeOfSource(local),
      shown[child].shown.item(place) != nil
    else { return nil }
    return ItemPlace(section: starts[child] + place.section, item: place.item)
  }

  /// The index of the child that has a section, and the section's index in that child; nil if there is no section. The
  /// index in the child is nil if all items of the child form this one section.
  ///
  /// - Complexity: O(log children).
  @inlinable
  public func localSection(of global: Int) -> (child: Int, section: Int?)? {
    guard let (member, section) = member(of: global) else { return nil }
    return (member.position, member.child.isOneSection ? nil : section)
  }

  /// The index in this list of a section of a child; nil if there is no such child or section. If the items of the
  /// child form one section, all sections of the child have the index of that section.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func globalSection(of local: Int, inChild child: Int) -> Int? {
    guard shown.indices.contains(child) else { return nil }
    let member = shown[child]
    guard !member.child.isOneSection else {
      return member.child.placeOfSource(ItemPlace(section: local, item: 0)).map { _ in starts[child] }
    }
    return member.shown.section(local).map { _ in starts[child] + local }
  }

  /// The indices of the sections that a child contributes; nil if there is no such child.
  @inlinable
  public func sections(ofChild child: Int) -> Range<Int>? {
    shown.indices.contains(child) ? starts[child]..<starts[child + 1] : nil
  }

  /// The index of the child that has an item, and the item's identifier in that child; nil if it is not in the list.
  @inlinable
  public func localID(of global: ListedID<ItemID>) -> (child: Int, id: ListedID<ItemID>)? {
    guard let (slot, key) = localItem(global), let member = members[Int(slot)] else { return nil }
    return (member.position, key)
  }

  /// The identifier in this list of an item of a child; nil if there is no such child or item.
  @inlinable
  public func globalID(of local: ListedID<ItemID>, inChild child: Int) -> ListedID<ItemID>? {
    guard shown.indices.contains(child), shown[child].child.placeOf(local) != nil else { return nil }
    return itemNames.name(local, slot: shown[child].slot)
  }
}
