/// An object with methods that an expression can call by name. Without Objective-C, these are the only methods that it
/// can call.
package protocol FunctionCallable {
  /// - Throws: an error that names the method if there is none of this name for these arguments.
  func call(_ name: String, _ arguments: [Any?]) throws -> Any?
}

extension ExpressionSyntax {
  /// A call of a method by name. Calls of `valueForKey:` and `valueForKeyPath:` become key paths.
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
