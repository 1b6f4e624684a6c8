import Foundation

/// Writes values as SQL literals.
enum SQLLiteral {
  /// The literal of a default value in its column's form; `NULL` if a column cannot hold it.
  static func text(_ value: Value, isExternal: Bool = false) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .double(let number), .date(let number): text(number)
    case .string(let text): self.text(text)
    case .data(let data): blob(isExternal ? Data([ExternalDataFolder.inlineMark]) + data : data)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { blob(Data($0)) }
    case .decimal(let box):
      switch StoredDecimal.storage(box.number) {
      case .integer(let number): "\(number)"
      case .real(let number): text(number)
      case nil: "NULL"
      }
    case .null, .reference, .opaque: "NULL"
    }
  }

  static func text(_ text: String) -> String {
    // SQLite would end the statement at a NUL character.
    guard !text.utf8.contains(0) else { return "CAST(\(blob(Data(text.utf8))) AS TEXT)" }
    return text.quotedLiteral
  }

  private static func text(_ number: Double) -> String {
    if number.isNaN { return "NULL" }
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }

  private static func blob(_ data: Data) -> String {
    "X'\(data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'"
  }
}
