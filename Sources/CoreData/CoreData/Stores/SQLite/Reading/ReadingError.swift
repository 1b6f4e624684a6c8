import Foundation

/// The errors for damaged rows. They name the object and the property.
enum ReadingError {
  static func reported(_ error: any Error, entity: EntityLayout, primaryKey: Int64, property: String) -> any Error {
    let place = "\(entity.name).\(property) of the object p\(primaryKey)"
    switch error {
    case let problem as ColumnProblem:
      return corrupt("\(place) holds \(problem.found), and should hold \(problem.kind.expectation).")
    case let problem as UnknownEntityNumber:
      return corrupt(
        "\(place) leads to an object of entity number \(problem.number), which the model does not have there.")
    case let problem as ExternalDataProblem:
      return corrupt("\(place) \(problem.words).", underlying: problem.underlying)
    default: return error
    }
  }

  /// The error for two rows with the same primary key.
  static func repeatedKey(_ key: Int64, table: String) -> NSError {
    corrupt("Two rows of \(table) have the primary key \(key).")
  }

  /// The error for a primary key that is not an integer.
  ///
  /// - Parameters:
  ///   - key: the key as an SQL literal.
  ///   - type: SQLite's name for the key's type.
  static func oddKey(_ key: String, type: String, table: String) -> NSError {
    corrupt("A row of \(table) has the primary key \(key.prefix(100)), which is \(type): it must be an integer.")
  }

  /// The error for a primary key in the range of temporary keys.
  static func reservedKey(_ key: Int64, table: String) -> NSError {
    corrupt(
      "A row of \(table) has the primary key \(key): keys below \(RowKey.firstStoredKey) are kept for unsaved objects.")
  }

  private static func corrupt(_ description: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(CocoaError.fileReadCorruptFile.rawValue, description, underlying: underlying)
  }
}
