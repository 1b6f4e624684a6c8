import SectionedChanges

extension SectionedSnapshot {
  /// Returns the places of rows near a place: first that place and those after it, then those before it, the nearest
  /// first.
  ///
  /// - Parameters:
  ///   - start: a place. One that the list does not have is replaced by the nearest one.
  ///   - count: the largest number of rows on each side, and of sections that are looked at on each side.
  /// - Complexity: O(count · log sections).
  func places(near start: ItemPlace, atMost count: Int) -> [ItemPlace] {
    guard numberOfSections > 0 else { return [] }
    let first = min(start.section, numberOfSections - 1)
    var (after, before): ([ItemPlace], [ItemPlace]) = ([], [])
    for section in first...min(numberOfSections - 1, first + count) where after.count <= count {
      let (all, begin) = (numberOfItems(inSection: section), section == first ? start.item : 0)
      after += (min(begin, all)..<all).prefix(count + 1 - after.count).map { ItemPlace(section: section, item: $0) }
    }
    for section in (max(0, first - count)...first).reversed() where before.count < count {
      let all = numberOfItems(inSection: section)
      let end = section == first ? min(start.item, all) : all
      before += (0..<end).reversed().prefix(count - before.count).map { ItemPlace(section: section, item: $0) }
    }
    return after + before
  }
}
