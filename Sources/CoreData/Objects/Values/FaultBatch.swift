/// Faults that are filled together, when the first of them is touched.
final class FaultBatch {
  let keys: ArraySlice<RowKey>
  /// Whether objects that are not there are made, with their rows: those that will be asked for next.
  let readsAhead: Bool

  /// - Parameter keys: of one fetch, saved or not.
  init(keys: ArraySlice<RowKey>, readsAhead: Bool = false) {
    self.keys = keys
    self.readsAhead = readsAhead
  }
}
