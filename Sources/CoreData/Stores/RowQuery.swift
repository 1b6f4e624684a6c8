import Foundation

/// A fetch as a store runs it: on its last saved state, every name resolved.
package struct RowQuery: Sendable {
  package let entity: EntityLayout
  package var includesSubentities = true
  package var predicate: CompiledPredicate?
  /// Every order ends with identity (`RowKey.precedesByIdentity`), never with the entity: a subentity's rows stand
  /// among its parent's.
  package var order: CompiledOrder = .byIdentity
  /// 0 is no limit.
  package var limit = 0
  package var offset = 0

  /// The query's answer, found by looking at each row of the entity.
  ///
  /// - Parameters:
  ///   - keys: the keys of these rows, in any order.
  ///   - reader: reads their properties.
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

/// Keys in the query's order, in runs of one group value when the query is grouped.
package struct KeyList: Sendable {
  package struct Group: Sendable {
    package let value: Value
    var count: Int
  }

  package var keys: ContiguousArray<RowKey> = []
  /// The groups of adjacent keys, in order; empty when the query is not grouped.
  package var groups = KeyGroups()

  package init(keys: ContiguousArray<RowKey> = [], groups: KeyGroups = KeyGroups()) {
    self.keys = keys
    self.groups = groups
  }
}

/// Groups of adjacent keys, in order. There may be as many as keys.
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

  /// Begins a group with one key.
  package mutating func begin(_ value: Value) {
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
  package mutating func extend() { counts[counts.count - 1] += 1 }

  /// Whether two rows' values are the same bytes, so that the second one need not be made.
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
