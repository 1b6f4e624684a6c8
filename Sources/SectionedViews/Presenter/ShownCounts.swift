import SectionedChanges

/// The numbers of items of all sections of a view in one array. A view asks for all of them after each batch, one after
/// the other, and each lookup in the list would be a search in memory that is in no cache.
///
/// They are read when the sections are asked for one after the other, and follow the changes from then on.
@MainActor
package final class ShownCounts {
  private var counts: ContiguousArray<Int32> = []
  /// Whether the counts are those of the view's list.
  private var areKnown = false
  private var lastAsked = -1
  /// Whether the view has a list between the stages of a plan for now, which answers itself.
  var isPaused = false

  /// With more changed sections than this, the counts are read again when they are asked for.
  private static let sectionLimit = 64

  /// The number of items of a section; nil where it is not known, or there is no such section.
  package func count(ofSection section: Int) -> Int? {
    guard areKnown, !isPaused, section >= 0, section < counts.count else { return nil }
    return Int(counts[section])
  }

  /// Whether the sections are asked for one after the other, so that all counts should be read at once.
  func isNext(_ section: Int) -> Bool {
    defer { lastAsked = section }
    return !areKnown && section > 0 && section == lastAsked + 1
  }

  func remember(_ counts: ContiguousArray<Int32>) { (self.counts, areKnown) = (counts, true) }

  /// The view has another list.
  func forget() { (counts, areKnown, lastAsked) = ([], false, -1) }

  /// The view has the list after some changes.
  ///
  /// - Parameter new: the number of items of a section of that list.
  /// - Complexity: O(changes), and O(sections) for each section that comes, goes or moves.
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

  /// The view has the list after a change of one item.
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
