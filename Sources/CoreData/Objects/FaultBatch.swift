/// Faults of one fetch that are filled together, when the first of them is touched.
final class FaultBatch {
  let keys: ArraySlice<RowKey>

  init(keys: ArraySlice<RowKey>) {
    self.keys = keys
  }
}
