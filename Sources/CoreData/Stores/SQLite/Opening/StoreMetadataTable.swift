import CSQLite
import Foundation

/// The table `Z_METADATA`: one row with the store's identity and a property list.
enum StoreMetadataTable {
  /// - Throws: when there is no row, or it is not what the table should hold.
  static func read(_ file: StoreFile, on connection: Connection) throws -> StoreMetadata {
    try connection.withStatement("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1") { statement in
      guard try statement.step() else { throw StoreOpeningError.damaged(file, "Z_METADATA has no row") }
      let identifier = statement.text(at: 0)
      guard !identifier.isEmpty, !identifier.utf8.contains(0), identifier.utf8.count <= 255 else {
        throw StoreOpeningError.damaged(file, "Z_METADATA does not name the store's UUID")
      }
      let list = statement.data(at: 1)
      guard list.count <= largestList else {
        throw StoreOpeningError.damaged(file, "its metadata is larger than \(largestList) bytes")
      }
      return StoreMetadata(identifier: identifier, propertyList: list)
    }
  }

  static func write(_ propertyList: Data, on connection: Connection) throws {
    try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1") { statement in
      try statement.bind(propertyList, at: 1)
      try statement.run()
    }
  }

  /// A property list larger than this is not Core Data's, and parsing it could take all memory.
  private static let largestList = 16 << 20
}
