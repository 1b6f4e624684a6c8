import Foundation

extension PredicateCompiler {
  /// A comparison of two values by their order.
  func relate(
    _ left: CompiledExpression, _ relation: Relation, _ right: CompiledExpression, _ options: StringOptions,
    _ syntax: ComparisonSyntax
  ) throws -> Tree {
    // A constant stands on the right, so that evaluation and SQL look for it in one place.
    if case .constant = left, case .constant = right {
    } else if case .constant = left {
      return try relate(right, relation.flipped, left, options, syntax)
    }
    let right = constant(right, comparedWith: left)
    let (leftClass, rightClass) = (valueClass(of: left), valueClass(of: right))
    if case .constant(let leftValue) = left, case .constant(let rightValue) = right {
      return .constant(relation.holds(leftValue.coerced(toCompareWith: rightClass), rightValue, options))
    }
    if case .aggregate(.count, let objects, of: nil) = left, case .constant(.int(let number)) = right,
      let exists = relation.asksForAny(beyond: number)
    {
      return exists ? .leaf(.exists(objects)) : .negation(.leaf(.exists(objects)))
    }
    let isEquality = relation == .equalTo || relation == .notEqualTo
    if rightClass == .null {
      return isEquality ? comparison(left, relation, right, []) : .constant(false)
    }
    if isTransformed(left) || isTransformed(right) {
      throw PredicateProblem.error("A store has no values of transformable attributes, only data: \(syntax).")
    }
    guard leftClass == rightClass, root(of: left) == root(of: right) else {
      return .constant(relation == .notEqualTo)
    }
    return comparison(left, relation, right, leftClass == .string ? options : [])
  }

  /// Whether an expression is of values that only their transformer understands.
  private func isTransformed(_ expression: CompiledExpression) -> Bool {
    guard case .constant = expression else { return valueClass(of: expression) == .opaque }
    return false
  }

  private func comparison(
    _ left: CompiledExpression, _ relation: Relation, _ right: CompiledExpression, _ options: StringOptions
  ) -> Tree {
    .leaf(.comparison(CompiledComparison(left: left, relation: relation, right: right, options: options)))
  }

  /// A test of a string.
  func match(
    _ text: CompiledExpression, _ relation: TextRelation, _ pattern: CompiledExpression, _ options: StringOptions,
    _ syntax: ComparisonSyntax
  ) throws -> Tree {
    if case .constant(.null) = text { return .constant(false) }
    guard valueClass(of: text) == .string else {
      throw PredicateProblem.error("\(relation.rawValue) tests a string, and there is none in: \(syntax).")
    }
    let pattern = constant(pattern, comparedWith: text)
    guard case .constant(let value) = pattern else {
      guard valueClass(of: pattern) == .string else { return .constant(false) }
      return .leaf(
        .text(CompiledTextComparison(text: text, relation: relation, pattern: pattern, options: options, test: nil))
      )
    }
    guard case .string(let patternText) = value else { return .constant(false) }
    if relation == .like, let (plainer, plainText) = LikePattern(patternText).plainer {
      let plain = CompiledExpression.constant(.string(plainText))
      guard let plainer else { return try relate(text, .equalTo, plain, options.folding, syntax) }
      return try match(text, plainer, plain, options, syntax)
    }
    let test: TextTest
    do {
      test = try TextTest(relation, patternText, options)
    } catch {
      throw PredicateProblem.noExpression("\"\(patternText)\"", in: syntax)
    }
    if case .constant(.string(let constant)) = text { return .constant(test.holds(constant)) }
    return .leaf(
      .text(CompiledTextComparison(text: text, relation: relation, pattern: pattern, options: options, test: test))
    )
  }

  /// Whether a value is among elements.
  func membership(
    _ element: CompiledExpression, _ elements: [CompiledOperand], _ options: StringOptions, _ syntax: ComparisonSyntax
  ) throws -> Tree {
    let elementClass = valueClass(of: element)
    // What is equal by the locale's rules cannot be hashed.
    let isHashed = elementClass != .string || Collation(options).folding != nil
    var constants: [Value] = []
    var comparisons: [Tree] = []
    for candidate in elements {
      guard case .single(let expression) = candidate else {
        throw PredicateProblem.error("The elements of a collection must be single values: \(syntax).")
      }
      let candidate = constant(expression, comparedWith: element)
      if case .constant(let value) = candidate, elementClass != .opaque || value.isNull, isHashed {
        let isComparable = value.valueClass == elementClass && root(of: element) == root(of: candidate)
        if isComparable || value.valueClass == .null { constants.append(value) }
      } else {
        comparisons.append(try relate(element, .equalTo, candidate, options, syntax))
      }
    }
    return .disjunction(
      [membership(element, ConstantSet(constants, options: elementClass == .string ? options : []))] + comparisons)
  }

  private func membership(_ element: CompiledExpression, _ constants: ConstantSet) -> Tree {
    if constants.values.isEmpty && !constants.containsNull { return .constant(false) }
    if case .constant(let value) = element { return .constant(constants.contains(value)) }
    if constants.values.count + (constants.containsNull ? 1 : 0) == 1 {
      return comparison(element, .equalTo, .constant(constants.values.first ?? .null), constants.options)
    }
    return .leaf(.membership(element, constants))
  }

  /// A constant as it is compared with another expression: of its class where it can be, and as exact as it is.
  private func constant(_ expression: CompiledExpression, comparedWith other: CompiledExpression) -> CompiledExpression
  {
    guard case .constant(let value) = expression else { return expression }
    if case .decimal(let box) = value {
      // Decimals are compared as they are stored.
      switch box.number.stored {
      case .int(let number): return .constant(.int(number))
      case .double(let number): return .constant(.double(number))
      }
    }
    return .constant(value.coerced(toCompareWith: valueClass(of: other)))
  }
}

extension Relation {
  /// The relation with its sides exchanged.
  fileprivate var flipped: Relation {
    switch self {
    case .equalTo, .notEqualTo: self
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    }
  }

  /// Whether a count that stands in the relation to a number is one of something (true) or of nothing (false); nil
  /// where it must be counted.
  fileprivate func asksForAny(beyond number: Int64) -> Bool? {
    switch (self, number) {
    case (.greaterThan, 0), (.greaterThanOrEqualTo, 1), (.notEqualTo, 0): true
    case (.equalTo, 0), (.lessThanOrEqualTo, 0), (.lessThan, 1): false
    default: nil
    }
  }
}
