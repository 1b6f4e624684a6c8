import Foundation

extension InMemoryRows {
  /// The keys of the rows that match, in order.
  func keys(matching query: RowQuery) throws -> ContiguousArray<RowKey> {
    var keys = rows(of: query.entity, includingSubentities: query.includesSubentities).map(\.key)
    if let predicate = query.predicate {
      let answers = NestedAnswers()
      keys = try keys.filter { try predicate.matches($0, in: self, remembering: answers) }
    }
    let window = try query.order.sorted(keys, in: self).dropFirst(query.offset)
    return ContiguousArray(query.limit > 0 ? window.prefix(query.limit) : window)
  }

  /// The value at the end of a path; null when a hop on the way leads nowhere.
  func value(at path: CompiledPath, of key: RowKey) -> Value {
    var key = key
    for hop in path.hops {
      guard case .reference(let next) = value(hop, of: key) else { return .null }
      key = next
    }
    return value(path.last, of: key)
  }
}
