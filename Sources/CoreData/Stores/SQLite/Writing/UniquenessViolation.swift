import Foundation

/// Two objects were to have the same values for what is unique.
enum UniquenessViolation {
  /// The error of a statement that writes a row, with entity and attributes named where a constraint was violated.
  static func reported(_ error: SQLiteError, entity: StoredEntity) -> any Error {
    guard error.isUniquenessViolation else { return error }
    let attributes = attributes(error.message, of: entity)
    let names = attributes.isEmpty ? "unique values" : attributes.joined(separator: " and ")
    return NSError.coreData(
      NSManagedObjectConstraintMergeError, "Two objects of \(entity.layout.name) have the same \(names).",
      underlying: error.underlying
    )
  }

  /// SQLite's message ends in the columns: `UNIQUE constraint failed: ZCAR.ZNUMBERPLATE, …`.
  private static func attributes(_ message: String, of entity: StoredEntity) -> [String] {
    guard let colon = message.firstIndex(of: ":") else { return [] }
    return message[message.index(after: colon)...].split(separator: ",").compactMap { place in
      let column = place.drop(while: { $0 != "." }).dropFirst()
      guard let slot = entity.columns.firstIndex(where: { $0?.name == String(column) }) else { return nil }
      return entity.layout.slots[slot].name
    }
  }
}
