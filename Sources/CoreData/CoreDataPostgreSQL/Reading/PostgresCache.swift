import CoreData
import Foundation

/// Reads properties for evaluation in memory. Each single read would be a round trip to the server, so properties
/// needed for many rows are read together beforehand and cached.
final class PostgresCache: PropertyReader {
  private let reading: PostgresReading
  private var rows: [RowKey: Row?] = [:]
  private var destinations: [Int: [RowKey: [RowKey]]] = [:]

  init(_ reading: PostgresReading) { self.reading = reading }

  var model: ModelLayout { reading.model }

  func value(_ slot: Int, of key: RowKey) throws -> Value {
    if let known = rows[key] { return known?[slot] ?? .null }
    let row = try reading.row(for: key)
    rows[key] = .some(row)
    return row?[slot] ?? .null
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    if let known = destinations[slot]?[key] { return known }
    let found = try reading.related(slot, of: key)
    destinations[slot, default: [:]][key] = found
    return found
  }

  /// Reads the properties of some rows that a predicate and an order need.
  func prepare(_ keys: [RowKey], for predicate: CompiledPredicate?, _ paths: [CompiledPath]) throws {
    try fill(keys)
    for path in paths { try follow(path.hops, from: keys) }
    guard let predicate else { return }
    var ways: Set<[Int]> = []
    predicate.tree.collectWays(into: &ways)
    for way in ways.sorted(by: { $0.count < $1.count }) { try follow(way, from: keys) }
  }

  /// Clears the cache, so that not all rows of a large table stay in memory.
  func forget() {
    rows = [:]
    destinations = [:]
  }

  private func fill(_ keys: [RowKey]) throws {
    let missing = keys.filter { rows[$0] == nil }
    guard !missing.isEmpty else { return }
    for (key, row) in zip(missing, try reading.rows(for: missing)) { rows[key] = .some(row) }
  }

  /// Reads the objects along a path of relationships.
  private func follow(_ way: [Int], from keys: [RowKey]) throws {
    var keys = keys
    for slot in way {
      guard let first = keys.first else { return }
      switch model[first].slots[slot].kind {
      case .attribute: return
      case .toOne:
        keys = Array(
          Set(
            keys.compactMap { key -> RowKey? in
              if case .reference(let next)?? = rows[key].map({ $0?[slot] }) { next } else { nil }
            }))
      case .toMany:
        let missing = keys.filter { destinations[slot]?[$0] == nil }
        for (key, found) in zip(missing, try reading.related(slot, of: missing)) {
          destinations[slot, default: [:]][key] = found
        }
        keys = Array(Set(keys.flatMap { destinations[slot]?[$0] ?? [] }))
      }
      try fill(keys)
    }
  }
}

extension CompiledPredicate.Tree {
  /// Collects the paths of relationships on which a predicate leaves the evaluated object.
  fileprivate func collectWays(into ways: inout Set<[Int]>) {
    _ = contains { leaf in
      for expression in leaf.expressions { expression.collectWays(into: &ways) }
      leaf.objects?.collectWays(into: &ways)
      return false
    }
  }
}

extension RelatedObjects {
  fileprivate func collectWays(into ways: inout Set<[Int]>) { if source == 0 { ways.insert(steps) } }
}

extension CompiledExpression {
  fileprivate func collectWays(into ways: inout Set<[Int]>) {
    switch self {
    case .constant, .object: break
    case .path(let scope, let path): if scope == 0, !path.hops.isEmpty { ways.insert(path.hops) }
    case .aggregate(_, let objects, let element):
      objects.collectWays(into: &ways)
      element?.collectWays(into: &ways)
    case .arithmetic(_, let left, let right):
      left.collectWays(into: &ways)
      right.collectWays(into: &ways)
    case .function(_, let argument): argument.collectWays(into: &ways)
    case .conditional(let tree, let left, let right):
      tree.collectWays(into: &ways)
      left.collectWays(into: &ways)
      right.collectWays(into: &ways)
    }
  }
}
