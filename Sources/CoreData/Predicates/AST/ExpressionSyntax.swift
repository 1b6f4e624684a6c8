/// One side of a comparison as it was written.
indirect enum ExpressionSyntax: Sendable {
  case constant(ConstantSyntax)
  /// `SELF`.
  case evaluatedObject
  /// `$name`.
  case variable(String)
  /// `now()`: the time when the predicate is compiled, so that one time holds for all of a fetch.
  case now
  /// A path of keys from an expression. A key may be an aggregate: `@count`, `@sum`.
  case keyPath(of: ExpressionSyntax, [String])
  /// `{ …, … }`.
  case aggregate([ExpressionSyntax])
  case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
  case function(PredicateFunction, ExpressionSyntax)
  /// `SUBQUERY(collection, $variable, predicate)`.
  case subquery(ExpressionSyntax, variable: String, PredicateSyntax)

  /// A path of keys from the evaluated object.
  static func keyPath(_ keys: [String]) -> Self { .keyPath(of: .evaluatedObject, keys) }
}

/// The operators of numbers. The raw values are how the format language spells them.
enum ArithmeticOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulus = "%"
  case power = "**"
  case bitwiseAnd = "&"
  case bitwiseOr = "|"
  case bitwiseXor = "^"
  case leftShift = "<<"
  case rightShift = ">>"
}

/// The functions of one argument. The raw values are how the format language spells them.
enum PredicateFunction: String, Sendable, CaseIterable {
  case negate = "-"
  case onesComplement = "onesComplement:"
  case absolute = "abs:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case truncate = "trunc:"
  case squareRoot = "sqrt:"
  case lowercase = "lowercase:"
  case uppercase = "uppercase:"
  /// Without case and marks, as derived attributes keep a searchable copy.
  case canonical = "canonical:"
  /// The number of UTF-16 code units of a string.
  case length = "length:"
}

/// What is computed of a collection as a whole.
enum AggregateOperator: String, Sendable, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case minimum = "@min"
  case maximum = "@max"
  case average = "@avg"
}
