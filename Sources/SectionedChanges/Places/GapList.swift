import OrderedRows

/// Places that do not count, ascending: what stands between two gaps keeps its order, so an element that stays put is
/// known by its *rank*, the number of elements of its section before it that are not gaps.
///
/// The elements that left are the gaps of the old list, those that came the gaps of the new one; the rank of what
/// stayed is the same in both. The sections of a list are items of a section 0 here.
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
    return place.item - (here - start(ofSection: place.section))
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
  func count(inSection section: Int) -> Int { start(ofSection: section + 1) - start(ofSection: section) }

  /// The first gap of `section`, or where it would stand.
  @usableFromInline
  func start(ofSection section: Int) -> Int {
    places.partitionPoint { $0.section >= section }
  }
}
