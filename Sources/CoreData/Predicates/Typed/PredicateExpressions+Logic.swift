import Foundation

extension PredicateExpressions.Conjunction: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .condition(.conjunction([try saying.condition(lhs), try saying.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .condition(.disjunction([try saying.condition(lhs), try saying.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said { .condition(.negation(try saying.condition(wrapped))) }
}

extension PredicateExpressions.Conditional: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    let test = try saying.condition(test)
    guard If.Output.self == Bool.self else {
      return .value(.conditional(test, try saying.expression(trueBranch), try saying.expression(falseBranch)))
    }
    return .condition(
      .disjunction([
        .conjunction([test, try saying.condition(trueBranch)]),
        .conjunction([.negation(test), try saying.condition(falseBranch)]),
      ]))
  }
}

extension PredicateExpressions.Equal: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said { .condition(try saying.equality(lhs, rhs)) }
}

extension PredicateExpressions.NotEqual: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    switch (try saying.said(lhs), try saying.said(rhs)) {
    case (.value(let left), .value(let right)): .condition(.comparing(left, .notEqualTo, right))
    default: .condition(.negation(try saying.equality(lhs, rhs)))
    }
  }
}

extension PredicateExpressions.Comparison: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    let comparison: PredicateOperator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      @unknown default: throw Unsayable()
      }
    return .condition(.comparing(try saying.expression(lhs), comparison, try saying.expression(rhs)))
  }
}

extension PredicateExpressions.RangeExpressionContains: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    guard case .range(let lower, let upper, let isClosed) = try saying.said(range) else { throw Unsayable() }
    let element = try saying.expression(element)
    return .condition(
      .conjunction([
        lower.map { .comparing(element, .greaterThanOrEqualTo, $0) } ?? .constant(true),
        upper.map { .comparing(element, isClosed ? .lessThanOrEqualTo : .lessThan, $0) } ?? .constant(true),
      ]))
  }
}

extension Saying {
  /// Conditions are equal when both hold or neither does; one that is nil equals nil only.
  fileprivate func equality(_ left: Any, _ right: Any) throws -> PredicateSyntax {
    switch (try said(left), try said(right)) {
    case (.value(let left), .value(let right)): .comparing(left, .equalTo, right)
    case (.condition(let condition), .value(let value)), (.value(let value), .condition(let condition)):
      if value.isNull { .constant(false) } else { try Self.equality(condition, to: value) }
    case (.optionalCondition(let condition, let present), .value(let value)),
      (.value(let value), .optionalCondition(let condition, let present)):
      if value.isNull {
        .negation(present)
      } else {
        .conjunction([present, try Self.equality(condition, to: value)])
      }
    case (.condition(let left), .condition(let right)):
      .disjunction([.conjunction([left, right]), .conjunction([.negation(left), .negation(right)])])
    default: throw Unsayable()
    }
  }

  private static func equality(_ condition: PredicateSyntax, to value: ExpressionSyntax) throws -> PredicateSyntax {
    guard case .constant(.value(.int(let flag))) = value else { throw Unsayable() }
    return flag == 0 ? .negation(condition) : condition
  }
}
