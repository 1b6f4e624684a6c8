import Foundation

extension PredicateExpressions.OptionalFlatMap: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    let wrapped = try saying.expression(self.wrapped)
    let present: PredicateSyntax = isCollection(Wrapped.self) ? .constant(true) : .isPresent(wrapped)
    switch try saying.binding(variable.key, to: wrapped).said(transform) {
    // The value of a key of nil is nil.
    case .value(let value):
      if case .keyPath = value { return .value(value) }
      return .value(.conditional(present, value, .constant(.null)))
    case .condition(let condition): return .optionalCondition(condition, present: present)
    case .optionalCondition(let condition, let inner):
      return .optionalCondition(condition, present: .conjunction([present, inner]))
    case .range: throw Unsayable()
    }
  }
}

extension PredicateExpressions.NilCoalesce: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    switch try saying.said(lhs) {
    case .value(let value):
      let other = try saying.expression(rhs)
      // A to-many relationship is never nil, but its property may be optional.
      if isCollection(RHS.Output.self) {
        guard case .constant(.collection(let elements)) = other, elements.isEmpty else { throw Unsayable() }
        return .value(value)
      }
      return .value(.conditional(.isPresent(value), value, other))
    case .optionalCondition(let condition, let present):
      return .condition(
        .disjunction([
          .conjunction([present, condition]), .conjunction([.negation(present), try saying.condition(rhs)]),
        ]))
    case .condition, .range: throw Unsayable()
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    if case .optionalCondition(let condition, let present) = try saying.said(inner) {
      return .condition(.conjunction([present, condition]))
    }
    return try saying.said(inner)
  }
}

// A cast to another class has no words: no key of a subentity is known to a fetch of its superentity.

extension PredicateExpressions.ConditionalCast: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    guard Input.Output.self == Desired.self || Input.Output.self == Desired?.self else { throw Unsayable() }
    return try saying.said(input)
  }
}

extension PredicateExpressions.ForceCast: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    guard Input.Output.self == Desired.self || Input.Output.self == Desired?.self else { throw Unsayable() }
    return try saying.said(input)
  }
}

/// Whether values of the type are collections to a predicate: strings and data are not.
func isCollection(_ type: Any.Type) -> Bool {
  type is any Sequence.Type && !(type is any StringProtocol.Type) && type != Data.self
}
