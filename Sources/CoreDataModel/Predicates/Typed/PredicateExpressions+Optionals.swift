import Foundation

extension PredicateExpressions.OptionalFlatMap: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let wrapped = try translation.expression(self.wrapped)
    let present: PredicateSyntax = isCollection(Wrapped.self) ? .constant(true) : .isPresent(wrapped)
    switch try translation.binding(variable.key, to: wrapped).translate(transform) {
    // The value of a key of nil is nil.
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
      // A to-many relationship is never nil, but its property may be optional.
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

// A cast to another class has no words: no key of a subentity is known to a fetch of its superentity.

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

/// Whether values of the type are collections to a predicate: strings and data are not.
func isCollection(_ type: Any.Type) -> Bool {
  type is any Sequence.Type && !(type is any StringProtocol.Type) && type != Data.self
}
