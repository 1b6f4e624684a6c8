import Foundation

/// A predicate as it was written: no name in it is resolved yet.
package typealias PredicateSyntax = PredicateTree<PredicateSyntaxLeaf>

package enum PredicateSyntaxLeaf: Sendable {
  case comparison(ComparisonSyntax)
  /// A predicate that is not ours; it can only be evaluated with objects.
  case foreign(ForeignPredicate)
}

package struct ComparisonSyntax: Sendable {
  package var left: ExpressionSyntax
  package var comparison: PredicateOperator
  package var right: ExpressionSyntax
  package var modifier = ComparisonModifier.direct
  package var options: StringOptions = []
}

/// A block predicate, a predicate of a class of the program's own, or whatever else is evaluated with objects.
///
/// Unchecked: Foundation's predicates are constants, and a caller evaluates one with an object of the queue it is on.
package final class ForeignPredicate: @unchecked Sendable {
  package typealias Body = (Any?, [String: Any]?) throws -> Bool
  private let body: Body
  private let variables: [String: Any]?

  init(_ predicate: NSPredicate) {
    body = { predicate.evaluate(with: $0, substitutionVariables: $1) }
    variables = nil
  }

  package init(variables: [String: Any]? = nil, _ body: @escaping Body) {
    self.body = body
    self.variables = variables
  }

  package func matches(_ object: Any?) throws -> Bool { try body(object, variables) }

  func substituting(_ variables: [String: Any]) -> ForeignPredicate {
    ForeignPredicate(variables: (self.variables ?? [:]).merging(variables) { first, _ in first }, body)
  }
}
