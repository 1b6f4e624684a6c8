import Foundation

/// The error for two objects with the same unique values.
enum UniquenessViolation {
  /// Converts the error of a statement that wrote a row. If a constraint was violated, the new error names entity and
  /// attributes.
  static func reported(_ error: SQLiteError, entity: StoredEntity) -> any Error {
    guard error.isUniquenessViolation else { return error }
    let attributes = attributes(error.message, of: entity)
    let names = attributes.isEmpty ? "unique values" : attributes.joined(separator: " and ")
    return NSError.coreData(
      NSManagedObjectConstraintMergeError, "Two objects of \(entity.layout.name) have the same \(names).",
      underlying: error.underlying
    )
  }

  /// The attributes that SQLite's message names by columns, as in `UNIQUE constraint failed: ZCAR.ZNUMBERPLATE, …`.
  private static func attributes(_ message: String, of entity: StoredEntity) -> [String] {
    guard let colon = message.firstIndex(of: ":") else { return [] }
    return message[message.index(after: colon)...].split(separator: ",").compactMap { place in
      let column = place.drop(while: { $0 != "." }).dropFirst()
      guard let slot = entity.columns.firstIndex(where: { $0?.name == String(column) }) else { return nil }
      return entity.layout.slots[slot].name
    }
  }
}
