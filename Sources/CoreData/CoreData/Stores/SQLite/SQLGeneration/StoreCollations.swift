import CSQLite
import Foundation

/// The SQL collations that compare strings as `Collation` does in memory.
enum StoreCollations {
  /// The collation's SQL name; nil for the byte order, which is SQLite's default.
  static func name(_ collation: Collation) -> String? {
    collation == .binary ? nil : "cd_\(collation)"
  }

  static func name(_ options: StringOptions) -> String? { name(Collation(options)) }

  private static let all = Collation.allCases

  static func register(on connection: Connection) throws {
    for (index, collation) in all.enumerated() {
      guard let name = name(collation) else { continue }
      let code = sqlite3_create_collation_v2(
        connection.database, name, SQLITE_UTF8, UnsafeMutableRawPointer(bitPattern: index + 1),
        { data, leftCount, left, rightCount, right in
          let collation = StoreCollations.all[Int(bitPattern: data) - 1]
          return Int32(
            collation.compare(StoreCollations.bytes(left, leftCount), StoreCollations.bytes(right, rightCount)).rawValue
          )
        }, nil
      )
      guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
    }
  }

  private static func bytes(_ address: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: address?.assumingMemoryBound(to: UInt8.self), count: address == nil ? 0 : Int(count))
  }
}
