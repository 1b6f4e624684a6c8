import Foundation

/// Reads a property's validation predicates.
///
/// Those that the model editor makes of bounds have an error code for a warning and are turned back into bounds; the
/// program's own have a text.
enum ArchivedValidation {
  static func read(_ object: ArchivedObject, into property: NSPropertyDescription) throws {
    try readTexts(object, into: property)
    let predicates = try object.list(for: "NSValidationPredicates")
    let warnings = try object.list(for: "NSValidationWarnings").map { ArchivedValue.value($0, in: object.archive) }
    for (index, reference) in predicates.enumerated() {
      guard let predicate = ArchivedPredicate(try object.archive.object(reference)) else { continue }
      let warning = warnings.indices.contains(index) ? warnings[index] : nil
      if let attribute = property as? NSAttributeDescription, warning is NSNumber,
        attribute.bounds.take(predicate)
      {
        continue
      }
      property.archivedValidation.append((format: predicate.format, warning: warning as? String ?? ""))
    }
  }

  /// Reads what our own writer writes.
  private static func readTexts(_ object: ArchivedObject, into property: NSPropertyDescription) throws {
    let formats = try object.strings(for: ArchivedKeys.validation)
    let warnings = formats.isEmpty ? [] : try object.strings(for: "NSValidationWarnings")
    for (index, format) in formats.enumerated() {
      let warning = warnings.indices.contains(index) ? warnings[index] : ""
      property.archivedValidation.append((format: format, warning: warning))
    }
    guard let attribute = property as? NSAttributeDescription else { return }
    func number(_ key: String) throws -> Decimal? {
      guard let text = try object.string(for: key) else { return nil }
      guard let number = Decimal(exactly: text) else { throw object.mismatch(key) }
      return number
    }
    attribute.bounds.minimum = try number(ArchivedKeys.minimum)
    attribute.bounds.maximum = try number(ArchivedKeys.maximum)
    attribute.bounds.pattern = try object.string(for: ArchivedKeys.pattern)
  }
}

extension AttributeBounds {
  /// Takes a predicate over as bounds.
  ///
  /// - Returns: false when it is something else; nothing was taken then.
  mutating func take(_ predicate: ArchivedPredicate) -> Bool {
    switch predicate {
    case .comparison("SELF", "MATCHES", let right):
      guard let text = right.constant as? String, pattern == nil else { return false }
      pattern = text
    case .comparison("SELF", ">=", let right), .comparison("length", ">=", let right):
      guard let number = Self.number(right.constant), minimum == nil else { return false }
      minimum = number
    case .comparison("SELF", "<=", let right), .comparison("length", "<=", let right):
      guard let number = Self.number(right.constant), maximum == nil else { return false }
      maximum = number
    case .and(let parts):
      var taken = self
      for part in parts where !taken.take(part) { return false }
      self = taken
    default: return false
    }
    return true
  }

  private static func number(_ constant: Any?) -> Decimal? {
    switch constant {
    case let number as NSNumber: number.decimalValue
    case let date as Date: Decimal(date.timeIntervalSinceReferenceDate)
    default: nil
    }
  }
}
