import OrderedRows

/// Chooses rows to read together when a program accesses the objects of a list one after the other, like a file
/// system's read-ahead.
///
/// A single object's row is read alone when one of its values is accessed. After four accesses to successive objects,
/// the next objects become faults of a batch, which is read when a value of the first one is accessed. The batch has
/// as many objects as were accessed so far, at most 50. So at most twice as many rows are read as objects were
/// accessed.
struct ReadAhead {
  /// The place of the last access.
  private var last: RowPlace?
  /// The number of successive accesses.
  private var run = 0
  private var batch: FaultBatch?
  /// The number of objects in the batch that were not accessed yet.
  private var rest = 0

  private static let shortestRun = 4
  private static let longestBatch = 50

  /// Records an access, and returns the batch for the object at a place if the place directly follows that of the
  /// last access.
  ///
  /// - Parameters:
  ///   - isNeeded: whether the object has no row yet.
  ///   - count: returns the number of objects in a section of the list; 0 if the section does not exist.
  ///   - keys: returns a number of keys of the list, starting at the place.
  /// - Complexity: O(1); O(batch) for the first object of a batch.
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
