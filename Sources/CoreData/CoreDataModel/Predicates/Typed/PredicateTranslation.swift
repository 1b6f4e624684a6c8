import Foundation

/// A part of a typed predicate, translated to the format language.
enum TranslatedPart {
  case value(ExpressionSyntax)
  case condition(PredicateSyntax)
  /// A condition on an optional. Its value is nil if `present` is false.
  case optionalCondition(PredicateSyntax, present: PredicateSyntax)
  /// A range of values; a nil bound means unbounded.
  case range(from: ExpressionSyntax?, to: ExpressionSyntax?, isClosed: Bool)
}

/// The error for a part of a typed predicate that the format language cannot express.
struct UntranslatablePart: Error {}

/// A part of a typed predicate that can be translated to the format language.
///
/// Each of Foundation's generic expression types conforms and translates itself, because their type parameters are not
/// known here.
protocol TranslatablePredicateExpression {
  func translated(_ translation: PredicateTranslation) throws -> TranslatedPart
}

/// The state of a translation: the expressions for the variables in scope.
struct PredicateTranslation {
  private var variables: [PredicateExpressions.VariableID: ExpressionSyntax] = [:]
  private var depth = 0

  init(evaluatedObject: PredicateExpressions.VariableID) { variables[evaluatedObject] = .evaluatedObject }

  func binding(_ variable: PredicateExpressions.VariableID, to expression: ExpressionSyntax) -> PredicateTranslation {
    var inner = self
    inner.variables[variable] = expression
    return inner
  }

  /// Binds a variable for the elements of a collection to a name that no enclosing collection uses.
  func naming(_ variable: PredicateExpressions.VariableID) -> (name: String, inner: PredicateTranslation) {
    let name = "element\(depth + 1)"
    var inner = binding(variable, to: .variable(name))
    inner.depth += 1
    return (name, inner)
  }

  func expression(of variable: PredicateExpressions.VariableID) throws -> ExpressionSyntax {
    guard let expression = variables[variable] else { throw UntranslatablePart() }
    return expression
  }

  func translate(_ part: Any) throws -> TranslatedPart {
    guard let part = part as? any TranslatablePredicateExpression else { throw UntranslatablePart() }
    return try part.translated(self)
  }

  func expression(_ part: Any) throws -> ExpressionSyntax {
    switch try translate(part) {
    case .value(let expression): return expression
    case .condition(let condition): return .conditional(condition, .flag(true), .flag(false))
    case .optionalCondition(let condition, let present):
      return .conditional(present, .conditional(condition, .flag(true), .flag(false)), .constant(.null))
    case .range: throw UntranslatablePart()
    }
  }

  func condition(_ part: Any) throws -> PredicateSyntax {
    switch try translate(part) {
    case .value(.constant(.value(.int(let flag)))): return .constant(flag != 0)
    case .value(let expression): return .comparing(expression, .equalTo, .flag(true))
    case .condition(let condition): return condition
    case .optionalCondition, .range: throw UntranslatablePart()
    }
  }
}

extension PredicateSyntax {
  static func comparing(
    _ left: ExpressionSyntax, _ comparison: PredicateOperator, _ right: ExpressionSyntax,
    _ modifier: ComparisonModifier = .direct
  ) -> PredicateSyntax {
    .leaf(.comparison(ComparisonSyntax(left: left, comparison: comparison, right: right, modifier: modifier)))
  }

  static func isNil(_ expression: ExpressionSyntax) -> PredicateSyntax {
    .comparing(expression, .equalTo, .constant(.null))
  }

  static func isPresent(_ expression: ExpressionSyntax) -> PredicateSyntax {
    .comparing(expression, .notEqualTo, .constant(.null))
  }
}

extension ExpressionSyntax {
  static func flag(_ flag: Bool) -> ExpressionSyntax { .constant(.value(.int(flag ? 1 : 0))) }

  /// The value of a key of the expression's value.
  func key(_ key: String) -> ExpressionSyntax {
    if case .keyPath(let base, let keys) = self { return .keyPath(of: base, keys + [key]) }
    return .keyPath(of: self, [key])
  }

  /// The number of elements of the collection.
  var elementCount: ExpressionSyntax { key("@count") }

  var isNull: Bool {
    if case .constant(.value(.null)) = self { true } else { false }
  }
}
