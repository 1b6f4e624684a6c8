import Foundation

/// Something was asked of a store that its tables have no place for.
enum SchemaGap {
  static func error(_ description: String) -> NSError {
    .coreData(NSPersistentStoreIncompatibleSchemaError, description)
  }
}
