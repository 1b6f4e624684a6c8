import Foundation

/// The syntax tree of an expression.
package indirect enum ExpressionSyntax: Sendable {
  case constant(ConstantSyntax)
  /// `SELF`.
  case evaluatedObject
  /// `$name`.
  case variable(String)
  /// The current time, `now()`. In a fetch it is evaluated once, when the predicate is compiled.
  case now
  /// A random number, `random()` or `randomn:(limit)`.
  case random(ExpressionSyntax?)
  /// A key path from an expression. A key may be an aggregate such as `@count` or `@sum`.
  case keyPath(of: ExpressionSyntax, [String])
  /// A list of expressions, `{ …, … }`.
  case aggregate([ExpressionSyntax])
  case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
  case function(PredicateFunction, ExpressionSyntax)
  /// An aggregate function of a collection, such as `sum:(tracks.price)`.
  case statistic(AggregateOperator, ExpressionSyntax)
  /// `distinct:(collection)`.
  case distinct(ExpressionSyntax)
  /// `SUBQUERY(collection, $variable, predicate)`.
  case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
  /// A set operation such as `left UNION right`.
  case set(SetOperator, ExpressionSyntax, ExpressionSyntax)
  /// `TERNARY(predicate, expression, expression)`.
  case conditional(PredicateSyntax, ExpressionSyntax, ExpressionSyntax)
  /// A block of the program, and the expressions whose values it receives.
  case block(ExpressionBlock, [ExpressionSyntax])

  /// A method that an object implements, `FUNCTION(object, "name:", …)`. A fetch, `FETCH(request, context, flag)`, is a
  /// method of the context with the name `FETCH`.
  case call(of: ExpressionSyntax, String, [ExpressionSyntax])

  /// The method name of a fetch.
  package static let fetchName = "FETCH"

  /// The method name of `collection[index]`, which takes an index or key.
  package static let elementName = "objectFrom:withIndex:"

  /// A key path from the evaluated object.
  package static func keyPath(_ keys: [String]) -> Self { .keyPath(of: .evaluatedObject, keys) }
}

/// The operators for numbers. The raw values are their spellings in the format language.
package enum ArithmeticOperator: String, Sendable, CaseIterable {
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

/// The functions with one argument. The raw values are their spellings in the format language.
package enum PredicateFunction: String, Sendable, CaseIterable {
  case negate = "-"
  case onesComplement = "onesComplement:"
  case absolute = "abs:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case truncate = "trunc:"
  case squareRoot = "sqrt:"
  case naturalLogarithm = "ln:"
  /// The logarithm to base 10.
  case logarithm = "log:"
  case exponential = "exp:"
  case lowercase = "lowercase:"
  case uppercase = "uppercase:"
  /// Removes case and diacritics, as derived attributes do for a searchable copy.
  case canonical = "canonical:"
  /// The number of UTF-16 code units of a string.
  case length = "length:"
}

/// The aggregate functions of collections. The raw values are their spellings in the format language.
package enum AggregateOperator: String, Sendable, CaseIterable {
  case count = "count:"
  case sum = "sum:"
  case minimum = "min:"
  case maximum = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"

  /// Creates an aggregate from a key of a key path, such as `@sum`.
  package init?(key: String) {
    guard let known = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = known
  }

  /// The spelling in a key path; nil for an aggregate that is available only as a function.
  package var key: String? {
    switch self {
    case .count: "@count"
    case .sum: "@sum"
    case .minimum: "@min"
    case .maximum: "@max"
    case .average: "@avg"
    case .median, .mode, .standardDeviation: nil
    }
  }
}

/// A keyword in place of an index, as in `collection[FIRST]`. The raw values are the spellings in the format language.
package enum ElementWord: String, Sendable, CustomStringConvertible {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  /// - Parameter arguments: the arguments of the method `elementName`.
  /// - Returns: nil if the argument is an index or key.
  package init?(_ arguments: [ExpressionSyntax]) {
    guard case .constant(.object(let constant))? = arguments.first, let word = constant.object as? ElementWord else {
      return nil
    }
    self = word
  }

  package var description: String { rawValue }
}

/// The set operators. The raw values are their spellings in the format language.
package enum SetOperator: String, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// A block that computes a value.
///
/// Unchecked `Sendable`, because the block is the program's and runs on the queue on which the expression is evaluated.
package final class ExpressionBlock: @unchecked Sendable {
  typealias Body = (Any?, [Any], NSMutableDictionary?) -> Any?
  let body: Body
  init(_ body: @escaping Body) { self.body = body }
}
