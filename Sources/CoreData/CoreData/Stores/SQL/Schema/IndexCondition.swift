import Foundation

/// The condition of a partial index: comparisons of the entity's own columns with integers and nil, combined by `AND`,
/// `OR` and `NOT`.
///
/// It may hold for other rows than the predicate does in memory, because SQLite itself decides whether a query can use
/// the index.
struct IndexCondition {
  private indirect enum Term {
    case isNull(String, Bool)
    case compared(String, sign: String, Int64)
    case joined([Term], word: String)
    case not(Term)
  }

  private let term: Term

  /// - Returns: nil if the predicate cannot be the condition of an index.
  init?(_ predicate: PredicateSyntax, _ entity: Int, _ plan: SchemaPlan) {
    let layout = plan.model.layout.entities[entity]
    let find = { (key: String) -> (column: String, isWhole: Bool)? in
      guard let slot = layout.slotsByName[key], let column = plan.columns[entity][slot] else { return nil }
      switch layout.slots[slot].kind {
      case .attribute(let type): return (column.name, type == .booleanAttributeType || type.isInteger)
      case .toOne, .toMany: return (column.name, false)
      }
    }
    guard let term = Self.term(predicate, find) else { return nil }
    self.term = term
  }

  /// - Parameter quoted: quotes a name for the statement.
  func text(quoted: (String) -> String) -> String { Self.text(term, quoted) }

  private static func text(_ term: Term, _ quoted: (String) -> String) -> String {
    switch term {
    case .isNull(let column, true): "\(quoted(column)) IS NULL"
    case .isNull(let column, false): "\(quoted(column)) IS NOT NULL"
    case .compared(let column, let sign, let number): "\(quoted(column)) \(sign) \(number)"
    case .joined(let terms, let word): terms.map { "(\(text($0, quoted)))" }.joined(separator: " \(word) ")
    case .not(let term): "NOT (\(text(term, quoted)))"
    }
  }

  private static func term(
    _ predicate: PredicateSyntax, _ find: (String) -> (column: String, isWhole: Bool)?
  ) -> Term? {
    switch predicate {
    case .leaf(.comparison(let comparison)): return term(comparison, find)
    case .leaf(.foreign), .constant: return nil
    case .and(let parts): return joined(parts, "AND", find)
    case .or(let parts): return joined(parts, "OR", find)
    case .not(let part): return term(part, find).map { .not($0) }
    }
  }

  private static func joined(
    _ parts: [PredicateSyntax], _ word: String, _ find: (String) -> (column: String, isWhole: Bool)?
  ) -> Term? {
    let terms = parts.compactMap { term($0, find) }
    return terms.count == parts.count ? .joined(terms, word: word) : nil
  }

  private static func term(
    _ comparison: ComparisonSyntax, _ find: (String) -> (column: String, isWhole: Bool)?
  ) -> Term? {
    guard case .direct = comparison.modifier, comparison.options.isEmpty,
      case .keyPath(of: .evaluatedObject, let keys) = comparison.left, keys.count == 1,
      let (column, isWhole) = find(keys[0]),
      case .constant(.value(let value)) = comparison.right
    else { return nil }
    switch (comparison.comparison, value) {
    case (.equalTo, .null): return .isNull(column, true)
    case (.notEqualTo, .null): return .isNull(column, false)
    case (let comparison, .int(let number)) where isWhole:
      return signs[comparison].map { .compared(column, sign: $0, number) }
    default: return nil
    }
  }

  private static let signs: [PredicateOperator: String] = [
    .equalTo: "=", .notEqualTo: "<>", .lessThan: "<", .lessThanOrEqualTo: "<=", .greaterThan: ">",
    .greaterThanOrEqualTo: ">=",
  ]
}
