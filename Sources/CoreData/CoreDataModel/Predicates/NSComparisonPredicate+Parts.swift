import Foundation

extension _MadeBySyntax where Self: NSComparisonPredicate {
  /// Creates a comparison of two expressions. It equals the predicate that is created from the same format.
  ///
  /// - Parameters:
  ///   - lhs: the left expression.
  ///   - rhs: the right expression.
  ///   - modifier: whether one or all elements of a collection on the left must satisfy the comparison.
  ///   - type: the comparison operator.
  ///   - options: the differences between strings to ignore.
  public init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: _FoundationNames.Modifier,
    type: _FoundationNames.Operator, options: _FoundationNames.Options = []
  ) {
    let comparison = ComparisonSyntax(
      left: lhs.syntax, comparison: PredicateOperator(type), right: rhs.syntax, modifier: ComparisonModifier(modifier),
      options: StringOptions(rawValue: UInt8(truncatingIfNeeded: options.rawValue & 15)))
    guard let predicate = WrittenComparison.make(comparison) as? Self else {
      fatalError("\(Self.self) cannot be made: use NSComparisonPredicate.")
    }
    self = predicate
  }

  private var comparison: ComparisonSyntax {
    guard let written = self as? WrittenComparison else {
      fatalError("\(type(of: self)) is a subclass of NSComparisonPredicate that has no content.")
    }
    return written.comparison
  }

  /// The left expression.
  public var leftExpression: NSExpression { WrittenExpression.make(comparison.left) }

  /// The right expression.
  public var rightExpression: NSExpression { WrittenExpression.make(comparison.right) }

  /// The comparison operator.
  public var predicateOperatorType: _FoundationNames.Operator {
    switch comparison.comparison {
    case .equalTo: .equalTo
    case .notEqualTo: .notEqualTo
    case .lessThan: .lessThan
    case .lessThanOrEqualTo: .lessThanOrEqualTo
    case .greaterThan: .greaterThan
    case .greaterThanOrEqualTo: .greaterThanOrEqualTo
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .contains: .contains
    case .like: .like
    case .matches: .matches
    case .in: .in
    case .between: .between
    }
  }

  /// Whether one or all elements of a collection on the left must satisfy the comparison.
  public var comparisonPredicateModifier: _FoundationNames.Modifier {
    switch comparison.modifier {
    case .direct: .direct
    case .any: .any
    case .all: .all
    }
  }

  /// The differences between strings that the comparison ignores.
  public var options: _FoundationNames.Options {
    _FoundationNames.Options(rawValue: UInt(comparison.options.rawValue))
  }
}

extension PredicateOperator {
  fileprivate init(_ type: _FoundationNames.Operator) {
    self =
      switch type {
      case .equalTo: .equalTo
      case .notEqualTo: .notEqualTo
      case .lessThan: .lessThan
      case .lessThanOrEqualTo: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqualTo: .greaterThanOrEqualTo
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .contains: .contains
      case .like: .like
      case .matches: .matches
      case .in: .in
      case .between: .between
      }
  }
}

extension ComparisonModifier {
  fileprivate init(_ modifier: _FoundationNames.Modifier) {
    self =
      switch modifier {
      case .direct: .direct
      case .any: .any
      case .all: .all
      }
  }
}
