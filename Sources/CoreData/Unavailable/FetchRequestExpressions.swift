import Foundation

@available(
  *, unavailable, message: "Write FETCH(…) in a mapping model's format; elsewhere fetch twice, or use SUBQUERY."
)
public class NSFetchRequestExpression: NSObject {}

@available(*, unavailable, message: "FETCH(…) in a format is a function here.")
public var NSFetchRequestExpressionType: NSExpression.ExpressionType { unavailable() }
