import OrderedRows
import SectionedChanges

extension ComposedDataSource {
  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? {
    guard let (slot, key) = localItem(id) else { return nil }
    return members[Int(slot)]?.child.itemFor(key)
  }

  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? {
    guard let (slot, key) = localSection(id) else { return nil }
    return members[Int(slot)]?.child.sectionFor(key)
  }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    guard let (slot, key) = localItem(id), let member = members[Int(slot)], let place = member.child.placeOf(key) else {
      return nil
    }
    return ItemPlace(section: starts[member.position] + place.section, item: place.item)
  }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? {
    guard let (slot, key) = localSection(id), let member = members[Int(slot)], let index = member.child.indexOf(key)
    else { return nil }
    return starts[member.position] + index
  }

  /// The model of the item at a place; nil if there is none.
  @inlinable
  public func item(at place: ItemPlace) -> Item? {
    guard let (member, local) = member(of: place.section), let element = member.shown.item(local, place.item) else {
      return nil
    }
    return member.child.itemFor(element.id)
  }

  /// The model of the section at an index; nil if there is none.
  @inlinable
  public func section(at index: Int) -> Section? {
    guard let (member, local) = member(of: index), let element = member.shown.section(local) else { return nil }
    return member.child.sectionFor(element.id)
  }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    if core.isHeld { return forEachShownItem(inSection: section, body) }
    guard let (member, local) = member(of: section) else { return }
    let (names, slot) = (itemNames, member.slot)
    member.child.forEachItem(local) { body(names.name($0, slot: slot), $1) }
  }
}

extension ComposedDataSource {
  /// The child that has a section as of the last step, and the section's index in that child.
  @inlinable
  func member(of section: Int) -> (member: Member, section: Int)? {
    guard section >= 0, section < starts[starts.count - 1] else { return nil }
    // If several children begin at this section, all but the last are empty.
    let position = starts.partitionPoint { $0 > section } - 1
    return (shown[position], section - starts[position])
  }

  /// The slot of the child that has an item, and the item's identifier in that child.
  @inlinable
  func localItem(_ id: ListedID<ItemID>) -> (slot: Int32, key: ListedID<ItemID>)? {
    itemNames.local(id) { members[Int($0)]?.child.placeOf(ListedID(id.id)) != nil }
  }

  /// The slot of the child that has a section, and the section's identifier in that child.
  @inlinable
  func localSection(_ id: ListedID<SectionID>) -> (slot: Int32, key: ListedID<SectionID>)? {
    sectionNames.local(id) { members[Int($0)]?.child.indexOf(ListedID(id.id)) != nil }
  }
}

extension SectionedSnapshot {
  /// The item at a place; nil if there is none.
  @inlinable
  func item(_ section: Int, _ item: Int) -> ListElement<ItemID>? {
    guard section >= 0, section < numberOfSections else { return nil }
    let items = sections[section].items
    return item >= 0 && item < items.count ? items[item] : nil
  }

  @inlinable
  func item(_ place: ItemPlace) -> ListElement<ItemID>? { item(place.section, place.item) }

  /// The section at an index; nil if there is none.
  @inlinable
  func section(_ index: Int) -> ListElement<SectionID>? {
    index >= 0 && index < numberOfSections ? sections[index].element : nil
  }
}
