/// The numbers of items of some sections of a view. A view asks for those of all its sections after each batch, one after
/// the other; in a list each is a search, and here a run of them is one.
@MainActor
package final class ShownCounts {
  private var first = 0
  private var counts: [Int] = []
  private var lastAsked = -1

  /// The number of items of a section; nil where it is not known.
  package func count(ofSection section: Int) -> Int? {
    let index = section - first
    guard index >= 0, index < counts.count else { return nil }
    return counts[index]
  }

  /// Whether somebody asks for one section after the other, so that the next ones may as well be read.
  func isNext(_ section: Int) -> Bool {
    // A run answers without being seen here.
    defer { lastAsked = section }
    return section == (counts.isEmpty ? lastAsked + 1 : first + counts.count)
  }

  func remember(_ counts: [Int], from first: Int) { (self.first, self.counts) = (first, counts) }

  /// The view has another list.
  func forget() {
    counts.removeAll(keepingCapacity: true)
    lastAsked = -1
  }
}
