import Foundation

/// A conjunction, disjunction or negation from a format. It has subpredicates, and equals a compound predicate that was
/// created from equal ones.
final class FormatCompoundPredicate: NSCompoundPredicate {
  let format: PredicateSyntax
  private let whole: FormatPredicate

  /// - Parameter parts: the subpredicates in the format.
  init(_ format: PredicateSyntax, _ type: LogicalType, _ parts: [PredicateSyntax]) {
    self.format = format
    whole = FormatPredicate(format)
    super.init(type: type, subpredicates: parts.map(NSPredicate.written))
  }

  required init?(coder: NSCoder) { nil }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    whole.evaluate(with: object, substitutionVariables: bindings)
  }

  @available(*, deprecated, message: "Foundation on Linux holds that a predicate has no format; this one has.")
  override var predicateFormat: String { format.description }

  override var description: String { format.description }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  // Overridden, because Foundation's method treats all compound predicates as equal.
  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSCompoundPredicate else { return false }
    if other === self { return true }
    guard other.compoundPredicateType == compoundPredicateType, other.subpredicates.count == subpredicates.count else {
      return false
    }
    return zip(subpredicates, other.subpredicates).allSatisfy { $0.isEqual($1) }
  }

  override var hash: Int { format.description.hashValue }
}

extension NSPredicate {
  /// Creates the predicate for a syntax tree.
  package static func written(_ syntax: PredicateSyntax) -> NSPredicate {
    switch syntax {
    case .and(let parts): FormatCompoundPredicate(syntax, .and, parts)
    case .or(let parts): FormatCompoundPredicate(syntax, .or, parts)
    case .not(let part): FormatCompoundPredicate(syntax, .not, [part])
    case .leaf(.comparison(let comparison)): WrittenComparison.make(comparison)
    case .constant, .leaf: FormatPredicate(syntax)
    }
  }
}
