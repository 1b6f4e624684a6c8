import Foundation

extension InMemoryRows {
  /// The keys of the rows that match, in order.
  func keys(matching query: RowQuery) throws -> ContiguousArray<RowKey> {
    let all = rows(of: query.entity, includingSubentities: query.includesSubentities)
    return try query.answer(among: all.map(\.key), in: self)
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
