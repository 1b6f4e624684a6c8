import Foundation

extension NSPropertyDescription {
  /// The predicates that a value must satisfy, those that follow from an attribute's bounds last.
  public var validationPredicates: [NSPredicate] {
    explicitValidation.map(\.predicate)
  }

  /// What to say when the predicate at the same index is not satisfied.
  public var validationWarnings: [Any] {
    explicitValidation.map(\.warning)
  }

  /// Replaces the predicates that a value must satisfy. `SELF` in them is the value.
  ///
  /// - Parameters:
  ///   - validationPredicates: the predicates; nil for none.
  ///   - validationWarnings: as many texts, one for each predicate; nil for none.
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
    explicitValidation = zip(predicates, warnings).map { (predicate: $0, warning: $1) }
  }
}
