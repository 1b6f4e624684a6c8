import Foundation

/// The errors of damaged rows, which name the object and property.
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

  /// Two rows are one object.
  static func repeatedKey(_ key: Int64, table: String) -> NSError {
    corrupt("Two rows of \(table) have the primary key \(key).")
  }

  /// A primary key is no integer.
  ///
  /// - Parameters:
  ///   - key: as SQL writes it.
  ///   - type: SQLite's name of its type.
  static func oddKey(_ key: String, type: String, table: String) -> NSError {
    corrupt("A row of \(table) has the primary key \(key.prefix(100)), which is \(type): it must be an integer.")
  }

  /// A primary key is one of those that objects have before they are saved.
  static func reservedKey(_ key: Int64, table: String) -> NSError {
    corrupt(
      "A row of \(table) has the primary key \(key): keys below \(RowKey.firstStoredKey) are kept for unsaved objects.")
  }

  private static func corrupt(_ description: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(CocoaError.fileReadCorruptFile.rawValue, description, underlying: underlying)
  }
}
