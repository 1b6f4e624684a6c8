import Foundation

@available(*, unavailable, message: "Expressions run no fetch: fetch twice, or use SUBQUERY.")
public class NSFetchRequestExpression: NSObject {}

@available(*, unavailable, message: "Expressions run no fetch: there is no such kind.")
public var NSFetchRequestExpressionType: NSExpression.ExpressionType { unavailable() }
