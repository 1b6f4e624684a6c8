import Foundation

extension PredicateCompiler {
  /// Compiles a comparison of two values by equality or order.
  func relate(
    _ left: CompiledExpression, _ relation: Relation, _ right: CompiledExpression, _ options: StringOptions,
    _ syntax: ComparisonSyntax
  ) throws -> Tree {
    // A constant is moved to the right side, so that evaluation and SQL handle only one case.
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

  /// Whether the values of an expression can only be read through a transformer.
  private func isTransformed(_ expression: CompiledExpression) -> Bool {
    guard case .constant = expression else { return valueClass(of: expression) == .opaque }
    return false
  }

  private func comparison(
    _ left: CompiledExpression, _ relation: Relation, _ right: CompiledExpression, _ options: StringOptions
  ) -> Tree {
    .leaf(.comparison(CompiledComparison(left: left, relation: relation, right: right, options: options)))
  }

  /// Compiles a test of a string.
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

  /// Compiles a test whether a value is among some elements.
  func membership(
    _ element: CompiledExpression, _ elements: [CompiledOperand], _ options: StringOptions, _ syntax: ComparisonSyntax
  ) throws -> Tree {
    let elementClass = valueClass(of: element)
    // Strings compared by the locale's rules cannot be hashed.
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

  /// Converts a constant to the form in which it is compared with another expression: to that expression's class if
  /// possible, without losing precision.
  private func constant(_ expression: CompiledExpression, comparedWith other: CompiledExpression) -> CompiledExpression
  {
    guard case .constant(let value) = expression else { return expression }
    if case .decimal(let box) = value {
      // Decimals are compared in their stored form.
      switch box.number.stored {
      case .int(let number): return .constant(.int(number))
      case .double(let number): return .constant(.double(number))
      }
    }
    return .constant(value.coerced(toCompareWith: valueClass(of: other)))
  }
}

extension Relation {
  /// The relation with exchanged sides.
  fileprivate var flipped: Relation {
    switch self {
    case .equalTo, .notEqualTo: self
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    }
  }

  /// Whether a count in this relation to a number means that there is any object (true) or none (false); nil if the
  /// objects must be counted.
  fileprivate func asksForAny(beyond number: Int64) -> Bool? {
    switch (self, number) {
    case (.greaterThan, 0), (.greaterThanOrEqualTo, 1), (.notEqualTo, 0): true
    case (.equalTo, 0), (.lessThanOrEqualTo, 0), (.lessThan, 1): false
    default: nil
    }
  }
}
