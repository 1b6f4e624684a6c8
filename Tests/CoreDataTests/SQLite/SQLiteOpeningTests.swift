import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("What cannot be opened is refused with its name, and left as it is")
struct SQLiteOpeningTests {
  private func failure(
    _ url: URL, _ model: NSManagedObjectModel = Library.model(), readOnly: Bool = true
  ) throws -> NSError {
    let error = try #require(throws: NSError.self) { try StoreHandle(url, model, readOnly: readOnly) }
    #expect(error.domain == NSCocoaErrorDomain)
    return error
  }

  @Test func aMissingFile() throws {
    let folder = try TemporaryFolder()
    let error = try failure(folder.file())
    #expect(error.code == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(error.localizedDescription == "There is no store at \(folder.file().path).")
    #expect(folder.contents.isEmpty)
    #expect(throws: NSError.self) { try SQLiteStoreKind().metadata(at: folder.file()) }
    #expect(throws: NSError.self) { try SQLiteStoreKind().embeddedModel(at: folder.file()) }
  }

  @Test func aFolderThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let error = try failure(folder.file("none/Store.sqlite"), readOnly: false)
    #expect(error.code == CocoaError.fileNoSuchFile.rawValue)
    #expect(folder.contents.isEmpty)
  }

  @Test func aFolder() throws {
    let folder = try TemporaryFolder()
    for readOnly in [true, false] {
      let error = try failure(folder.url, readOnly: readOnly)
      #expect(error.code == NSPersistentStoreOpenError)
      #expect(error.localizedDescription == "There is no store at \(folder.url.path): it is not a file.")
    }
  }

  @Test(arguments: [true, false]) func aFileOfAnotherKind(_ readOnly: Bool) throws {
    let folder = try TemporaryFolder()
    let text = Data(String(repeating: "This is a letter to a friend.\n", count: 300).utf8)
    try text.write(to: folder.file())
    let error = try failure(folder.file(), readOnly: readOnly)
    #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
    #expect(error.localizedDescription == "Store.sqlite is not an SQLite database.")
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 26)
    #expect(try Data(contentsOf: folder.file()) == text)
    #expect(folder.contents == ["Store.sqlite"])
  }

  @Test(arguments: [true, false]) func aDatabaseOfAnotherKind(_ readOnly: Bool) throws {
    let folder = try TemporaryFolder()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("CREATE TABLE song (title TEXT)")
    database.close()
    let bytes = try Data(contentsOf: folder.file())
    let error = try failure(folder.file(), readOnly: readOnly)
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(
      error.localizedDescription
        == "Store.sqlite is an SQLite database, but not a Core Data store: it has no tables Z_METADATA and Z_PRIMARYKEY."
    )
    #expect(try Data(contentsOf: folder.file()) == bytes)
  }

  /// Such a database sorts texts in another order, so the store and its lists would disagree.
  @Test(arguments: ["UTF-16le", "UTF-16be"], [true, false])
  func aDatabaseOfAnotherEncoding(_ encoding: String, hasTables: Bool) throws {
    let folder = try TemporaryFolder()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("PRAGMA encoding = '\(encoding)'; CREATE TABLE Z_METADATA (Z_UUID TEXT)")
    try database.execute(hasTables ? "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER)" : "DROP TABLE Z_METADATA")
    database.close()
    let bytes = try Data(contentsOf: folder.file())
    let error = try failure(folder.file(), readOnly: false)
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(
      error.localizedDescription.hasPrefix("Store.sqlite keeps its texts in \(encoding), "), "\(error)")
    #expect(try Data(contentsOf: folder.file()) == bytes)
    #expect(folder.contents == ["Store.sqlite"])
  }

  /// An empty file becomes a store, unless it is opened read-only.
  @Test func anEmptyFile() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.file())
    #expect(try failure(folder.file()).code == NSPersistentStoreOpenError)
    let handle = try StoreHandle(folder.file(), Library.model())
    #expect(try handle.insert([try handle.new("Tag", 1)]).count == 1)
  }

  @Test func aStoreOfAnotherModel() throws {
    let folder = try TemporaryFolder()
    try StoreHandle(folder.file(), Library.everyType()).store.close()
    let bytes = try Data(contentsOf: folder.file())
    let error = try failure(folder.file(), readOnly: false)
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    for name in ["Person", "Musician", "Tag"] { #expect(error.localizedDescription.contains(name)) }
    #expect(try Data(contentsOf: folder.file()) == bytes)
  }

  @Test func aStoreWithoutMetadata() throws {
    let folder = try TemporaryFolder()
    try StoreHandle(folder.file(), Library.model()).store.close()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("DELETE FROM Z_METADATA")
    database.close()
    let error = try failure(folder.file())
    #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
    #expect(error.localizedDescription == "Store.sqlite is damaged: Z_METADATA has no row.")
  }

  /// If a table or column turns out to be missing only when it is used, the error names it.
  @Test func aTableThatIsDroppedWhileTheStoreIsOpen() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    handle.store.endReadTransaction()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("DROP TABLE ZTAG")
    database.close()
    let reading = try #require(throws: NSError.self) { try handle.all("Tag") }
    #expect(reading.code == NSPersistentStoreIncompatibleSchemaError)
    #expect(reading.localizedDescription == "Store.sqlite cannot be read: no such table: ZTAG.")
    handle.store.endReadTransaction()
    let saving = try #require(throws: NSError.self) { try handle.insert([try handle.new("Tag", 1)]) }
    #expect(saving.code == NSPersistentStoreIncompatibleSchemaError)
    #expect(saving.localizedDescription == "Store.sqlite cannot be saved to: no such table: ZTAG.")
  }

  @Test func aReadOnlyStoreSaysWhyItIsNotSaved() throws {
    let folder = try TemporaryFolder()
    try StoreHandle(folder.file(), Library.model()).store.close()
    let asked = try StoreHandle(folder.file(), Library.model(), readOnly: true)
    let error = try #require(throws: NSError.self) { try asked.insert([try asked.new("Tag", 1)]) }
    #expect(error.localizedDescription == "Store.sqlite was opened for reading only.")
    asked.store.close()
    chmod(folder.file().path, 0o444)
    let locked = try StoreHandle(folder.file(), Library.model())
    let refusal = try #require(throws: NSError.self) { try locked.insert([try locked.new("Tag", 1)]) }
    #expect(refusal.code == CocoaError.fileWriteNoPermission.rawValue)
    #expect(folder.contents == ["Store.sqlite"])
  }

  @Test func aLockedStoreTimesOut() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model(), timeout: 0)
    let database = try SampleDatabase(folder.file().path)
    try database.execute("BEGIN IMMEDIATE")
    let error = try #require(throws: NSError.self) { try handle.insert([try handle.new("Tag", 1)]) }
    #expect(error.code == NSPersistentStoreTimeoutError)
    try database.execute("COMMIT")
    database.close()
    #expect(try handle.insert([try handle.new("Tag", 1)]).count == 1)
  }

  @Test func aClosedStoreSaysSo() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    handle.store.close()
    for use in [{ _ = try handle.all("Tag") }, { _ = try handle.insert([try handle.new("Tag", 1)]) }] {
      let error = try #require(throws: NSError.self) { try use() }
      #expect(error.localizedDescription == "Store.sqlite was removed from its coordinator.")
    }
  }

  /// A store's name may be anything that the file system accepts.
  @Test(arguments: ["a b.sqlite", "100%?x=1#2.sqlite", "été.sqlite", "'\".sqlite", "noextension"])
  func anyName(_ name: String) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(name), Library.model())
    try handle.insert([try handle.new("Tag", 1, ["word": .string("here")])])
    handle.store.close()
    #expect(folder.contents == [name])
    #expect(try StoreHandle(folder.file(name), Library.model()).values("word", of: "Tag") == ["here"])
  }
}
