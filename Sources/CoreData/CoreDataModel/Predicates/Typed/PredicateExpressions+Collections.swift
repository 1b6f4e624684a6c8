import Foundation

extension PredicateExpressions.SequenceContains: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let (collection, element) = (try translation.expression(sequence), try translation.expression(element))
    if LHS.Output.self is any StringProtocol.Type { return .condition(.comparing(collection, .contains, element)) }
    guard isCollection(LHS.Output.self) else { throw UntranslatablePart() }
    if case .constant = collection { return .condition(.comparing(element, .in, collection)) }
    return .condition(.comparing(collection, .equalTo, element, .any))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type else {
      throw UntranslatablePart()
    }
    return .condition(.comparing(try translation.expression(base), .beginsWith, try translation.expression(prefix)))
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type else {
      throw UntranslatablePart()
    }
    return .condition(.comparing(try translation.expression(base), .contains, try translation.expression(other)))
  }
}

extension PredicateExpressions.Filter: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .value(try translation.filtering(sequence, variable.key) { try $0.condition(filter) })
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    if let elements = try translation.constants(sequence) {
      return .condition(
        .disjunction(try elements.map { try translation.binding(variable.key, to: .constant($0)).condition(test) }))
    }
    let found = try translation.filtering(sequence, variable.key) { try $0.condition(test) }
    return .condition(.comparing(found.elementCount, .greaterThan, .constant(.value(.int(0)))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    if let elements = try translation.constants(sequence) {
      return .condition(
        .conjunction(try elements.map { try translation.binding(variable.key, to: .constant($0)).condition(test) }))
    }
    let found = try translation.filtering(sequence, variable.key) { .negation(try $0.condition(test)) }
    return .condition(.comparing(found.elementCount, .equalTo, .constant(.value(.int(0)))))
  }
}

extension PredicateTranslation {
  /// The elements of a constant collection; nil for any other collection.
  fileprivate func constants(_ sequence: Any) throws -> [ConstantSyntax]? {
    guard case .constant(.collection(let elements)) = try expression(sequence) else { return nil }
    return elements
  }

  /// Filters a collection by a condition.
  fileprivate func filtering(
    _ sequence: Any, _ variable: PredicateExpressions.VariableID,
    by condition: (PredicateTranslation) throws -> PredicateSyntax
  ) throws -> ExpressionSyntax {
    switch try expression(sequence) {
    // Combine both conditions if the collection is already filtered.
    case .subquery(let collection, let name, let first):
      let second = try condition(binding(variable, to: .variable(name)))
      return .subquery(collection, variable: name, .conjunction([first, second]))
    case .keyPath(let base, let keys):
      let (name, inner) = naming(variable)
      return .subquery(.keyPath(of: base, keys), variable: name, try condition(inner))
    default: throw UntranslatablePart()
    }
  }
}
