import SectionedChanges

/// A cache of the numbers of items of a view's sections. A view asks for all of them after each batch, one after the
/// other, and each lookup in the list would be a search with cache misses.
///
/// The cache is filled when a view asks for the sections one after the other. From then on, changes update it.
@MainActor
package final class ShownCounts {
  private var counts: ContiguousArray<Int32> = []
  /// Whether the cache is filled.
  private var areKnown = false
  private var lastAsked = -1
  /// Whether the view has the list of a stage of a plan, which has its own counts.
  var isPaused = false

  /// The largest number of changed sections for which the cache is updated. With more, it is cleared.
  private static let sectionLimit = 64

  /// The number of items of a section; nil if it is not cached, or there is no such section.
  package func count(ofSection section: Int) -> Int? {
    guard areKnown, !isPaused, section >= 0, section < counts.count else { return nil }
    return Int(counts[section])
  }

  /// Whether the view asks for the sections one after the other, so that all counts should be cached.
  func isNext(_ section: Int) -> Bool {
    defer { lastAsked = section }
    return !areKnown && section > 0 && section == lastAsked + 1
  }

  func remember(_ counts: ContiguousArray<Int32>) { (self.counts, areKnown) = (counts, true) }

  /// Clears the cache, because the view has another list.
  func forget() { (counts, areKnown, lastAsked) = ([], false, -1) }

  /// Updates the cache to the list after some changes.
  ///
  /// - Parameter new: returns the number of items of a section of that list.
  /// - Complexity: O(changes), and O(sections) for each deleted, inserted or moved section.
  func follow<SectionID, ItemID>(_ changes: SectionedChangeSet<SectionID, ItemID>, to new: (Int) -> Int) {
    lastAsked = -1
    guard areKnown else { return }
    let (sections, items) = (changes.sections, changes.items)
    guard sections.deleted.count + sections.inserted.count + sections.moved.count <= Self.sectionLimit else {
      return forget()
    }
    for item in items.deleted { counts[item.place.section] -= 1 }
    for move in items.moved { counts[move.from.section] -= 1 }
    let placed = move(sections, to: new)
    for item in items.inserted where !placed.contains(item.place.section) { counts[item.place.section] += 1 }
    for move in items.moved where !placed.contains(move.to.section) { counts[move.to.section] += 1 }
  }

  /// Updates the cache to the list after a change of one item.
  func follow(_ one: OneItemChange) {
    lastAsked = -1
    guard areKnown else { return }
    if let left = one.left { counts[left.section] -= 1 }
    if let came = one.came { counts[came.section] += 1 }
  }

  /// Removes and inserts the counts of whole sections.
  ///
  /// - Returns: the indices of the inserted sections, whose counts are those of the new list.
  private func move<SectionID>(_ changes: ListChanges<Int, SectionID>, to new: (Int) -> Int) -> [Int] {
    if changes.deleted.isEmpty, changes.inserted.isEmpty, changes.moved.isEmpty { return [] }
    let left = changes.deleted.map(\.place) + changes.moved.map(\.from)
    let came = changes.inserted.map(\.place) + changes.moved.map(\.to)
    for section in left.sorted(by: >) { counts.remove(at: section) }
    for section in came.sorted() { counts.insert(Int32(new(section)), at: section) }
    return came
  }
}
