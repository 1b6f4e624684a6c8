/// A fetch as a store runs it: on its last saved state, every name resolved.
struct RowQuery: Sendable {
  let entity: EntityLayout
  var includesSubentities = true
  var predicate: CompiledPredicate?
  /// Every order ends with identity (`RowKey.precedesByIdentity`), never with the entity: a subentity's rows stand
  /// among its parent's.
  var order: CompiledOrder = .byIdentity
  /// 0 is no limit.
  var limit = 0
  var offset = 0
}

/// Keys in the query's order, in runs of one group value when the query is grouped.
struct KeyList: Sendable {
  struct Group: Sendable {
    let value: Value
    var count: Int
  }

  var keys: ContiguousArray<RowKey> = []
  /// The groups of adjacent keys, in order; empty when the query is not grouped.
  var groups: [Group] = []
}
