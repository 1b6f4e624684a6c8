import Foundation

extension StoreSaving {
  /// Binds a value in its column's form.
  ///
  /// - Returns: the value that a read would return.
  /// - Throws: `ValueProblem` if the column cannot hold the value.
  mutating func bind(_ value: Value, kind: ColumnKind, to statement: Statement, at parameter: Int32) throws -> Value {
    switch (kind, value) {
    case (_, .null):
      try statement.bindNull(at: parameter)
    case (.integer(let range), .int(let number)):
      guard range.contains(number) else { throw ValueProblem.outOfRange(number, kind) }
      try statement.bind(number, at: parameter)
    case (.text, .string(let text)):
      try statement.bind(text, at: parameter)
    case (.date, .date(let number)), (.real, .double(let number)):
      // SQLite would store NULL instead.
      guard !number.isNaN else { throw ValueProblem.notNumber }
      try statement.bind(number, at: parameter)
    case (.reference, .reference(let key)):
      let key = try permanent(key)
      try statement.bind(key.primaryKey, at: parameter)
      return .reference(key)
    case (.decimal, .decimal(let box)):
      return try bind(box.number, to: statement, at: parameter)
    case (.uuid, .uuid), (.bytes, .data):
      try statement.bind(value, at: parameter)
    case (.externalBytes, .data(let data)):
      try bind(data, to: statement, at: parameter)
    case (_, .opaque(let box)):
      throw ValueProblem.opaque("\(type(of: box.object))")
    default:
      throw ValueProblem.mismatch(kind)
    }
    return value
  }

  /// Binds a decimal number. As in Apple's stores, it is rounded to a floating-point number unless it is an integer.
  private func bind(_ number: Decimal, to statement: Statement, at parameter: Int32) throws -> Value {
    switch StoredDecimal.storage(number) {
    case .integer(let integer):
      try statement.bind(integer, at: parameter)
      return .decimal(Decimal(integer))
    case .real(let fraction):
      guard let stored = StoredDecimal.number(fraction) else { throw ValueProblem.notNumber }
      try statement.bind(fraction, at: parameter)
      return .decimal(stored)
    case nil: throw ValueProblem.notNumber
    }
  }

  private mutating func bind(_ data: Data, to statement: Statement, at parameter: Int32) throws {
    if data.count > ExternalDataFolder.threshold {
      try statement.bind(ExternalDataFolder.reference(to: try externalData.write(data)), at: parameter)
    } else {
      try statement.bind(Data([ExternalDataFolder.inlineMark]) + data, at: parameter)
    }
  }
}
