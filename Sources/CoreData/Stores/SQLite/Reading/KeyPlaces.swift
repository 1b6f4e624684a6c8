/// The places where primary keys stand in a list: a sorted array, searched by halving.
///
/// Made in O(n log n), one search is O(log n). For the few hundred keys that are read at a time both cost less than a
/// hash table, and rows that are asked for by ascending key lie near each other in the file.
struct KeyPlaces {
  /// Ascending, each once.
  private(set) var keys: [Int64] = []
  /// The places of the keys, those of one key together, in the order of `keys`.
  private var places: [Int] = []
  /// Where the places of each key begin, and the end of the last one's.
  private var starts: [Int] = []

  init(_ entries: [(key: Int64, place: Int)]) {
    let sorted = entries.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
    keys.reserveCapacity(sorted.count)
    places.reserveCapacity(sorted.count)
    starts.reserveCapacity(sorted.count + 1)
    for entry in sorted {
      if keys.last != entry.key {
        keys.append(entry.key)
        starts.append(places.count)
      }
      places.append(entry.place)
    }
    starts.append(places.count)
  }

  /// The places of a key, ascending; none when it is not in the list.
  func places(of key: Int64) -> ArraySlice<Int> {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    guard low < keys.count, keys[low] == key else { return [] }
    return places[starts[low]..<starts[low + 1]]
  }
}
