import CoreData
import Foundation

/// The column types, with the binary form of their values.
enum PostgresType: Sendable {
  case boolean
  case int2
  case int4
  case int8
  case float8
  case numeric
  case text
  case bytea
  case uuid

  /// The reason why the type cannot store a value.
  enum Problem: Error {
    case mismatch
    case notNumber
    /// The text contains U+0000, which the server cannot store.
    case zeroCharacter
    case opaque(String)
    case outOfRange(Int64)
    /// The value has more bytes than the server accepts.
    case tooLong(Int)
    /// The value and the preceding ones together have more bytes than the server accepts.
    case tooMuch(Int)
  }

  /// The maximum number of bytes of a message to the server.
  private static let longest = 1 << 30
  /// The bytes of a message that are reserved for everything besides values.
  private static let margin = 1 << 20

  /// The type of an attribute's column; nil for an attribute that no store can hold.
  init?(_ type: NSAttributeType) {
    switch type {
    case .booleanAttributeType: self = .boolean
    case .integer16AttributeType: self = .int2
    case .integer32AttributeType: self = .int4
    case .integer64AttributeType: self = .int8
    // Dates must be compared exactly, but the server's own type has only microseconds.
    case .floatAttributeType, .doubleAttributeType, .dateAttributeType: self = .float8
    case .decimalAttributeType: self = .numeric
    case .stringAttributeType, .URIAttributeType: self = .text
    case .UUIDAttributeType: self = .uuid
    case .binaryDataAttributeType, .transformableAttributeType: self = .bytea
    case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
    }
  }

  /// The type in a cast.
  var name: String {
    switch self {
    case .boolean: "boolean"
    case .int2: "int2"
    case .int4: "int4"
    case .int8: "int8"
    case .float8: "float8"
    case .numeric: "numeric"
    case .text: "text"
    case .bytea: "bytea"
    case .uuid: "uuid"
    }
  }

  /// The server's object identifier (OID) of the type.
  var number: Int32 {
    switch self {
    case .boolean: 16
    case .bytea: 17
    case .int8: 20
    case .int2: 21
    case .int4: 23
    case .text: 25
    case .float8: 701
    case .numeric: 1700
    case .uuid: 2950
    }
  }

  /// The type in a column definition. Texts are compared by their bytes.
  var declaration: String { self == .text ? "text COLLATE \"C\"" : name }

  /// Appends the bytes of a value.
  ///
  /// - Returns: false for nil, which has no bytes.
  func encode(_ value: Value, into bytes: inout [UInt8]) throws(Problem) -> Bool {
    switch (self, value) {
    case (_, .null): return false
    case (.boolean, .int(let number)): bytes.append(number == 0 ? 0 : 1)
    case (.int2, .int(let number)):
      guard let small = Int16(exactly: number) else { throw .outOfRange(number) }
      bytes.append(bigEndian: small)
    case (.int4, .int(let number)):
      guard let small = Int32(exactly: number) else { throw .outOfRange(number) }
      bytes.append(bigEndian: small)
    case (.int8, .int(let number)): bytes.append(bigEndian: number)
    case (.int8, .reference(let key)): bytes.append(bigEndian: key.primaryKey)
    case (.float8, .double(let number)), (.float8, .date(let number)):
      guard !number.isNaN else { throw .notNumber }
      // Stores -0 as 0, because both are equal.
      bytes.append(bigEndian: (number + 0).bitPattern)
    case (.numeric, .decimal(let box)):
      guard PostgresNumeric.encode(box.number, into: &bytes) else { throw .notNumber }
    case (.text, .string(let text)):
      let start = bytes.count
      try Self.check(text.utf8.count, behind: bytes.count)
      bytes.append(contentsOf: text.utf8)
      guard !bytes[start...].contains(0) else { throw .zeroCharacter }
    case (.bytea, .data(let data)):
      try Self.check(data.count, behind: bytes.count)
      bytes.append(contentsOf: data)
    case (.uuid, .uuid(let uuid)): withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    case (_, .opaque(let box)): throw .opaque("\(Swift.type(of: box.object))")
    default: throw .mismatch
    }
    return true
  }

  /// Checks the size of a row, whose values are sent in one message. A message that is too long ends the connection,
  /// and would be sent again to no avail.
  private static func check(_ count: Int, behind preceding: Int) throws(Problem) {
    guard count < longest else { throw .tooLong(count) }
    guard preceding + count < longest - margin else { throw .tooMuch(preceding + count) }
  }
}
