import Foundation

extension NSPropertyDescription {
  /// The predicates that a value must satisfy, in the order in which they were set. The bounds of the model editor are
  /// checked, too, but are not included.
  ///
  /// - Complexity: O(predicates).
  public var validationPredicates: [NSPredicate] {
    explicitValidation.map(\.predicate)
  }

  /// The error texts, each for the predicate at the same index.
  ///
  /// - Complexity: O(predicates).
  public var validationWarnings: [Any] {
    explicitValidation.map(\.warning)
  }

  /// Replaces all validation rules, including an attribute's bounds. In the predicates, `SELF` is the value. Traps if
  /// the numbers of predicates and warnings differ.
  ///
  /// - Parameters:
  ///   - validationPredicates: the predicates; nil for none.
  ///   - validationWarnings: a text for each predicate; nil for none.
  /// - Complexity: O(predicates).
  public func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    let predicates = validationPredicates ?? []
    let warnings = validationWarnings ?? []
    guard predicates.count == warnings.count else {
      fatalError(
        "setValidationPredicates of \(name): \(predicates.count) predicates need as many warnings, "
          + "not \(warnings.count)."
      )
    }
    (self as? NSAttributeDescription)?.bounds = AttributeBounds()
    explicitValidation = zip(predicates, warnings).map { (predicate: $0, warning: $1) }
  }
}
