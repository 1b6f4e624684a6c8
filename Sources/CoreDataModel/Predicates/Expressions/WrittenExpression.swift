import CSwiftRuntime
import Foundation

/// An expression that was built here: the only kind there is, as Foundation's initializers are unavailable.
///
/// It has no initializer either, for it could call none of its superclass; `make` makes it.
///
/// It is deprecated as its superclass is, and named by the alias below. A superclass must be named itself, because the
/// compiler does not always know yet what an alias by an associated type stands for when it needs it.
@available(*, deprecated)
class DeprecatedExpression: Foundation.NSExpression, SyntaxProviding {
  /// The syntax and the constant. A stored property must be optional here: it begins as zero bits.
  private final var content: Content?

  private final class Content {
    let syntax: ExpressionSyntax
    /// The object that a constant was made with, because a Boolean is not just a number to a program.
    let object: Any?

    init(_ syntax: ExpressionSyntax, _ object: Any?) {
      self.syntax = syntax
      self.object = object
    }
  }

  /// - Parameter object: the object that a constant was made with.
  static func make(_ syntax: ExpressionSyntax, object: Any? = nil) -> Self {
    let pointer = cswift_make(unsafeBitCast(self as AnyClass, to: UnsafeRawPointer.self))
    guard let pointer else { fatalError("There is no memory for an expression.") }
    let expression = Unmanaged<Self>.fromOpaque(pointer).takeRetainedValue()
    expression.content = Content(syntax, object)
    return expression
  }

  final var expressionSyntax: ExpressionSyntax { content?.syntax ?? .constant(.null) }

  final var constantObject: Any? { content?.object }

  override var description: String {
    // Apple writes the operator that stands outermost without brackets.
    guard case .arithmetic(let operation, let left, let right) = expressionSyntax, operation != .modulus else {
      return expressionSyntax.description
    }
    return "\(left) \(operation.rawValue) \(right)"
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? DeprecatedExpression else { return false }
    return other === self || other.description == description
  }

  override var hash: Int { description.hashValue }
}

extension _MadeBySyntax where Self: NSExpression {
  /// The syntax of the expression.
  package var syntax: ExpressionSyntax { written.expressionSyntax }

  var written: WrittenExpression {
    guard let written = self as? WrittenExpression else {
      fatalError("\(type(of: self)) is a subclass of NSExpression that has no content: use NSExpression itself.")
    }
    return written
  }
}
