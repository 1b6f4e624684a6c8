import OrderedRows

/// The places where primary keys stand in a list: a sorted array, searched by partitionPoint.
///
/// Made in O(n log n), one search is O(log n), and O(1) when keys are searched in ascending order, as SQLite returns
/// them. For the few hundred keys that are read at a time both cost less than a hash table, and rows that are read by
/// ascending key lie near each other in the file.
struct KeyPlaces {
  /// Ascending; a key that has several places as often as it has.
  private(set) var keys: [Int64] = []
  /// In the order of `keys`.
  private(set) var places: [Int] = []
  /// Behind the key that was found last.
  private var next = 0

  init(_ entries: [(key: Int64, place: Int)]) {
    let sorted = entries.sorted { $0.key < $1.key }
    keys = sorted.map(\.key)
    places = sorted.map(\.place)
  }

  /// Where a key stands in `keys`; nowhere when it is not in the list.
  mutating func indices(of key: Int64) -> Range<Int> {
    var low = next
    if low >= keys.count || keys[low] != key { low = keys.partitionPoint { $0 >= key } }
    var end = low
    while end < keys.count, keys[end] == key { end += 1 }
    next = end
    return low..<end
  }
}
