import OrderedRows

/// The rows to read together when a program asks for the objects of a list one after the other, as files are read
/// ahead.
///
/// A single object's row is read by itself, when a value is asked for. After four neighbours in turn, the next objects
/// are faults of a batch, which is read when the first of them is asked for a value: as many objects as were asked for
/// so far, at most 50. So the number of rows read is at most twice the number of objects asked for.
struct ReadAhead {
  /// The place that was asked for last.
  private var last: RowPlace?
  /// The number of objects asked for in turn.
  private var run = 0
  private var batch: FaultBatch?
  /// The number of objects of the batch that have not been asked for yet.
  private var rest = 0

  private static let shortestRun = 4
  private static let longestBatch = 50

  /// The batch of the object at a place, if it is the next one in turn.
  ///
  /// - Parameters:
  ///   - isNeeded: whether the object has no row yet.
  ///   - count: the number of objects of a section of the list; 0 for one that is gone.
  ///   - keys: returns the given number of keys of the list, from the place on.
  /// - Complexity: O(1), and O(batch) for the first one of a batch.
  mutating func batch(
    at place: RowPlace, isNeeded: Bool, count: (_ section: Int) -> Int, keys: (_ count: Int) -> [RowKey]
  ) -> FaultBatch? {
    defer { last = place }
    guard let last, place.isNext(to: last, count) else {
      (run, batch, rest) = (1, nil, 0)
      return nil
    }
    run += 1
    if rest > 0 {
      rest -= 1
      return isNeeded ? batch : nil
    }
    guard isNeeded, run > Self.shortestRun else { return nil }
    let keys = keys(min(run - 1, Self.longestBatch))
    batch = FaultBatch(keys: keys[...], readsAhead: true)
    rest = keys.count - 1
    return batch
  }
}

extension RowPlace {
  fileprivate func isNext(to last: RowPlace, _ count: (_ section: Int) -> Int) -> Bool {
    if section == last.section { return item == last.item + 1 }
    return item == 0 && section == last.section + 1 && last.item + 1 == count(last.section)
  }
}
