import CSwiftRuntime
import Foundation

/// An expression that this package created. There are no other expressions, because Foundation's initializers are
/// unavailable.
///
/// It has no initializer, because it could not call one of its superclass. `make` creates instances.
///
/// It is deprecated like its superclass, and used by the alias `WrittenExpression`. The superclass is named directly,
/// because the compiler cannot always resolve an alias through an associated type in time.
@available(*, deprecated)
class DeprecatedExpression: Foundation.NSExpression, SyntaxProviding {
  /// The syntax tree and the constant. Stored properties must be optional here, because `make` initializes them with
  /// zero bits.
  private final var content: Content?

  private final class Content {
    let syntax: ExpressionSyntax
    /// The object from which a constant was created, because a program can distinguish a Boolean from a number.
    let object: Any?

    init(_ syntax: ExpressionSyntax, _ object: Any?) {
      self.syntax = syntax
      self.object = object
    }
  }

  /// - Parameter object: the object from which a constant was created.
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
    // As Apple does, omit the parentheses around the outermost operator.
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
  /// The syntax tree of the expression.
  package var syntax: ExpressionSyntax { written.expressionSyntax }

  var written: WrittenExpression {
    guard let written = self as? WrittenExpression else {
      fatalError("\(type(of: self)) is a subclass of NSExpression that has no content: use NSExpression itself.")
    }
    return written
  }
}
