/// The places whose data a view asked for before they are visible.
struct Prefetching {
  private(set) var places: Set<IndexPath> = []

  /// Goes on to other places.
  ///
  /// - Returns: what has to be asked for, in order, and what is not needed any more.
  mutating func advance(to wanted: [IndexPath], visible: Set<IndexPath>) -> (start: [IndexPath], cancel: [IndexPath]) {
    let start = wanted.filter { !places.contains($0) }
    let cancel = places.subtracting(wanted).subtracting(visible).sorted()
    places = Set(wanted)
    return (start, cancel)
  }

  mutating func follow(_ update: ListUpdate) { places = Set(places.compactMap { update.path($0) }) }

  mutating func clear() { places = [] }

  /// The places behind one, at most as many as asked for.
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
