import Synchronization

/// Gives out temporary keys: negative, descending, unique in the process.
enum TemporaryKeys {
  private static let last = Atomic<Int64>(0)

  static func next() -> Int64 {
    last.wrappingSubtract(1, ordering: .relaxed).newValue
  }
}
