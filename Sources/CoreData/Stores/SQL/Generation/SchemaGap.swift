import Foundation

/// The error of an operation that the tables of the store do not support.
enum SchemaGap {
  static func error(_ description: String) -> NSError {
    .coreData(NSPersistentStoreIncompatibleSchemaError, description)
  }
}
