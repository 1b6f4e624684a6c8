/// The places that a view has prefetched and not shown yet.
struct Prefetching {
  private(set) var places: Set<IndexPath> = []

  /// Replaces the prefetched places.
  ///
  /// - Returns: the places to prefetch, in order, and the places whose prefetching is cancelled.
  mutating func advance(to wanted: [IndexPath], visible: Set<IndexPath>) -> (start: [IndexPath], cancel: [IndexPath]) {
    let start = wanted.filter { !places.contains($0) }
    let cancel = places.subtracting(wanted).subtracting(visible).sorted()
    places = Set(wanted)
    return (start, cancel)
  }

  mutating func follow(_ update: ListUpdate) { places = Set(places.compactMap { update.path($0) }) }

  mutating func clear() { places = [] }

  /// The places that follow a place, at most `limit`.
  static func places(after last: IndexPath?, counts: [Int], atMost limit: Int) -> [IndexPath] {
    guard let last else { return [] }
    var result: [IndexPath] = []
    var section = last.section
    var item = last.item + 1
    while section < counts.count, result.count < limit {
      if item < counts[section] {
        result.append(IndexPath(item: item, section: section))
        item += 1
      } else {
        section += 1
        item = 0
      }
    }
    return result
  }
}
