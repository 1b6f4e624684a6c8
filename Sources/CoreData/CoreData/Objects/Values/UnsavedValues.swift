/// The current values of an object, if they may differ from those in its row.
struct UnsavedValues {
  /// The current values; nil if the row's values are current.
  private(set) var values: ContiguousArray<Value>?
  /// The version of the deleted row under whose ID the object will be inserted again. The new row continues from it,
  /// so that no context mistakes the new row for the version that it has read.
  private(set) var formerVersion: Int64 = 0

  init(_ values: ContiguousArray<Value>? = nil, formerVersion: Int64 = 0) {
    self.values = values
    self.formerVersion = formerVersion
  }

  /// Sets one value; `values` must not be nil.
  mutating func set(_ value: Value, _ slot: Int) { values?[slot] = value }

  /// Replaces all values.
  mutating func replace(by values: ContiguousArray<Value>?) { self.values = values }

  /// Makes the row's values current again, by discarding these.
  mutating func forget() { values = nil }

  mutating func continueVersion(_ version: Int64) { formerVersion = version }

  /// Resets the values to those of a new object.
  mutating func reset(to defaults: ContiguousArray<Value>) {
    guard var cleared = values else { return }
    // The array now has a single reference, so it is changed in place.
    values = nil
    for slot in defaults.indices { cleared[slot] = defaults[slot] }
    values = cleared
  }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    guard let values, values.contains(where: { $0.reference.flatMap { keys[$0] } != nil }) else { return }
    self.values = ContiguousArray(values.map { $0.replacingKey { keys[$0] ?? $0 } })
  }
}
