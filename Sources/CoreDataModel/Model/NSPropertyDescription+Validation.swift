import Foundation

extension NSPropertyDescription {
  /// The predicates that a value must satisfy, in the order they were given. The bounds that the model editor offers
  /// are checked too, and are not among them.
  ///
  /// - Complexity: O(predicates).
  public var validationPredicates: [NSPredicate] {
    explicitValidation.map(\.predicate)
  }

  /// The text in the error when the predicate at the same index is not satisfied.
  ///
  /// - Complexity: O(predicates).
  public var validationWarnings: [Any] {
    explicitValidation.map(\.warning)
  }

  /// Replaces all that a value must satisfy, an attribute's bounds included. `SELF` in the predicates is the value.
  /// It traps when there are not as many warnings as predicates.
  ///
  /// - Parameters:
  ///   - validationPredicates: the predicates; nil for none.
  ///   - validationWarnings: as many texts, one for each predicate; nil for none.
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
