import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A coordinator has a store once")
struct SameStoreTests {
  /// The second store has another configuration, so that no entity would be in both.
  @Test("Neither a store nor a copy of it is added a second time", arguments: ["a.sqlite", "b.sqlite"])
  func second(name: String) throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: folder.file("a.sqlite")))
    try coordinator.replacePersistentStore(
      at: folder.file("b.sqlite"), withPersistentStoreFrom: folder.file("a.sqlite"), type: .sqlite)
    let music = try coordinator.addPersistentStore(
      type: .sqlite, configuration: "Music", at: folder.file("a.sqlite"))
    let error = try #require(throws: NSError.self) {
      try coordinator.addPersistentStore(type: .sqlite, configuration: "Folders", at: folder.file(name))
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription.contains(folder.file(name).path))
    #expect(error.localizedDescription.contains(folder.file("a.sqlite").path))
    #expect(coordinator.persistentStores == [music])
    // The refused store was closed again.
    try coordinator.remove(music)
    try coordinator.destroyPersistentStore(at: folder.file(name), type: .sqlite)
  }
}
