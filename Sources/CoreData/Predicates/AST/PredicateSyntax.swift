import Foundation

/// A predicate as it was written: no name in it is resolved yet.
typealias PredicateSyntax = PredicateTree<PredicateSyntaxLeaf>

enum PredicateSyntaxLeaf: Sendable {
  case comparison(ComparisonSyntax)
  /// A predicate that is not ours; it can only be evaluated with objects.
  case foreign(ForeignPredicate)
}

struct ComparisonSyntax: Sendable {
  var left: ExpressionSyntax
  var comparison: PredicateOperator
  var right: ExpressionSyntax
  var modifier = ComparisonModifier.direct
  var options: StringOptions = []
}

/// A block predicate, or a predicate of a class of the program's own.
///
/// Unchecked: Foundation's predicates are constants, and a caller evaluates one with an object of the queue it is on.
final class ForeignPredicate: @unchecked Sendable {
  private let predicate: NSPredicate
  private let variables: [String: Any]?

  init(_ predicate: NSPredicate, variables: [String: Any]? = nil) {
    self.predicate = predicate
    self.variables = variables
  }

  func matches(_ object: Any?) -> Bool { predicate.evaluate(with: object, substitutionVariables: variables) }

  func substituting(_ variables: [String: Any]) -> ForeignPredicate {
    ForeignPredicate(predicate, variables: (self.variables ?? [:]).merging(variables) { first, _ in first })
  }
}
