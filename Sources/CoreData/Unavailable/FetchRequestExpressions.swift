import Foundation

@available(*, unavailable, message: "Foundation's expressions cannot be built on this platform: fetch twice.")
public class NSFetchRequestExpression: NSObject {}

@available(*, unavailable, message: "Foundation's expressions cannot be built on this platform.")
public var NSFetchRequestExpressionType: NSExpression.ExpressionType { unavailable() }
