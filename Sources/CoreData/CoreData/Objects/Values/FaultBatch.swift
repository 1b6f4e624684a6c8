/// Faults that are filled together when the first of them is accessed.
final class FaultBatch {
  let keys: ArraySlice<RowKey>
  /// Whether objects that are not registered are created with their rows, because the program is likely to access
  /// them next.
  let readsAhead: Bool

  /// - Parameter keys: the keys of one fetch, saved or not.
  init(keys: ArraySlice<RowKey>, readsAhead: Bool = false) {
    self.keys = keys
    self.readsAhead = readsAhead
  }
}
