import Foundation

/// A predicate from a format that is a constant or consists of several parts. `FormatCompoundPredicate` uses it for
/// evaluation.
///
/// Foundation's class on Linux supports only constants and blocks. This subclass stores the syntax tree, from which a
/// store's query is compiled, and evaluates it with objects.
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
