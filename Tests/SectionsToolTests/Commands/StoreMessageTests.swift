import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Messages about what is no store", .opensStores) struct StoreMessageTests {
  private func error(_ arguments: String..., status: Int32 = 1) async -> String {
    let run = await InProcessRun(arguments)
    #expect(run.status == status && run.output.isEmpty)
    return run.error.replacing("sections: ", with: "").trimmingCharacters(in: .newlines)
  }

  @Test func aFolderNamesItsStores() async throws {
    let store = try MusicStore()
    let folder = store.scratch.url.path
    _ = try store.scratch.file("notes.txt", "no store")
    for command in ["entities", "history", "browse"].prefix(2) {
      #expect(await error(command, folder) == "\(folder) is a folder. Name a store in it: Music.sqlite.")
    }
    let empty = try TemporaryFolder()
    #expect(await error("entities", empty.url.path) == "\(empty.url.path) is a folder, and no store is in it.")
  }

  @Test(arguments: [("-wal", "log"), ("-shm", "index of the log"), ("-journal", "journal")])
  func aFileBesideAStoreSaysWhoseItIs(_ ending: String, _ kind: String) async throws {
    let store = try MusicStore()
    let path = try store.scratch.file("Music.sqlite\(ending)", "what SQLite keeps")
    #expect(await error("entities", path) == "\(path) is the \(kind) of Music.sqlite: name that file.")
    let alone = try TemporaryFolder()
    let other = try alone.file("Other.sqlite\(ending)", "what SQLite keeps")
    #expect(await error("entities", other) == "\(other) is the \(kind) of Other.sqlite, which is not beside it.")
  }

  @Test(arguments: [1, 2, 5]) func aStoreThatWasCutOffCountsItsPages(_ pages: Int) async throws {
    let store = try MusicStore()
    let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let path = store.scratch.file("Cut.sqlite").path
    try whole.prefix(4096 * pages + 100).write(to: URL(fileURLWithPath: path))
    #expect(
      await error("entities", path)
        == "\(path) was cut off: its header names \(whole.count / 4096) pages, and the file has \(pages). Copy it again, or "
        + "save what is left with sqlite3 FILE .recover.")
  }

  @Test func aFileIsNamedOnce() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("text.sqlite", "no database, but a text that is long enough")
    #expect(await error("entities", path) == "\(path) is not an SQLite database. (file is not a database)")
    let missing = folder.file("none.sqlite").path
    #expect(await error("entities", missing) == "There is no store at \(missing).")
  }

  @Test func anObjectOfAnotherStoreIsNamed() async throws {
    let store = try MusicStore()
    let uri = "x-coredata://6BA7B810-9DAD-11D1-80B4-00C04FD430C8/Track/p1"
    let text = await error("value", store.path, uri, "title", status: 2)
    #expect(text.hasPrefix("'\(uri)' names no object of this store, whose objects begin with x-coredata://"), "\(text)")
    let word = await error("value", store.path, "seven", "title", status: 2)
    #expect(word == "'seven' names no object of this store; p7, 'Track p7' as lists print it, or a URI does.")
  }

  @Test(arguments: [
    ("Asset_", ". Did you mean 'Asset'?"), ("asset", ". Did you mean 'Asset' or 'AlbumAsset' or 'AssetGroup'?"),
    ("Xyz", "; it has AlbumAsset, Asset, AssetGroup, Entity0, Entity1, Entity10 and more:"),
  ])
  func ofManyEntitiesTheNearOnesAreNamed(_ name: String, _ message: String) async throws {
    let folder = try TemporaryFolder()
    let names = (0..<20).map { "Entity\($0)" } + ["Asset", "AlbumAsset", "AssetGroup"]
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: NSManagedObjectModel(names.map { NSEntityDescription($0, [NSAttributeDescription("name")]) }))
    let store = try coordinator.addPersistentStore(type: .sqlite, at: folder.file())
    try coordinator.remove(store)
    #expect(
      await error("list", folder.file().path, "--items", name, status: 2)
        == "--items: the store has no entity '\(name)'\(message) sections entities STORE --brief lists all 23.")
  }

  @Test func aStoreIsNoModel() async throws {
    let store = try MusicStore()
    let text = await error("entities", store.path, "--model", store.path, status: 2)
    #expect(text.hasPrefix("--model: \(store.path) is an SQLite database, and no model: "), "\(text)")
  }

  /// The tool reads a store without the classes of its program.
  @Test(.endsWithin(minutes: 20)) func whatIsForDevelopersIsNotLogged() throws {
    let store = try SampleStore(transformer: "NobodyHasIt")
    for arguments in [
      ["list", store.path, "--items", "Sample", "--json", "--show", "hidden"],
      ["list", store.path, "--items", "Sample", "--show", "hidden"], ["value", store.path, "p1", "hidden"],
    ] {
      let run = try ToolRun(arguments: arguments)
      #expect(!run.error.contains("value transformer"), "\(run.error)")
    }
  }
}
