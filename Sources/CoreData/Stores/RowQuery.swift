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
  var groups = KeyGroups()
}

/// Groups of adjacent keys, in order. There may be as many as keys.
struct KeyGroups: RandomAccessCollection, Sendable {
  private(set) var values = PackedValues()
  private(set) var counts: ContiguousArray<Int32> = []

  init() {}

  init(_ groups: some Sequence<KeyList.Group>) {
    for group in groups {
      values.append(group.value)
      counts.append(Int32(group.count))
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { counts.count }
  subscript(index: Int) -> KeyList.Group { KeyList.Group(value: values[index], count: Int(counts[index])) }

  /// Begins a group with one key.
  mutating func begin(_ value: Value) {
    values.append(value)
    counts.append(1)
  }

  /// Begins a group of a text with one key.
  ///
  /// - Returns: false where the text has to be made a value for it.
  mutating func begin(utf8 text: UnsafeRawBufferPointer) -> Bool {
    guard values.append(utf8: text) else { return false }
    counts.append(1)
    return true
  }

  /// Adds one more key to the last group, which must exist.
  mutating func extend() { counts[counts.count - 1] += 1 }
}
