import Foundation

extension PredicateExpressions.Conjunction: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .condition(.conjunction([try translation.condition(lhs), try translation.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .condition(.disjunction([try translation.condition(lhs), try translation.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .condition(.negation(try translation.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let test = try translation.condition(test)
    guard If.Output.self == Bool.self else {
      return .value(.conditional(test, try translation.expression(trueBranch), try translation.expression(falseBranch)))
    }
    return .condition(
      .disjunction([
        .conjunction([test, try translation.condition(trueBranch)]),
        .conjunction([.negation(test), try translation.condition(falseBranch)]),
      ]))
  }
}

extension PredicateExpressions.Equal: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .condition(try translation.equality(lhs, rhs))
  }
}

extension PredicateExpressions.NotEqual: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    switch (try translation.translate(lhs), try translation.translate(rhs)) {
    case (.value(let left), .value(let right)): .condition(.comparing(left, .notEqualTo, right))
    default: .condition(.negation(try translation.equality(lhs, rhs)))
    }
  }
}

extension PredicateExpressions.Comparison: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let comparison: PredicateOperator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      @unknown default: throw UntranslatablePart()
      }
    return .condition(.comparing(try translation.expression(lhs), comparison, try translation.expression(rhs)))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    guard case .range(let lower, let upper, let isClosed) = try translation.translate(range) else {
      throw UntranslatablePart()
    }
    let element = try translation.expression(element)
    return .condition(
      .conjunction([
        lower.map { .comparing(element, .greaterThanOrEqualTo, $0) } ?? .constant(true),
        upper.map { .comparing(element, isClosed ? .lessThanOrEqualTo : .lessThan, $0) } ?? .constant(true),
      ]))
  }
}

extension PredicateTranslation {
  /// Two conditions are equal if both are true or both are false. A condition that is nil equals only nil.
  fileprivate func equality(_ left: Any, _ right: Any) throws -> PredicateSyntax {
    switch (try translate(left), try translate(right)) {
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
    default: throw UntranslatablePart()
    }
  }

  private static func equality(_ condition: PredicateSyntax, to value: ExpressionSyntax) throws -> PredicateSyntax {
    guard case .constant(.value(.int(let flag))) = value else { throw UntranslatablePart() }
    return flag == 0 ? .negation(condition) : condition
  }
}
