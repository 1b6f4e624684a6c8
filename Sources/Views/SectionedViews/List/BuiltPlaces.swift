import OrderedRows
import SectionedChanges
import SectionedDataSources

/// The conversion of places between a source and another one, whose items it shows in their sections.
@MainActor
struct BuiltPlaces<Base: SectionedDataSource, Source: SectionedDataSource> {
  let base: Base
  let source: Source
  /// Returns the item of the base that an item of the source shows; nil if it shows none.
  let item: (ListedID<Source.ItemID>) -> ListedID<Base.ItemID>?
  /// Returns the section of the base that a section of the source shows; nil if it shows none.
  let section: (ListedID<Source.SectionID>) -> ListedID<Base.SectionID>?

  /// The place in the base of the item at a place of the source; nil if there is none.
  func inBase(_ place: ItemPlace) -> ItemPlace? {
    let list = source.snapshot
    guard place.section >= 0, place.section < list.numberOfSections, place.item >= 0,
      place.item < list.numberOfItems(inSection: place.section)
    else { return nil }
    return item(list[place].id).flatMap { base.place(of: $0) }
  }

  /// The place in the base for an item that the user moves or inserts; nil if there is no such section.
  ///
  /// - Parameters:
  ///   - place: a place of the source's list without the moved item. A place after the end of a section means the end.
  ///   - taken: the place of the moved item in the source's list; nil if no item moves.
  /// - Returns: a place of the base's list without the moved item.
  func inBase(_ place: ItemPlace, without taken: ItemPlace?) -> ItemPlace? {
    guard place.item >= 0, let section = baseSection(place.section) else { return nil }
    let end = ItemPlace(
      section: place.section, item: min(place.item, source.snapshot.numberOfItems(inSection: place.section)))
    return end.nearby(without: taken, inSection: section) { inBase($0) }
  }

  /// The place in the source at which an item is shown that is moved to a place of the base; nil if the source does not
  /// show the section.
  ///
  /// - Parameters:
  ///   - place: a place of the base's list without the item.
  ///   - taken: the place of the item in the source's list.
  ///   - near: the section of the source that is probably the one.
  /// - Returns: a place of the source's list without the item.
  /// - Complexity: O(log items) calls of `place(of:)` of the base, plus O(sections) if `near` is another section.
  func shown(_ place: ItemPlace, without taken: ItemPlace, near: Int) -> ItemPlace? {
    let list = source.snapshot
    let isNear = baseSection(near) == place.section
    guard let section = isNear ? near : (0..<list.numberOfSections).first(where: { baseSection($0) == place.section })
    else { return nil }
    let (left, isTakenHere) = (inBase(taken), taken.section == section)
    let count = list.numberOfItems(inSection: section) - (isTakenHere ? 1 : 0)
    // Placeholders and rows for more have no place in the base, and follow all items.
    let index = (0..<count).partitionPoint { index in
      let shown = ItemPlace(section: section, item: isTakenHere && index >= taken.item ? index + 1 : index)
      guard let found = inBase(shown), found.section == place.section else { return true }
      let isAfterTaken = left.map { $0.section == found.section && $0.item < found.item } ?? false
      return found.item - (isAfterTaken ? 1 : 0) >= place.item
    }
    return ItemPlace(section: section, item: index)
  }

  /// A place before the rows that the source adds at the end of a section, such as a row for more, if the given place is
  /// after one of them. Otherwise the given place.
  ///
  /// - Parameters:
  ///   - place: a place of the source's list without the moved item.
  ///   - taken: the place of the moved item in the source's list.
  func beforeAddedRows(_ place: ItemPlace, without taken: ItemPlace) -> ItemPlace {
    let list = source.snapshot
    var end = list.numberOfItems(inSection: place.section)
    while end > 0, item(list[ItemPlace(section: place.section, item: end - 1)].id) == nil { end -= 1 }
    if taken.section == place.section { end -= 1 }
    return ItemPlace(section: place.section, item: min(place.item, max(0, end)))
  }

  /// The section of the base that the section at an index of the source shows; nil if there is none.
  private func baseSection(_ index: Int) -> Int? {
    let list = source.snapshot
    guard index >= 0, index < list.numberOfSections else { return nil }
    return section(list.sections[index].id).flatMap { base.index(ofSection: $0) }
  }
}
