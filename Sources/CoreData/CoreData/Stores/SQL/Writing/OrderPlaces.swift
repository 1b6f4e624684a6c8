import OrderedRows

/// The order keys of a relationship's destinations (`Z_FOK_…`).
package enum OrderPlaces {
  static let first: Int64 = 2048
  static let step: Int64 = 1024

  /// Assigns ascending order keys, and keeps the present ones if possible.
  ///
  /// New keys are spread evenly between their neighbours. If a gap is too small, all keys are assigned anew.
  ///
  /// - Parameter present: the present order key of each destination, or nil, in the wanted order.
  package static func assign(_ present: [Int64?]) -> [Int64] {
    var places = kept(present)
    var index = 0
    while index < places.count {
      guard places[index] == nil else {
        index += 1
        continue
      }
      let end = places[index...].firstIndex { $0 != nil } ?? places.count
      guard fill(&places, index..<end) else { return renumbered(places.count) }
      index = end
    }
    return places.compactMap { $0 }
  }

  private static func renumbered(_ count: Int) -> [Int64] {
    (0..<count).map { first + step * Int64($0) }
  }

  /// The present order keys without those that contradict the order. As many as possible are kept.
  private static func kept(_ present: [Int64?]) -> [Int64?] {
    let places = present.indices.filter { present[$0] != nil }
    // Only one of several equal keys may stay. Later ones get lower ranks, so that no two of them ascend.
    let byNumber = places.indices.sorted { left, right in
      let (leftNumber, rightNumber) = (present[places[left]] ?? 0, present[places[right]] ?? 0)
      return leftNumber == rightNumber ? left > right : leftNumber < rightNumber
    }
    var ranks = Array(repeating: 0, count: places.count)
    for (rank, place) in byNumber.enumerated() { ranks[place] = rank }
    let stays = heaviestIncreasingSubsequence(
      of: ranks, weights: Array(repeating: SubsequenceWeight(0, 1), count: ranks.count)
    )
    var kept = [Int64?](repeating: nil, count: present.count)
    for (place, stays) in zip(places, stays) where stays { kept[place] = present[place] }
    return kept
  }

  /// Assigns order keys to a run of destinations without keys.
  ///
  /// - Returns: false if the gap is too small.
  private static func fill(_ places: inout [Int64?], _ run: Range<Int>) -> Bool {
    let before = run.lowerBound > 0 ? places[run.lowerBound - 1] : nil
    let after = run.upperBound < places.count ? places[run.upperBound] : nil
    let count = Int64(run.count)
    guard let after else {
      // After the last key, or without any, use whole steps.
      var next = before ?? first - step
      for index in run {
        let (place, overflow) = next.addingReportingOverflow(step)
        guard !overflow else { return false }
        places[index] = place
        next = place
      }
      return true
    }
    let (gap, overflow) = after.subtractingReportingOverflow(before ?? 0)
    guard !overflow, gap > count else { return false }
    let distance = gap / (count + 1)
    // Count up from the key before the run or, at the front, down from the key after it.
    let start = before ?? after - distance * (count + 1)
    for (offset, index) in run.enumerated() { places[index] = start + distance * Int64(offset + 1) }
    return true
  }
}
