import Synchronization

/// Gives out temporary primary keys: ascending, unique in the process.
enum TemporaryKeys {
  private static let last = Atomic<Int64>(RowKey.noPrimaryKey)

  static func next() -> Int64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
