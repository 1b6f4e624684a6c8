/// A predicate resolved against an entity: every key path is slots, every constant a value.
///
/// Placeholder of the contract: the predicates layer fills it.
struct CompiledPredicate: Sendable {
  /// Whether the object satisfies the predicate.
  func matches(_ key: RowKey, in reader: some PropertyReader) throws -> Bool { true }
}
