import Foundation

extension _MadeBySyntax where Self: NSExpression {
  /// Evaluates the expression for an object.
  ///
  /// Traps if a variable has no value, or if a key cannot be read, because that is a mistake in the program.
  ///
  /// - Parameters:
  ///   - object: a managed object, a dictionary, a collection of these, or another value with readable keys.
  ///   - context: the values of variables by name. Blocks receive it, too.
  /// - Returns: the value. Numbers are `NSNumber`, collections are arrays, and values of key paths are unchanged.
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
