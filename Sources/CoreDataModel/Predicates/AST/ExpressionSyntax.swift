import Foundation

/// A side of a comparison as it was written.
package indirect enum ExpressionSyntax: Sendable {
  case constant(ConstantSyntax)
  /// `SELF`.
  case evaluatedObject
  /// `$name`.
  case variable(String)
  /// `now()`: in a fetch, the time when the predicate is compiled, so that one time holds for all of the fetch.
  case now
  /// `random()`, or `randomn:(limit)`.
  case random(ExpressionSyntax?)
  /// A path of keys from an expression. A key may be an aggregate: `@count`, `@sum`.
  case keyPath(of: ExpressionSyntax, [String])
  /// `{ …, … }`.
  case aggregate([ExpressionSyntax])
  case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
  case function(PredicateFunction, ExpressionSyntax)
  /// A function of a collection as a whole: `sum:(tracks.price)`.
  case statistic(AggregateOperator, ExpressionSyntax)
  /// `distinct:(collection)`.
  case distinct(ExpressionSyntax)
  /// `SUBQUERY(collection, $variable, predicate)`.
  case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
  /// `left UNION right` and its like.
  case set(SetOperator, ExpressionSyntax, ExpressionSyntax)
  /// `TERNARY(predicate, expression, expression)`.
  case conditional(PredicateSyntax, ExpressionSyntax, ExpressionSyntax)
  /// A block of the program's, with the expressions whose values it is handed.
  case block(ExpressionBlock, [ExpressionSyntax])

  /// `FUNCTION(object, "name:", …)`: a function that the object itself has. A fetch, `FETCH(request, context, flag)`,
  /// is a function of the context, named `FETCH`.
  case call(of: ExpressionSyntax, String, [ExpressionSyntax])

  /// The name of the function that a fetch is.
  package static let fetchName = "FETCH"

  /// The name of the function that an element by its place or key is: `collection[index]`.
  package static let elementName = "objectFrom:withIndex:"

  /// A path of keys from the evaluated object.
  package static func keyPath(_ keys: [String]) -> Self { .keyPath(of: .evaluatedObject, keys) }
}

/// The operators of numbers. The raw values are how the format language spells them.
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

/// The functions of one argument. The raw values are how the format language spells them.
package enum PredicateFunction: String, Sendable, CaseIterable {
  case negate = "-"
  case onesComplement = "onesComplement:"
  case absolute = "abs:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case truncate = "trunc:"
  case squareRoot = "sqrt:"
  case naturalLogarithm = "ln:"
  /// The logarithm to the base of 10.
  case logarithm = "log:"
  case exponential = "exp:"
  case lowercase = "lowercase:"
  case uppercase = "uppercase:"
  /// Without case and marks, as derived attributes keep a searchable copy.
  case canonical = "canonical:"
  /// The number of UTF-16 code units of a string.
  case length = "length:"
}

/// The functions of a collection as a whole. The raw values are their spelling in the format language.
package enum AggregateOperator: String, Sendable, CaseIterable {
  case count = "count:"
  case sum = "sum:"
  case minimum = "min:"
  case maximum = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"

  /// Creates the aggregate that a key of a path names.
  package init?(key: String) {
    guard let known = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = known
  }

  /// The spelling in a path; nil for an aggregate that is a function only.
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

/// A word in the place of an index. The raw values are its spelling in the format language.
package enum ElementWord: String, Sendable, CustomStringConvertible {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  /// - Parameter arguments: those of the function that an element by its index is.
  /// - Returns: nil where they are a place or a key.
  package init?(_ arguments: [ExpressionSyntax]) {
    guard case .constant(.object(let constant))? = arguments.first, let word = constant.object as? ElementWord else {
      return nil
    }
    self = word
  }

  package var description: String { rawValue }
}

/// The operators of sets. The raw values are how the format language spells them.
package enum SetOperator: String, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// A block that gives a value.
///
/// Unchecked: it is the program's, and runs on the queue on which the expression is evaluated.
package final class ExpressionBlock: @unchecked Sendable {
  typealias Body = (Any?, [Any], NSMutableDictionary?) -> Any?
  let body: Body
  init(_ body: @escaping Body) { self.body = body }
}
