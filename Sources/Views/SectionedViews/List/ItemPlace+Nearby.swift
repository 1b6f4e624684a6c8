import SectionedChanges

extension ItemPlace {
  /// Converts this place to a place of another list: the one after the nearest item before it that is also in the
  /// section there, or the first one of the section.
  ///
  /// - Parameters:
  ///   - taken: the place of the item that moves, in this list; nil if no item moves. Both this place and the result
  ///     are places of lists without it.
  ///   - section: the section in the other list.
  ///   - found: returns the place in the other list of an item of this list; nil if the item is not there.
  func nearby(
    without taken: ItemPlace?, inSection section: Int, _ found: (ItemPlace) -> ItemPlace?
  ) -> ItemPlace {
    let left = taken.flatMap(found)
    var before = item - 1
    if let taken, taken.section == self.section, taken.item <= before { before += 1 }
    while before >= 0 {
      let place = ItemPlace(section: self.section, item: before)
      if place != taken, let found = found(place), found.section == section {
        let isBehindTaken = left.map { $0.section == section && $0.item < found.item } ?? false
        return ItemPlace(section: section, item: found.item + (isBehindTaken ? 0 : 1))
      }
      before -= 1
    }
    return ItemPlace(section: section, item: 0)
  }
}
