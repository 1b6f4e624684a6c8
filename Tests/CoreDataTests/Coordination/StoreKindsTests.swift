import Foundation
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Kinds of stores")
struct StoreKindsTests {
  @Test func aLinkedLibrarysKindIsFoundByItsName() throws {
    #expect(try StoreKinds.kind(named: NSPostgreSQLStoreType) is PostgresStoreKind)
    let url = try #require(URL(string: "postgresql://me@localhost/world"))
    #expect(try StoreKinds.kind(at: url, named: NSSQLiteStoreType) is PostgresStoreKind)
    let file = URL(fileURLWithPath: "/a.sqlite")
    #expect(try StoreKinds.kind(at: file, named: NSPostgreSQLStoreType) is SQLiteStoreKind)
  }

  @Test func withoutTheLibraryTheErrorNamesIt() throws {
    let own: [any StoreKind] = [SQLiteStoreKind(), InMemoryStoreKind()]
    let error = #expect(throws: NSError.self) { try StoreKinds.kind(named: NSPostgreSQLStoreType, among: own) }
    #expect(error?.code == NSPersistentStoreInvalidTypeError)
    #expect(
      error?.localizedDescription
        == "Stores of the type PostgreSQL need the library CoreDataPostgreSQL: let the program's target depend "
        + "on this package's product of that name, beside CoreData. It needs no import.")
  }

  @Test func anUnknownTypeIsAnErrorThatNamesTheOthers() throws {
    let own: [any StoreKind] = [SQLiteStoreKind(), InMemoryStoreKind()]
    let error = #expect(throws: NSError.self) { try StoreKinds.kind(named: "XML", among: own) }
    #expect(error?.code == NSPersistentStoreInvalidTypeError)
    #expect(
      error?.localizedDescription == "There is no store of the type XML on this platform, only InMemory, SQLite.")
  }
}
