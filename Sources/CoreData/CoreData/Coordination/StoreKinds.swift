import Foundation

/// The available kinds of stores.
enum StoreKinds {
  static let all: [any StoreKind] = [SQLiteStoreKind(), InMemoryStoreKind()] + linked

  /// The kinds of this package's other libraries that the program links. They are found by name, so that the program
  /// need not call or import them.
  private static var linked: [any StoreKind] {
    ["CoreDataPostgreSQL.PostgresStoreKind"].compactMap { (NSClassFromString($0) as? any LinkedStoreKind.Type)?.init() }
  }

  /// Returns the kind of the store at an address. If the type or the address is of PostgreSQL, the address decides,
  /// because a store on a server is never in a file and vice versa. Otherwise the type decides.
  static func kind(at url: URL, named type: String) throws -> any StoreKind {
    let own = NSPersistentStoreDescription.type(of: url)
    return try kind(named: type == NSPostgreSQLStoreType || own == NSPostgreSQLStoreType ? own : type)
  }

  /// Returns the kind with a type's name.
  ///
  /// - Parameters:
  ///   - type: the name, such as `NSSQLiteStoreType`.
  ///   - kinds: the kinds to choose from.
  /// - Throws: 134000 (`NSPersistentStoreInvalidTypeError`) with the known types, if there is no such kind.
  static func kind(named type: String, among kinds: [any StoreKind] = all) throws -> any StoreKind {
    if let kind = kinds.first(where: { $0.type == type }) { return kind }
    if type == NSPostgreSQLStoreType {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        "Stores of the type \(type) need the library CoreDataPostgreSQL: let the program's target depend on this "
          + "package's product of that name, beside CoreData. It needs no import."
      )
    }
    let known = kinds.map(\.type).sorted().joined(separator: ", ")
    throw NSError.coreData(
      NSPersistentStoreInvalidTypeError, "There is no store of the type \(type) on this platform, only \(known)."
    )
  }
}
