import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A widget has the store open while the app puts a backup in its place, or removes it.
@Suite("A store whose file is gone takes no more saves, and says so")
struct MovedFileTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("Store.sqlite") }
  private var backup: URL { folder.file("Backup.sqlite") }

  /// The backup is the store as it was before its first row.
  init() throws {
    folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
    try FileManager.default.copyItem(at: url, to: backup)
  }

  enum Fate: CaseIterable { case replaced, removed }

  private func meet(_ fate: Fate) throws {
    for name in folder.contents where name.hasPrefix("Store.sqlite") {
      try FileManager.default.removeItem(at: folder.file(name))
    }
    if fate == .replaced { try FileManager.default.copyItem(at: backup, to: url) }
  }

  @Test(arguments: [false, true], Fate.allCases)
  func savesAreRefused(hasSaved: Bool, fate: Fate) throws {
    // Somebody else keeps the store's log in use.
    let other = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try other.addPersistentStore(type: .sqlite, at: url)
    let writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = other
    try writer.performAndWait {
      try writer.insert("Artist", ["name": "c"])
      try writer.save()
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      if hasSaved {
        try context.insert("Artist", ["name": "a"])
        try context.save()
      } else {
        #expect(try context.all("Artist").count == 1)
      }
      try meet(fate)
      try context.insert("Artist", ["name": "b"])
      for _ in 0..<2 {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSPersistentStoreSaveError)
        #expect(error?.localizedDescription.contains("removed or replaced") == true)
        #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 1032)
        #expect(context.hasChanges)
      }
    }
    if fate == .removed { return #expect(!FileManager.default.fileExists(atPath: url.path)) }
    #expect(try Data(contentsOf: url) == Data(contentsOf: backup))
    // Opened again it takes them.
    try coordinator.remove(store)
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    try context.performAndWait {
      try context.save()
      #expect(try context.all("Artist").map { $0.text("name") } == ["b"])
    }
  }
}
