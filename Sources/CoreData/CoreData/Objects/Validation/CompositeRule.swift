import Foundation

/// The rules for a composite attribute as a whole.
///
/// A composite attribute that is not optional must have a value. So must each element that is not optional, unless the
/// composite that it belongs to is optional and nil.
struct CompositeRule {
  /// A violation found in the value of a composite attribute.
  struct Problem {
    let code: Int
    /// The name of the attribute, or of the element without a value.
    let name: String
    /// The end of a sentence that starts with the name.
    let text: String
    var predicate: NSPredicate?
  }

  let slot: Int
  let name: String
  let composite: CompositeLayout
  private let isMandatory: Bool
  private let predicates: [NSPredicate]
  private let warnings: [String]

  /// - Returns: nil if the attribute has no rules.
  init?(slot: Int, of layout: EntityLayout, _ property: NSPropertyDescription?) {
    guard let composite = layout.slots[slot].composite else { return nil }
    self.slot = slot
    self.composite = composite
    name = layout.slots[slot].name
    isMandatory = !layout.slots[slot].isOptional
    predicates = property?.validationPredicates ?? []
    warnings = (property?.validationWarnings ?? []).map { "\($0)" }
    if !isMandatory, predicates.isEmpty, !composite.hasMandatoryElements { return nil }
  }

  /// The first violation, or nil.
  ///
  /// - Parameters:
  ///   - isNull: whether an element's slot has no value.
  ///   - dictionary: returns the value in the form that the program uses.
  func problem(isNull: (_ slot: Int) -> Bool, _ dictionary: () -> [String: Any]?) -> Problem? {
    if let missing = composite.missing(name, isMandatory: isMandatory, isNull) {
      return Problem(code: NSValidationMissingMandatoryPropertyError, name: missing, text: "must have a value")
    }
    guard !predicates.isEmpty, let value = dictionary() else { return nil }
    for (predicate, warning) in zip(predicates, warnings) {
      do {
        if try ObjectEvaluation(object: value, variables: [:]).holds(predicate.syntax) { continue }
        return Problem(
          code: NSManagedObjectValidationError, name: name, text: "is not valid: \(warning)", predicate: predicate)
      } catch {
        return Problem(
          code: NSManagedObjectValidationError, name: name,
          text: "cannot be validated: \(error.localizedDescription)", predicate: predicate)
      }
    }
    return nil
  }
}

extension CompositeLayout {
  /// Whether an element at any depth must have a value.
  fileprivate var hasMandatoryElements: Bool {
    elements.contains { element in
      if !element.isOptional { return true }
      if case .composite(let inner) = element.content { return inner.hasMandatoryElements }
      return false
    }
  }

  /// The name of the first element that must have a value and has none; nil if there is no such element.
  fileprivate func missing(_ name: String, isMandatory: Bool, _ isNull: (Int) -> Bool) -> String? {
    if slots.allSatisfy(isNull) { return isMandatory ? name : nil }
    for element in elements {
      switch element.content {
      case .value(let slot): if !element.isOptional, isNull(slot) { return "\(name).\(element.name)" }
      case .composite(let inner):
        let inner = inner.missing("\(name).\(element.name)", isMandatory: !element.isOptional, isNull)
        if let inner { return inner }
      }
    }
    return nil
  }
}
