import CSwiftRuntime
import Foundation

/// A comparison, created from a format or in code.
///
/// It has no initializer, because Foundation's class cannot be instantiated on Linux (see `DeprecatedExpression`).
@available(*, deprecated)
final class DeprecatedComparison: Foundation.NSComparisonPredicate {
  private var content: Content?

  private final class Content {
    let comparison: ComparisonSyntax
    let compilation = KnownCompilation()
    init(_ comparison: ComparisonSyntax) { self.comparison = comparison }
  }

  static func make(_ comparison: ComparisonSyntax) -> DeprecatedComparison {
    // The stored properties of `NSPredicate` can be all zero, too.
    guard let pointer = cswift_make(unsafeBitCast(self as AnyClass, to: UnsafeRawPointer.self)) else {
      fatalError("There is no memory for a predicate.")
    }
    let predicate = Unmanaged<DeprecatedComparison>.fromOpaque(pointer).takeRetainedValue()
    predicate.content = Content(comparison)
    return predicate
  }

  private var made: Content {
    guard let content else { fatalError("A comparison is made with its content.") }
    return content
  }

  var comparison: ComparisonSyntax { made.comparison }

  var format: PredicateSyntax { .leaf(.comparison(comparison)) }

  override func evaluate(with object: Any?) -> Bool { evaluate(with: object, substitutionVariables: nil) }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    format.evaluate(with: object, bindings, made.compilation)
  }

  @available(*, deprecated, message: "Foundation on Linux holds that a predicate has no format; this one has.")
  override var predicateFormat: String { format.description }

  override var description: String { format.description }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? DeprecatedComparison else { return false }
    return other === self || other.description == description
  }

  override var hash: Int { description.hashValue }
}
