import Foundation

/// The syntax tree of a predicate, with unresolved names.
package typealias PredicateSyntax = PredicateTree<PredicateSyntaxLeaf>

package enum PredicateSyntaxLeaf: Sendable {
  case comparison(ComparisonSyntax)
  /// A predicate of another class, which can only be evaluated with objects.
  case foreign(ForeignPredicate)
}

package struct ComparisonSyntax: Sendable {
  package var left: ExpressionSyntax
  package var comparison: PredicateOperator
  package var right: ExpressionSyntax
  package var modifier = ComparisonModifier.direct
  package var options: StringOptions = []
}

/// A block predicate, or a predicate of a class that this package does not know. It can only be evaluated with objects.
///
/// Unchecked `Sendable`, because Foundation's predicates are immutable, and the program's code runs on the queue of the
/// evaluated object.
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
