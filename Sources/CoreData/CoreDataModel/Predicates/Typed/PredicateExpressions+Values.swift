import Foundation

extension PredicateExpressions.Variable: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .value(try translation.expression(of: key))
  }
}

extension PredicateExpressions.Value: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    if let range = value as? any TranslatableRange { return try range.translated() }
    return .value(.constant(try ConstantSyntax(translatable: value)))
  }
}

extension PredicateExpressions.NilLiteral: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart { .value(.constant(.null)) }
}

extension PredicateExpressions.KeyPath: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let base = try translation.expression(root)
    if let kind {
      // Counts and other properties of Swift characters cannot be expressed.
      let isText = Root.Output.self is any StringProtocol.Type
      switch kind {
      case .collectionCount where isCollection(Root.Output.self): return .value(base.elementCount)
      case .collectionIsEmpty where isText:
        return .condition(.comparing(base, .equalTo, .constant(.value(.string("")))))
      case .collectionIsEmpty where isCollection(Root.Output.self):
        return .condition(.comparing(base.elementCount, .equalTo, .constant(.value(.int(0)))))
      default: throw UntranslatablePart()
      }
    }
    // Use the listed name of the property, otherwise the key that its accessor reads.
    let name = NamedPropertyList.of(Root.Output.self).name(of: keyPath) ?? keyPath.recordedKey
    guard let name else { throw UntranslatablePart() }
    return .value(base.key(name))
  }
}

extension PredicateExpressions.Arithmetic: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    let operation: ArithmeticOperator =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw UntranslatablePart()
      }
    return .value(.arithmetic(operation, try translation.expression(lhs), try translation.expression(rhs)))
  }
}

extension PredicateExpressions.FloatDivision: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .value(.arithmetic(.divide, try translation.expression(lhs), try translation.expression(rhs)))
  }
}

extension PredicateExpressions.IntDivision: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .value(.arithmetic(.divide, try translation.expression(lhs), try translation.expression(rhs)))
  }
}

extension PredicateExpressions.IntRemainder: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .value(.arithmetic(.modulus, try translation.expression(lhs), try translation.expression(rhs)))
  }
}

extension PredicateExpressions.UnaryMinus: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    switch try translation.expression(wrapped) {
    // Write a negative number as a constant.
    case .constant(.value(let value)) where value.valueClass == .number:
      .value(.constant(.value(PredicateFunction.negate.apply(value))))
    case let number: .value(.function(.negate, number))
    }
  }
}

extension PredicateExpressions.Range: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .range(from: try translation.expression(lower), to: try translation.expression(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart {
    .range(from: try translation.expression(lower), to: try translation.expression(upper), isClosed: true)
  }
}

extension ConstantSyntax {
  /// Creates a constant from a value in a typed predicate. Objects that cannot be compared are rejected.
  fileprivate init(translatable value: Any) throws {
    let constant = ConstantSyntax(argument: (value as? Character).map(String.init) ?? value)
    guard constant.isTranslatable else { throw UntranslatablePart() }
    self = constant
  }

  private var isTranslatable: Bool {
    switch self {
    case .value: true
    case .collection(let elements): elements.allSatisfy(\.isTranslatable)
    case .object(let constant): constant.object is any RowKeyProviding || constant.object is NSEntityDescription
    }
  }
}

/// A range that the program passes as a value.
private protocol TranslatableRange {
  func translated() throws -> TranslatedPart
}

private func range(_ lower: Any?, _ upper: Any?, isClosed: Bool) throws -> TranslatedPart {
  .range(
    from: try lower.map { .constant(try ConstantSyntax(translatable: $0)) },
    to: try upper.map { .constant(try ConstantSyntax(translatable: $0)) }, isClosed: isClosed)
}

extension Range: TranslatableRange {
  fileprivate func translated() throws -> TranslatedPart { try range(lowerBound, upperBound, isClosed: false) }
}

extension ClosedRange: TranslatableRange {
  fileprivate func translated() throws -> TranslatedPart { try range(lowerBound, upperBound, isClosed: true) }
}

extension PartialRangeFrom: TranslatableRange {
  fileprivate func translated() throws -> TranslatedPart { try range(lowerBound, nil, isClosed: true) }
}

extension PartialRangeUpTo: TranslatableRange {
  fileprivate func translated() throws -> TranslatedPart { try range(nil, upperBound, isClosed: false) }
}

extension PartialRangeThrough: TranslatableRange {
  fileprivate func translated() throws -> TranslatedPart { try range(nil, upperBound, isClosed: true) }
}
