import Foundation

extension PredicateExpressions.Variable: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said { .value(try saying.expression(of: key)) }
}

extension PredicateExpressions.Value: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    if let range = value as? any SayableRange { return try range.said() }
    return .value(.constant(try ConstantSyntax(sayable: value)))
  }
}

extension PredicateExpressions.NilLiteral: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said { .value(.constant(.null)) }
}

extension PredicateExpressions.KeyPath: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    let base = try saying.expression(root)
    if let kind {
      // What is a character to Swift has no words.
      let isText = Root.Output.self is any StringProtocol.Type
      switch kind {
      case .collectionCount where isCollection(Root.Output.self): return .value(base.elementCount)
      case .collectionIsEmpty where isText:
        return .condition(.comparing(base, .equalTo, .constant(.value(.string("")))))
      case .collectionIsEmpty where isCollection(Root.Output.self):
        return .condition(.comparing(base.elementCount, .equalTo, .constant(.value(.int(0)))))
      default: throw Unsayable()
      }
    }
    // A list says what a property is called; an accessor says what it reads.
    let name = NamedPropertyList.of(Root.Output.self).name(of: keyPath) ?? KeyRecording.key(of: keyPath)
    guard let name else { throw Unsayable() }
    return .value(base.key(name))
  }
}

extension PredicateExpressions.Arithmetic: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    let operation: ArithmeticOperator =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw Unsayable()
      }
    return .value(.arithmetic(operation, try saying.expression(lhs), try saying.expression(rhs)))
  }
}

extension PredicateExpressions.FloatDivision: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .value(.arithmetic(.divide, try saying.expression(lhs), try saying.expression(rhs)))
  }
}

extension PredicateExpressions.IntDivision: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .value(.arithmetic(.divide, try saying.expression(lhs), try saying.expression(rhs)))
  }
}

extension PredicateExpressions.IntRemainder: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .value(.arithmetic(.modulus, try saying.expression(lhs), try saying.expression(rhs)))
  }
}

extension PredicateExpressions.UnaryMinus: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    switch try saying.expression(wrapped) {
    // A negative literal is written with a sign.
    case .constant(.value(let value)) where value.valueClass == .number:
      .value(.constant(.value(PredicateFunction.negate.apply(value))))
    case let number: .value(.function(.negate, number))
    }
  }
}

extension PredicateExpressions.Range: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .range(from: try saying.expression(lower), to: try saying.expression(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: SayablePredicateExpression {
  func said(_ saying: Saying) throws -> Said {
    .range(from: try saying.expression(lower), to: try saying.expression(upper), isClosed: true)
  }
}

extension ConstantSyntax {
  /// The constant that a value in a typed predicate is. The only objects in it are those that a predicate compares.
  fileprivate init(sayable value: Any) throws {
    let constant = ConstantSyntax(argument: (value as? Character).map(String.init) ?? value)
    guard constant.isSayable else { throw Unsayable() }
    self = constant
  }

  private var isSayable: Bool {
    switch self {
    case .value: true
    case .collection(let elements): elements.allSatisfy(\.isSayable)
    case .object(let constant): constant.object is any RowKeyProviding || constant.object is NSEntityDescription
    }
  }
}

/// A range that a program made itself.
private protocol SayableRange {
  func said() throws -> Said
}

private func range(_ lower: Any?, _ upper: Any?, isClosed: Bool) throws -> Said {
  .range(
    from: try lower.map { .constant(try ConstantSyntax(sayable: $0)) },
    to: try upper.map { .constant(try ConstantSyntax(sayable: $0)) }, isClosed: isClosed)
}

extension Range: SayableRange {
  fileprivate func said() throws -> Said { try range(lowerBound, upperBound, isClosed: false) }
}

extension ClosedRange: SayableRange {
  fileprivate func said() throws -> Said { try range(lowerBound, upperBound, isClosed: true) }
}

extension PartialRangeFrom: SayableRange {
  fileprivate func said() throws -> Said { try range(lowerBound, nil, isClosed: true) }
}

extension PartialRangeUpTo: SayableRange {
  fileprivate func said() throws -> Said { try range(nil, upperBound, isClosed: false) }
}

extension PartialRangeThrough: SayableRange {
  fileprivate func said() throws -> Said { try range(nil, upperBound, isClosed: true) }
}
