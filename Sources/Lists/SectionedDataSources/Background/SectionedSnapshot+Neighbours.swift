import SectionedChanges

extension SectionedSnapshot {
  /// Returns the places of rows near a place: first that place and the places after it, then the places before it, the
  /// nearest first.
  ///
  /// - Parameters:
  ///   - start: a place. If it is not in the list, the nearest one is used.
  ///   - count: the largest number of rows on each side, and of sections that are visited on each side.
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
