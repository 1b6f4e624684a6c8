/// Finds a primary key that occurs twice in one fetch. In a damaged table, two rows could otherwise become one object.
enum RepeatedKey {
  /// - Returns: a key that occurs twice; nil if there is none.
  /// - Complexity: O(keys). Ascending keys need no memory, and dense ones a bit for each number.
  static func find(in keys: some RandomAccessCollection<Int64>) -> Int64? {
    guard var last = keys.first else { return nil }
    var (least, greatest, ascends) = (last, last, true)
    for key in keys.dropFirst() {
      ascends = ascends && key > last
      least = min(least, key)
      greatest = max(greatest, key)
      last = key
    }
    if ascends { return nil }
    let (span, isTooWide) = greatest.subtractingReportingOverflow(least)
    if isTooWide || span / 64 > keys.count { return findAmongScattered(keys) }
    var seen = [UInt64](repeating: 0, count: Int(span / 64) + 1)
    return keys.first { key in
      let place = Int(key - least)
      let bit: UInt64 = 1 << (place % 64)
      defer { seen[place / 64] |= bit }
      return seen[place / 64] & bit != 0
    }
  }

  private static func findAmongScattered(_ keys: some RandomAccessCollection<Int64>) -> Int64? {
    var seen = Set<Int64>(minimumCapacity: keys.count)
    return keys.first { !seen.insert($0).inserted }
  }
}
