import Foundation

/// A fetch with all names resolved. A store runs it on its last saved state.
package struct RowQuery: Sendable {
  package let entity: EntityLayout
  package var includesSubentities = true
  package var predicate: CompiledPredicate?
  /// The order. Every order ends with `RowKey.precedesByIdentity`, which ignores the entity. Rows of a subentity are
  /// therefore mixed with those of its parent.
  package var order: CompiledOrder = .byIdentity
  /// The greatest number of results; 0 for no limit.
  package var limit = 0
  package var offset = 0

  /// The query's result, found by testing every row of the entity.
  ///
  /// - Parameters:
  ///   - keys: the keys of all rows of the entity, in any order.
  ///   - reader: reads the properties of these rows.
  /// - Returns: the keys of the rows that match, in order.
  func answer(among keys: [RowKey], in reader: some PropertyReader) throws -> ContiguousArray<RowKey> {
    var keys = keys
    if let predicate {
      let answers = NestedAnswers()
      keys = try keys.filter { try predicate.matches($0, in: reader, remembering: answers) }
    }
    let window = try order.sorted(keys, in: reader).dropFirst(offset)
    return ContiguousArray(limit > 0 ? window.prefix(limit) : window)
  }
}

/// Keys in the query's order. A grouped query also returns the groups of adjacent keys.
package struct KeyList: Sendable {
  package struct Group: Sendable {
    package let value: Value
    var count: Int
  }

  package var keys: ContiguousArray<RowKey> = []
  /// The groups of adjacent keys, in order; empty if the query is not grouped.
  package var groups = KeyGroups()

  package init(keys: ContiguousArray<RowKey> = [], groups: KeyGroups = KeyGroups()) {
    self.keys = keys
    self.groups = groups
  }
}

/// Groups of adjacent keys, in order. There may be one for each key.
package struct KeyGroups: RandomAccessCollection, Sendable {
  private(set) var values = PackedValues()
  private(set) var counts: ContiguousArray<Int32> = []

  package init() {}

  init(_ groups: some Sequence<KeyList.Group>) {
    for group in groups {
      values.append(group.value)
      counts.append(Int32(group.count))
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { counts.count }
  package subscript(index: Int) -> KeyList.Group { KeyList.Group(value: values[index], count: Int(counts[index])) }

  /// Begins a group that has one key so far.
  package mutating func begin(_ value: Value) {
    values.append(value)
    counts.append(1)
  }

  /// Begins a group for a text value, given as UTF-8, that has one key so far.
  ///
  /// - Returns: false, with nothing changed, if the caller has to pass the text as a `Value` instead.
  mutating func begin(utf8 text: UnsafeRawBufferPointer) -> Bool {
    guard values.append(utf8: text) else { return false }
    counts.append(1)
    return true
  }

  /// Adds one key to the last group, which must exist.
  package mutating func extend() { counts[counts.count - 1] += 1 }

  /// Whether the values of two rows have the same bytes. If so, the second one need not be decoded.
  package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
    return memcmp(leftStart, rightStart, left.count) == 0
  }
}

/// A fetch of expressions that are evaluated for each row.
package struct ColumnQuery {
  let rows: RowQuery
  let columns: [CompiledExpression]
}
