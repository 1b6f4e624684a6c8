import Foundation

/// A constant that was written in the format language, or the whole of what is compiled as one: a connective
/// (`FormatCompoundPredicate`) is evaluated by it.
///
/// Foundation's class on Linux has constants and blocks only. This subclass carries the syntax, from which a store's
/// query is compiled, and evaluates it like any other predicate.
final class FormatPredicate: NSPredicate {
  let format: PredicateSyntax
  private let compilation = KnownCompilation()

  init(_ format: PredicateSyntax) {
    self.format = format
    super.init(value: true)
  }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    format.evaluate(with: object, bindings, compilation)
  }

  @available(*, deprecated, message: "Foundation on Linux holds that a predicate has no format; this one has.")
  override var predicateFormat: String { format.description }

  override var description: String { format.description }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatPredicate else { return false }
    return other === self || other.format.description == format.description
  }

  override var hash: Int { format.description.hashValue }
}
