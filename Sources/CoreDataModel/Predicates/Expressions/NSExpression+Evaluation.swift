import Foundation

extension _MadeBySyntax where Self: NSExpression {
  /// The value of the expression for an object.
  ///
  /// Traps when a variable has no value, or a key cannot be read: an expression is part of the program.
  ///
  /// - Parameters:
  ///   - object: a managed object, a dictionary, a collection of such, or another value whose keys can be read.
  ///   - context: the values of variables by their names, and what is passed to blocks.
  /// - Returns: numbers as `NSNumber`, collections as arrays, what a key path leads to as it is; nil for nil.
  public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var variables: [String: Any] = [:]
    for case (let name as String, let value) in context ?? [:] { variables[name] = value }
    do {
      return try ObjectEvaluation(object: object, variables: variables).object(syntax)
    } catch {
      fatalError("The expression \(self) cannot be evaluated: \(error.localizedDescription)")
    }
  }
}
