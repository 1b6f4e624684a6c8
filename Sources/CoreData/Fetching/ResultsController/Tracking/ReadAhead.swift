import OrderedRows

/// Which rows are read together when a program asks for one object of a list after the other, as a file is read ahead.
///
/// A single object's row is read by itself, when a value is asked for. Once four neighbours were asked for in turn, the
/// next ones are faults of a batch, which is read when the first of them is asked for a value: as many as were asked
/// for up to there, at most 50. So never more than twice as many rows are read as objects were asked for.
struct ReadAhead {
  /// What was asked for last.
  private var last: RowPlace?
  /// How many were asked for in turn.
  private var run = 0
  private var batch: FaultBatch?
  /// How many of the batch are still to be asked for.
  private var rest = 0

  private static let shortestRun = 4
  private static let longestBatch = 50

  /// The batch of the object at a place, if it is the next one in turn.
  ///
  /// - Parameters:
  ///   - isNeeded: whether the object has no row yet.
  ///   - count: the number of objects of a section of the list; 0 for one that is gone.
  ///   - keys: so many of the list from the place on.
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
