import Foundation

extension InMemoryRows {
  /// The keys of the rows that match, in order.
  func keys(matching query: RowQuery) throws -> ContiguousArray<RowKey> {
    var keys = rows(of: query.entity, includingSubentities: query.includesSubentities).map(\.key)
    if let predicate = query.predicate { keys = try keys.filter { try predicate.matches($0, in: self) } }
    let window = sorted(keys, by: query.order.terms).dropFirst(query.offset)
    return ContiguousArray(query.limit > 0 ? window.prefix(query.limit) : window)
  }

  /// Keys that are in the order of identity already, in the order of the terms.
  private func sorted(_ keys: [RowKey], by terms: [CompiledOrder.Term]) -> [RowKey] {
    guard !terms.isEmpty else { return keys }
    let values = keys.map { key in terms.map { value(at: $0.path, of: key) } }
    return keys.indices.sorted { left, right in
      for (index, term) in terms.enumerated() {
        let result = InMemoryComparison.compare(values[left][index], values[right][index])
        if result != .orderedSame { return (result == .orderedAscending) == term.ascending }
      }
      return left < right
    }.map { keys[$0] }
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
