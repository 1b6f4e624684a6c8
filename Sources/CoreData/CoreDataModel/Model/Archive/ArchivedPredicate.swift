import Foundation

/// Reads archived predicates and expressions.
///
/// It returns nil for anything that the predicate language cannot express, such as classes and functions of the
/// program.
enum ArchivedPredicate {
  /// The greatest depth. Real predicates nest only a few levels, and reading is recursive.
  private static let depthLimit = 64

  static func syntax(_ object: ArchivedObject, depth: Int = 0) -> PredicateSyntax? {
    guard depth < depthLimit, let name = try? object.className else { return nil }
    switch name {
    case "NSComparisonPredicate": return comparison(object, depth: depth).map { .leaf(.comparison($0)) }
    case "NSCompoundPredicate": return compound(object, depth: depth)
    case "NSTruePredicate": return .constant(true)
    case "NSFalsePredicate": return .constant(false)
    default: return nil
    }
  }

  private static func compound(_ object: ArchivedObject, depth: Int) -> PredicateSyntax? {
    guard let references = try? object.list(for: "NSSubpredicates"),
      let type = try? object.integer(for: "NSCompoundPredicateType") ?? 0
    else { return nil }
    let parts = references.compactMap { reference in
      (try? object.archive.object(reference)).flatMap { syntax($0, depth: depth + 1) }
    }
    guard parts.count == references.count else { return nil }
    switch type {
    case 0: return parts.count == 1 ? .negation(parts[0]) : nil
    case 1: return .conjunction(parts)
    case 2: return .disjunction(parts)
    default: return nil
    }
  }

  private static func comparison(_ object: ArchivedObject, depth: Int) -> ComparisonSyntax? {
    guard let left = (try? object.object(for: "NSLeftExpression")).flatMap({ expression($0, depth: depth) }),
      let right = (try? object.object(for: "NSRightExpression")).flatMap({ expression($0, depth: depth) }),
      let operation = try? object.object(for: "NSPredicateOperator"),
      let comparison = (try? operation.integer(for: "NSOperatorType")).flatMap({ operators[$0] }),
      let modifier = try? operation.integer(for: "NSModifier") ?? 0
    else { return nil }
    let modifiers: [Int64: ComparisonModifier] = [0: .direct, 1: .all, 2: .any]
    // String operators have their options under another key.
    let options = (try? operation.integer(for: "NSOptions")) ?? (try? operation.integer(for: "NSFlags")) ?? 0
    let isNegated = comparison == .equalTo && (try? operation.flag(for: "NSNegate")) == true
    return modifiers[modifier].map { modifier in
      ComparisonSyntax(
        left: left, comparison: isNegated ? .notEqualTo : comparison, right: right, modifier: modifier,
        options: StringOptions(rawValue: UInt8(truncatingIfNeeded: options & 15))
      )
    }
  }

  /// The operators by their raw values in `NSComparisonPredicate.Operator`.
  private static let operators: [Int64: PredicateOperator] = [
    0: .lessThan, 1: .lessThanOrEqualTo, 2: .greaterThan, 3: .greaterThanOrEqualTo, 4: .equalTo, 5: .notEqualTo,
    6: .matches, 7: .like, 8: .beginsWith, 9: .endsWith, 10: .in, 99: .contains, 100: .between,
  ]

  /// Reads an expression. Its kind is a raw value of `NSExpression.ExpressionType`.
  ///
  /// - Parameter allowsCalls: whether the expression may call methods by name, and fetch.
  static func expression(
    _ object: ArchivedObject, depth: Int = 0, allowsCalls: Bool = false
  ) -> ExpressionSyntax? {
    guard depth < depthLimit, let type = try? object.integer(for: "NSExpressionType") else { return nil }
    switch type {
    case 0:
      guard let reference = object.reference(for: "NSConstantValue") else { return .constant(.null) }
      return ArchivedValue.value(reference, in: object.archive).map { .constant(ConstantSyntax(argument: $0)) }
    case 1: return .evaluatedObject
    case 2: return (try? object.string(for: "NSVariable")).map { .variable($0) }
    case 3, 4: return call(object, depth: depth, allowsCalls)
    case 10: return (try? object.string(for: "NSKeyPath")).map { .keyPath(keys($0)) }
    case 50 where allowsCalls: return fetch(object, depth: depth)
    default: return nil
    }
  }

  /// Reads a function expression, which may also be a key path of an operand.
  private static func call(_ object: ArchivedObject, depth: Int, _ allowsCalls: Bool) -> ExpressionSyntax? {
    guard let selector = try? object.string(for: "NSSelectorName"),
      let references = try? object.list(for: "NSArguments")
    else { return nil }
    let arguments = references.compactMap { reference in
      (try? object.archive.object(reference)).flatMap {
        expression($0, depth: depth + 1, allowsCalls: allowsCalls)
      }
    }
    guard arguments.count == references.count else { return nil }
    let operand = try? object.object(for: "NSOperand")
    var target: ExpressionSyntax? {
      operand.flatMap { expression($0, depth: depth + 1, allowsCalls: allowsCalls) }
    }
    // The built-in functions have a class of Foundation's as their operand.
    if allowsCalls, let operand, operand.fields["NSConstantValueClassName"] == nil {
      return target.map { .call(named: selector, of: $0, arguments) }
    }
    if allowsCalls, let call = PredicateParser.call(selector, arguments) { return call }
    switch (selector, arguments.first) {
    case ("valueForKey:", .keyPath(_, let keys)?), ("valueForKeyPath:", .keyPath(_, let keys)?):
      return target.map { .keyPath(of: $0, keys) }
    case ("count:", .keyPath(let base, let keys)?): return .keyPath(of: base, keys + ["@count"])
    case ("now", nil): return .now
    case (_, let argument?):
      return arguments.count == 1 ? PredicateFunction(rawValue: selector).map { .function($0, argument) } : nil
    default: return nil
    }
  }

  /// Reads `FETCH(request, context, flag)`.
  private static func fetch(_ object: ArchivedObject, depth: Int) -> ExpressionSyntax? {
    func part(_ key: String) -> ExpressionSyntax? {
      (try? object.object(for: key)).flatMap { expression($0, depth: depth + 1, allowsCalls: true) }
    }
    guard let request = part("NSFRExpression"), let context = part("NSMOCExpression") else { return nil }
    let counts = (try? object.flag(for: "NSCountOnlyFlag")) == true
    return .call(of: context, ExpressionSyntax.fetchName, [request, .constant(.value(.int(counts ? 1 : 0)))])
  }

  private static func keys(_ path: String) -> [String] {
    path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
