import CoreData
import Foundation

/// Default values as literals in statements.
enum PostgresLiteral {
  static func text(_ slot: EntityLayout.Slot) -> String {
    guard case .attribute(let attributeType) = slot.kind, let type = PostgresType(attributeType),
      let text = text(slot.defaultValue)
    else { return "NULL" }
    return "\(text.quotedLiteral)::\(type.name)"
  }

  /// - Returns: nil for a value that a column cannot store.
  private static func text(_ value: Value) -> String? {
    switch value {
    case .int(let number): "\(number)"
    case .double(let number), .date(let number): text(number)
    case .string(let text): text.utf8.contains(0) ? nil : text
    case .data(let data): "\\x" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    case .uuid(let uuid): uuid.uuidString
    case .decimal(let box): PostgresSaving.kept(box.number)?.description
    case .null, .reference, .opaque: nil
    }
  }

  private static func text(_ number: Double) -> String? {
    if number.isNaN { return nil }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    // Stores -0 as 0, because both are equal.
    return "\(number + 0)"
  }
}
