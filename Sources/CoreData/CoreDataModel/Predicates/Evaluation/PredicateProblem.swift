import Foundation

/// The errors of predicates that cannot be compiled or evaluated.
package enum PredicateProblem {
  package static func error(_ description: String) -> NSError { .coreData(NSCoreDataError, description) }

  /// The error for a constant pattern of `MATCHES` that is not a regular expression.
  package static func noExpression(_ pattern: String, in comparison: ComparisonSyntax) -> NSError {
    error(
      "\(pattern) is not a regular expression: \(comparison). Try what users enter with "
        + "NSRegularExpression(pattern:) first.")
  }

  /// The error for an aggregate that does not exist.
  package static func unknownAggregate(_ name: String) -> NSError {
    let names = AggregateOperator.allCases.compactMap(\.key).joined(separator: ", ")
    return error("\(name) is not supported; there are \(names).")
  }
}
