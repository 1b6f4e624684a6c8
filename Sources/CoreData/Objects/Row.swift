/// The values of one object as its store last saved them, in the slots of its entity's layout.
///
/// Immutable once it is shared: contexts, the row cache and snapshots hold the same row. A change makes a copy.
/// The values stand behind the header in one allocation.
final class Row: @unchecked Sendable {
  let key: RowKey
  /// The number of times the row was saved (`Z_OPT`); 0 for a row that no store has yet.
  let version: Int64
  let values: ContiguousArray<Value>

  init(key: RowKey, version: Int64, values: ContiguousArray<Value>) {
    self.key = key
    self.version = version
    self.values = values
  }

  subscript(slot: Int) -> Value { values[slot] }
}
