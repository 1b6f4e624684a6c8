import OrderedRows

/// Places that do not count, ascending: elements between two gaps keep their order, so an element that stays put is
/// known by its *rank*, the number of elements of its section before it that are not gaps.
///
/// The elements that left are the gaps of the old list, those that came the gaps of the new one; the rank of an element
/// that stayed is the same in both. The sections of a list are items of a section 0 here.
@usableFromInline
struct GapList: Hashable, Sendable {
  /// Ascending, each once.
  @usableFromInline var places: [ItemPlace]

  @inlinable
  init(places: [ItemPlace]) { self.places = places }

  /// The rank of the element at `place`; nil when that is a gap. Complexity: O(log gaps).
  @usableFromInline
  func rank(of place: ItemPlace) -> Int? {
    let here = places.partitionPoint { $0 >= place }
    if here < places.count, places[here] == place { return nil }
    return place.item - (here - start(ofSection: place.section, before: here))
  }

  /// The index in `section` of the element with `rank`: the inverse of ``rank(of:)``. Complexity: O(log gaps).
  @usableFromInline
  func item(ofRank rank: Int, inSection section: Int) -> Int {
    let start = start(ofSection: section)
    // The rank at which a gap stands, its index less the gaps before it, never descends.
    let behind = (start..<places.count).partitionPoint {
      places[$0].section != section || places[$0].item - ($0 - start) > rank
    }
    return rank + behind - start
  }

  /// How many gaps `section` has. Complexity: O(log gaps).
  @usableFromInline
  func count(inSection section: Int) -> Int {
    let end = start(ofSection: section + 1)
    return end - start(ofSection: section, before: end)
  }

  /// The first gap of `section`, where all gaps before `end` are of this section or of one before it. The search goes
  /// backwards in steps that double: most sections have few gaps. Complexity: O(log gaps of the section).
  private func start(ofSection section: Int, before end: Int) -> Int {
    var (high, step) = (end, 1)
    while high > 0 {
      let low = max(0, end - step)
      if places[low].section < section { return (low + 1..<high).partitionPoint { places[$0].section >= section } }
      (high, step) = (low, step * 2)
    }
    return 0
  }

  /// The first gap of `section`, or where it would stand.
  @usableFromInline
  func start(ofSection section: Int) -> Int {
    places.partitionPoint { $0.section >= section }
  }
}
