import SectionedChanges

extension ItemPlace {
  /// The place in another list that this one is: behind the nearest item before it that is in the section there, too.
  ///
  /// - Parameters:
  ///   - taken: an item of this list that is looked upon as taken out of both lists; this place is one without it.
  ///   - section: the section in the other list.
  ///   - found: where an item of this list is in the other one; nil where it is not there.
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
