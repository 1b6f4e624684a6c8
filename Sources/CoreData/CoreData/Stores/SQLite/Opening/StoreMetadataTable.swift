import CSQLite
import Foundation

/// The table `Z_METADATA`. Its row holds the store's UUID and a property list.
enum StoreMetadataTable {
  private static let query = "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"

  /// - Throws: 259 if the row is missing or invalid.
  static func read(_ file: StoreFile, on connection: Connection) throws -> StoreMetadata {
    try connection.withStatement(query) { statement in
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

  /// Whether the table holds exactly this metadata. Compares bytes without copying them.
  static func holds(_ metadata: StoreMetadata, on connection: Connection) throws -> Bool {
    try connection.withStatement(query) { statement in
      guard try statement.step() else { return false }
      return statement.withText(at: 0) { $0.elementsEqual(metadata.identifier.utf8) }
        && statement.withBytes(at: 1) { list in
          metadata.propertyList.withUnsafeBytes { known in
            guard known.count == list.count, let start = known.baseAddress, let other = list.baseAddress else {
              return known.isEmpty && list.isEmpty
            }
            return memcmp(start, other, known.count) == 0
          }
        }
    }
  }

  static func write(_ propertyList: Data, on connection: Connection) throws {
    try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1") { statement in
      try statement.bind(propertyList, at: 1)
      try statement.run()
    }
  }

  /// Replaces the property list by a newer form, unless another process has changed it.
  static func replace(_ former: Data, by new: Data, on connection: Connection) throws {
    try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1 WHERE Z_PLIST = ?2") { statement in
      try statement.bind(new, at: 1)
      try statement.bind(former, at: 2)
      try statement.run()
    }
  }

  /// The greatest accepted size in bytes. Core Data's lists are smaller, and parsing a larger one could exhaust memory.
  private static let largestList = 16 << 20
}
