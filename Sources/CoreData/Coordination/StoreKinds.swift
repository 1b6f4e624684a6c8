import Foundation

/// The kinds of stores that there are.
enum StoreKinds {
  static let all: [any StoreKind] = [SQLiteStoreKind(), InMemoryStoreKind()] + linked

  /// The kinds of this package's further libraries that the program links. Their names are looked up, so that no
  /// program has to call or import anything for them.
  private static var linked: [any StoreKind] {
    ["CoreDataPostgreSQL.PostgresStoreKind"].compactMap { (NSClassFromString($0) as? any LinkedStoreKind.Type)?.init() }
  }

  /// The kind of the store at an address, as far as the address says it, else the kind with a type's name: an address
  /// on a server is of no file, and the other way round.
  static func kind(at url: URL, named type: String) throws -> any StoreKind {
    let own = NSPersistentStoreDescription.type(of: url)
    return try kind(named: type == NSPostgreSQLStoreType || own == NSPostgreSQLStoreType ? own : type)
  }

  /// The kind with a type's name.
  ///
  /// - Parameters:
  ///   - type: the name, such as `NSSQLiteStoreType`.
  ///   - kinds: the kinds to choose from.
  /// - Throws: 134000 (`NSPersistentStoreInvalidTypeError`) when there is none, naming those that there are.
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
