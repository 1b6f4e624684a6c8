import CoreData
import Foundation

/// The form in which the server stores compared values. Memory compares integers, floating-point numbers and decimal
/// numbers with each other exactly, but the server rounds them.
enum PostgresStorage: Equatable {
  /// 0 or 1.
  case boolean
  /// Integers of up to 32 bits.
  case small
  case whole
  case fraction
  case decimal
  case text
  case data
  case uuid
  case reference

  var isNumber: Bool {
    switch self {
    case .boolean, .small, .whole, .fraction, .decimal: true
    case .text, .data, .uuid, .reference: false
    }
  }

  /// Whether the server can compute a minimum and a maximum of such values.
  var hasExtremes: Bool {
    switch self {
    case .boolean, .small, .whole, .fraction, .decimal, .text: true
    case .data, .uuid, .reference: false
    }
  }

  init?(_ type: NSAttributeType) {
    switch type {
    case .booleanAttributeType: self = .boolean
    case .integer16AttributeType, .integer32AttributeType: self = .small
    case .integer64AttributeType: self = .whole
    case .floatAttributeType, .doubleAttributeType, .dateAttributeType: self = .fraction
    case .decimalAttributeType: self = .decimal
    case .stringAttributeType, .URIAttributeType: self = .text
    case .binaryDataAttributeType, .transformableAttributeType: self = .data
    case .UUIDAttributeType: self = .uuid
    case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
    }
  }
}

extension CompiledExpression {
  /// The form in which the server has the values; nil if it does not compute them.
  func storage(in model: ModelLayout) -> PostgresStorage? {
    switch self {
    case .constant(let value): return value.storage
    case .object: return .reference
    case .path(_, let path):
      switch path.slot(in: model).kind {
      case .attribute(let type): return PostgresStorage(type)
      case .toOne: return .reference
      case .toMany: return nil
      }
    case .aggregate(.count, _, _): return .whole
    case .aggregate(.sum, _, let element?): return element.storage(in: model) == .small ? .whole : nil
    case .aggregate(.average, _, let element?): return element.storage(in: model) == .small ? .fraction : nil
    case .aggregate(.minimum, _, let element?), .aggregate(.maximum, _, let element?):
      return element.storage(in: model).flatMap { $0.hasExtremes ? $0 : nil }
    case .aggregate, .arithmetic, .function, .conditional: return nil
    }
  }
}

extension Value {
  fileprivate var storage: PostgresStorage? {
    switch self {
    case .null, .opaque: nil
    case .int: .whole
    case .double, .date: valueClass == .null ? nil : .fraction
    case .decimal: valueClass == .null ? nil : .decimal
    case .string: .text
    case .data: .data
    case .uuid: .uuid
    case .reference: .reference
    }
  }

  /// Converts the constant so that the server compares it exactly with values of a stored form, and returns it with its
  /// own form.
  ///
  /// - Returns: nil if no value of that form can equal the constant.
  /// - Throws: `Inexpressible` if the server would round.
  func comparable(with storage: PostgresStorage) throws -> (Value, PostgresStorage)? {
    guard let own = self.storage else { throw PredicateSQL.Inexpressible() }
    guard storage.isNumber else { return own == storage ? (self, own) : nil }
    guard own.isNumber else { return nil }
    let number: Value =
      switch self.number {
      case .int(let whole): .int(whole)
      case .double(let fraction): Int64(exactly: fraction).map { .int($0) } ?? .double(fraction)
      }
    switch (storage, number) {
    case (.boolean, .int), (.small, .int), (.whole, .int): return (number, .whole)
    case (.boolean, _), (.small, _), (.whole, _): return nil
    case (.fraction, .int(let whole)):
      return Int64(exactly: Double(whole)) == whole ? (.double(Double(whole)), .fraction) : nil
    case (.fraction, _): return (number, .fraction)
    case (_, .int(let whole)): return (.decimal(Decimal(whole)), .decimal)
    case (_, .double(let fraction)):
      guard fraction.magnitude < 0x1p53, let decimal = StoredDecimal.number(fraction) else {
        throw PredicateSQL.Inexpressible()
      }
      return (.decimal(decimal), .decimal)
    default: throw PredicateSQL.Inexpressible()
    }
  }
}

extension PostgresDialect {
  /// Both sides of a comparison, if their types are compared exactly by the server.
  func operands(
    _ left: CompiledExpression, _ right: CompiledExpression, in sql: inout PredicateSQL
  ) throws -> (PredicateSQL.Text, PredicateSQL.Text) {
    guard let leftStorage = left.storage(in: sql.schema.model), let rightStorage = right.storage(in: sql.schema.model)
    else { throw PredicateSQL.Inexpressible() }
    if case .constant(let constant) = right {
      // A constant that equals no stored value, such as 3.5 among integers, may still be less or greater.
      guard let (value, _) = try constant.comparable(with: leftStorage) else { throw PredicateSQL.Inexpressible() }
      return (
        try self.value(left, leftStorage, in: &sql),
        PredicateSQL.Text(sql: try sql.parameter(value), mayBeNull: false)
      )
    }
    if case .constant(let constant) = left {
      guard let (value, _) = try constant.comparable(with: rightStorage) else { throw PredicateSQL.Inexpressible() }
      return (
        PredicateSQL.Text(sql: try sql.parameter(value), mayBeNull: false),
        try self.value(right, rightStorage, in: &sql)
      )
    }
    guard leftStorage.isComparedExactly(with: rightStorage) else { throw PredicateSQL.Inexpressible() }
    return (try value(left, leftStorage, in: &sql), try value(right, rightStorage, in: &sql))
  }

  /// A value in the form in which it is compared. A Boolean is compared as a number.
  func value(
    _ expression: CompiledExpression, _ storage: PostgresStorage, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text {
    var text = try sql.value(expression)
    if storage == .boolean { text.sql += "::int4" }
    return text
  }
}

extension PostgresStorage {
  fileprivate func isComparedExactly(with other: PostgresStorage) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.boolean, .small), (.boolean, .whole), (.small, .whole), (.small, .boolean), (.whole, .boolean),
      (.whole, .small):
      return true
    // A `float8` represents every integer of 32 bits exactly.
    case (.boolean, .fraction), (.small, .fraction), (.fraction, .boolean), (.fraction, .small): return true
    case (.decimal, .boolean), (.decimal, .small), (.decimal, .whole), (.boolean, .decimal), (.small, .decimal),
      (.whole, .decimal):
      return true
    default: return false
    }
  }
}

extension PostgresType {
  /// The parameter type for a value; nil if it cannot be a parameter.
  init?(of value: Value) {
    switch value {
    case .null, .opaque: return nil
    case .int, .reference: self = .int8
    case .double(let number), .date(let number):
      guard !number.isNaN else { return nil }
      self = .float8
    case .decimal(let box):
      guard !box.number.isNaN else { return nil }
      self = .numeric
    case .string: self = .text
    case .data: self = .bytea
    case .uuid: self = .uuid
    }
  }
}
