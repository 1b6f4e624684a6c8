import Foundation

extension PredicateExpressions.OptionalFlatMap: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let wrapped = try translation.expression(self.wrapped)
    let present: PredicateSyntax = isCollection(Wrapped.self) ? .constant(true) : .isPresent(wrapped)
    switch try translation.binding(variable.key, to: wrapped).translate(transform) {
    // A key path of nil is nil, so no condition is needed.
    case .value(let value):
      if case .keyPath = value { return .value(value) }
      return .value(.conditional(present, value, .constant(.null)))
    case .condition(let condition): return .optionalCondition(condition, present: present)
    case .optionalCondition(let condition, let inner):
      return .optionalCondition(condition, present: .conjunction([present, inner]))
    case .range: throw UntranslatablePart()
    }
  }
}

extension PredicateExpressions.NilCoalesce: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    switch try translation.translate(lhs) {
    case .value(let value):
      let other = try translation.expression(rhs)
      // A to-many relationship is never nil, even if its Swift property is optional.
      if isCollection(RHS.Output.self) {
        guard case .constant(.collection(let elements)) = other, elements.isEmpty else { throw UntranslatablePart() }
        return .value(value)
      }
      return .value(.conditional(.isPresent(value), value, other))
    case .optionalCondition(let condition, let present):
      return .condition(
        .disjunction([
          .conjunction([present, condition]), .conjunction([.negation(present), try translation.condition(rhs)]),
        ]))
    case .condition, .range: throw UntranslatablePart()
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    if case .optionalCondition(let condition, let present) = try translation.translate(inner) {
      return .condition(.conjunction([present, condition]))
    }
    return try translation.translate(inner)
  }
}

// A cast to another class cannot be expressed, because a fetch of a superentity does not know the keys of its
// subentities.

extension PredicateExpressions.ConditionalCast: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    guard Input.Output.self == Desired.self || Input.Output.self == Desired?.self else { throw UntranslatablePart() }
    return try translation.translate(input)
  }
}

extension PredicateExpressions.ForceCast: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    guard Input.Output.self == Desired.self || Input.Output.self == Desired?.self else { throw UntranslatablePart() }
    return try translation.translate(input)
  }
}

/// Whether a predicate treats values of the type as collections. Strings and data are not collections.
func isCollection(_ type: Any.Type) -> Bool {
  type is any Sequence.Type && !(type is any StringProtocol.Type) && type != Data.self
}
