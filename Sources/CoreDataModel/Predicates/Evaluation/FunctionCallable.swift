/// An object with functions that an expression calls by name. Without an Objective-C runtime no other functions are
/// found.
package protocol FunctionCallable {
  /// - Throws: an error that names the function when there is none of the name for these arguments.
  func call(_ name: String, _ arguments: [Any?]) throws -> Any?
}

extension ExpressionSyntax {
  /// The call of a function by name. Reading a key is a path, as if it had been written as one.
  static func call(named name: String, of target: Self, _ arguments: [Self]) -> Self {
    if ["valueForKey:", "valueForKeyPath:"].contains(name), arguments.count == 1 {
      switch arguments[0] {
      case .constant(.value(.string(let path))):
        return .keyPath(of: target, path.split(separator: ".").map(String.init))
      case .keyPath(.evaluatedObject, let keys): return .keyPath(of: target, keys)
      default: break
      }
    }
    return .call(of: target, name, arguments)
  }
}
