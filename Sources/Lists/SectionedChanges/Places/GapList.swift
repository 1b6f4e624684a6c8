import OrderedRows

/// Sorted places of a list to skip ("gaps"). The other elements keep their relative order, so each is identified by its
/// *rank*: the number of elements before it in its section that are not gaps.
///
/// In the old list the gaps are the removed elements, and in the new list the inserted ones. An element that stayed has
/// the same rank in both lists. Sections are represented as items in a section 0.
@usableFromInline
struct GapList: Hashable, Sendable {
  /// The gaps, sorted and without duplicates.
  @usableFromInline var places: [ItemPlace]

  @inlinable
  init(places: [ItemPlace]) { self.places = places }

  /// The rank of the element at `place`; nil if it is a gap. Complexity: O(log gaps).
  @usableFromInline
  func rank(of place: ItemPlace) -> Int? {
    let here = places.partitionPoint { $0 >= place }
    if here < places.count, places[here] == place { return nil }
    return place.item - (here - start(ofSection: place.section, before: here))
  }

  /// The index in `section` of the element with `rank`, the inverse of ``rank(of:)``. Complexity: O(log gaps).
  @usableFromInline
  func item(ofRank rank: Int, inSection section: Int) -> Int {
    let start = start(ofSection: section)
    // Binary search works, because a gap's index minus the number of gaps before it never decreases.
    let behind = (start..<places.count).partitionPoint {
      places[$0].section != section || places[$0].item - ($0 - start) > rank
    }
    return rank + behind - start
  }

  /// The number of gaps in `section`. Complexity: O(log gaps).
  @usableFromInline
  func count(inSection section: Int) -> Int {
    let end = start(ofSection: section + 1)
    return end - start(ofSection: section, before: end)
  }

  /// The first gap of `section`, if all gaps before `end` are in this section or in earlier ones. It searches backwards
  /// with doubling steps, because most sections have few gaps. Complexity: O(log gaps of the section).
  private func start(ofSection section: Int, before end: Int) -> Int {
    var (high, step) = (end, 1)
    while high > 0 {
      let low = max(0, end - step)
      if places[low].section < section { return (low + 1..<high).partitionPoint { places[$0].section >= section } }
      (high, step) = (low, step * 2)
    }
    return 0
  }

  /// The first gap of `section`, or the position where it would be inserted.
  @usableFromInline
  func start(ofSection section: Int) -> Int {
    places.partitionPoint { $0.section >= section }
  }
}
