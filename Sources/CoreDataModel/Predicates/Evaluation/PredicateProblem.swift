import Foundation

/// The errors of predicates that cannot be compiled or evaluated.
package enum PredicateProblem {
  package static func error(_ description: String) -> NSError { .coreData(NSCoreDataError, description) }

  /// The error of a `MATCHES` whose written pattern is no regular expression.
  package static func noExpression(_ pattern: String, in comparison: ComparisonSyntax) -> NSError {
    error(
      "\(pattern) is not a regular expression: \(comparison). Try what users enter with "
        + "NSRegularExpression(pattern:) first.")
  }

  /// The error of an aggregate that there is not.
  package static func unknownAggregate(_ name: String) -> NSError {
    let names = AggregateOperator.allCases.compactMap(\.key).joined(separator: ", ")
    return error("\(name) is not supported; there are \(names).")
  }
}
