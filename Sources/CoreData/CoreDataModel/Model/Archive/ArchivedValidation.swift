import Foundation

/// Reads a property's validation predicates.
///
/// The model editor converts bounds to predicates, whose warning is an error code; these are converted back to bounds.
/// The program's own predicates have a text as their warning.
enum ArchivedValidation {
  static func read(_ object: ArchivedObject, into property: NSPropertyDescription) throws {
    try readTexts(object, into: property)
    let predicates = try object.list(for: "NSValidationPredicates")
    let warnings = try object.list(for: "NSValidationWarnings").map { ArchivedValue.value($0, in: object.archive) }
    for (index, reference) in predicates.enumerated() {
      guard let syntax = ArchivedPredicate.syntax(try object.archive.object(reference)) else { continue }
      let warning = warnings.indices.contains(index) ? warnings[index] : nil
      if let attribute = property as? NSAttributeDescription, warning is NSNumber,
        attribute.bounds.take(syntax)
      {
        continue
      }
      property.explicitValidation.append((predicate: NSPredicate.written(syntax), warning: warning as? String ?? ""))
    }
  }

  /// Reads the entries with keys of this package.
  private static func readTexts(_ object: ArchivedObject, into property: NSPropertyDescription) throws {
    let formats = try object.strings(for: ArchivedKeys.validation)
    let warnings = formats.isEmpty ? [] : try object.strings(for: "NSValidationWarnings")
    for (index, format) in formats.enumerated() {
      guard let predicate = try? NSPredicate.parse(format: format) else { continue }
      let warning = warnings.indices.contains(index) ? warnings[index] : ""
      property.explicitValidation.append((predicate: predicate, warning: warning))
    }
    guard let attribute = property as? NSAttributeDescription else { return }
    func number(_ key: String) throws -> Decimal? {
      guard let text = try object.string(for: key) else { return nil }
      return ModelNote.unlessWrong("the attribute is read without that bound") {
        guard let number = Decimal(exactly: text) else { throw object.mismatch(key) }
        return number
      }
    }
    attribute.bounds.minimum = try number(ArchivedKeys.minimum)
    attribute.bounds.maximum = try number(ArchivedKeys.maximum)
    attribute.bounds.pattern = try object.string(for: ArchivedKeys.pattern)
  }
}

extension AttributeBounds {
  /// Converts a predicate to a bound and adds it.
  ///
  /// - Returns: false, with nothing changed, if the predicate does not describe a bound.
  mutating func take(_ predicate: PredicateSyntax) -> Bool {
    switch predicate {
    case .leaf(.comparison(let comparison)) where comparison.modifier == .direct && comparison.options.isEmpty:
      return take(comparison)
    case .and(let parts):
      var taken = self
      for part in parts where !taken.take(part) { return false }
      self = taken
      return true
    default: return false
    }
  }

  private mutating func take(_ comparison: ComparisonSyntax) -> Bool {
    guard case .constant(.value(let bound)) = comparison.right else { return false }
    switch (comparison.left, comparison.comparison, bound) {
    case (.evaluatedObject, .matches, .string(let text)) where pattern == nil: pattern = text
    case (.evaluatedObject, .greaterThanOrEqualTo, _),
      (.keyPath(.evaluatedObject, ["length"]), .greaterThanOrEqualTo, _):
      guard let number = Self.number(bound), minimum == nil else { return false }
      minimum = number
    case (.evaluatedObject, .lessThanOrEqualTo, _), (.keyPath(.evaluatedObject, ["length"]), .lessThanOrEqualTo, _):
      guard let number = Self.number(bound), maximum == nil else { return false }
      maximum = number
    default: return false
    }
    return true
  }

  private static func number(_ value: Value) -> Decimal? {
    switch value {
    case .int(let number): Decimal(number)
    case .double(let number), .date(let number): StoredDecimal.number(number).flatMap { $0.isNaN ? nil : $0 }
    case .decimal(let box): box.number
    default: nil
    }
  }
}
