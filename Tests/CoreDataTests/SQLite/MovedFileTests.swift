import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A widget has the store open while the app replaces it by a backup, or removes it.
@Suite("A store whose file is gone takes no more saves, and says so")
struct MovedFileTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("Store.sqlite") }
  private var backup: URL { folder.file("Backup.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  enum Fate: CaseIterable { case replaced, removed, movedAway }

  private func meet(_ fate: Fate) throws {
    let aside = folder.file("aside")
    if fate == .movedAway { try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false) }
    for name in folder.contents where name.hasPrefix("Store.sqlite") {
      if fate == .movedAway {
        try FileManager.default.moveItem(at: folder.file(name), to: aside.appendingPathComponent(name))
      } else {
        try FileManager.default.removeItem(at: folder.file(name))
      }
    }
    if fate == .replaced { try FileManager.default.copyItem(at: backup, to: url) }
  }

  private func opened(at url: URL, _ journal: String = "WAL") throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(
      type: .sqlite, at: url, options: [NSSQLitePragmasOption: ["journal_mode": journal]])
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func save(_ name: String, in context: NSManagedObjectContext) throws {
    try context.performAndWait {
      try context.insert("Artist", ["name": name])
      try context.save()
    }
  }

  /// The backup is a copy of the store from before its first row.
  @Test(arguments: [false, true], Fate.allCases)
  func savesAreRefused(hasSaved: Bool, fate: Fate) throws {
    for journal in ["WAL", "DELETE"] {
      // Another connection keeps the WAL in use.
      let other = try opened(at: url, journal)
      try FileManager.default.copyItem(at: url, to: backup)
      try save("c", in: other)
      let context = try opened(at: url, journal)
      try context.performAndWait {
        if hasSaved {
          try save("a", in: context)
        } else {
          #expect(try context.all("Artist").count == 1)
        }
        try meet(fate)
        try context.insert("Artist", ["name": "b"])
        for _ in 0..<2 {
          let error = #expect(throws: NSError.self, "\(journal)") { try context.save() }
          #expect(error?.code == NSPersistentStoreSaveError)
          #expect(error?.localizedDescription.contains("removed or replaced") == true)
          #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 1032)
          #expect(context.hasChanges)
        }
      }
      if fate == .replaced {
        #expect(try Data(contentsOf: url) == Data(contentsOf: backup))
        // After it is opened again, the store accepts the changes.
        let coordinator = try #require(context.persistentStoreCoordinator)
        try coordinator.remove(try #require(coordinator.persistentStores.first))
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        try context.performAndWait {
          try context.save()
          #expect(try context.all("Artist").map { $0.text("name") } == ["b"])
        }
      } else {
        #expect(!FileManager.default.fileExists(atPath: url.path))
      }
      for context in [context, other] {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }
      for name in folder.contents { try FileManager.default.removeItem(at: folder.file(name)) }
    }
  }

  /// No other connection has the store open, so that it has no WAL and is read without locks. An open file can still be
  /// read, and nothing may be read from the new file.
  @Test(arguments: [false, true], Fate.allCases)
  func nobodyElseHasIt(hasRead: Bool, fate: Fate) throws {
    try save("a", in: opened(at: url))
    try save("other", in: opened(at: backup))
    #expect(!folder.contents.contains("Store.sqlite-wal"))
    let context = try opened(at: url)
    try context.performAndWait {
      if hasRead { #expect(try context.texts("Artist", "name") == ["a"]) }
      try meet(fate)
      if hasRead {
        #expect(try context.texts("Artist", "name") == ["a"])
      } else {
        let error = #expect(throws: NSError.self) { try context.all("Artist") }
        #expect(error?.localizedDescription.contains("removed or replaced") == true)
        #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 1032)
      }
      try context.insert("Artist", ["name": "b"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreSaveError && context.hasChanges)
      #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 1032)
    }
    if fate == .replaced { #expect(try Data(contentsOf: url) == Data(contentsOf: backup)) }
    #expect(!folder.contents.contains("Store.sqlite-wal"))
  }

  /// One connection has the file open, and another thread reads on it. Other reads must wait for it, and no object may
  /// count as deleted. A read within that read must still end.
  @Test(arguments: Fate.allCases) func theOneWhoHasItIsWaitedFor(fate: Fate) async throws {
    try save("a", in: opened(at: url))
    try save("other", in: opened(at: backup))
    let context = try opened(at: url)
    let artist = try context.performAndWait { UncheckedTransfer(try context.all("Artist")[0]) }
    let store = try #require(context.persistentStoreCoordinator?.persistentStores[0].rows as? SQLiteStore)
    try meet(fate)
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reading = Thread {
      try? store.readers.read { _ in
        isReading.signal()
        mayEnd.wait()
      }
    }
    reading.start()
    isReading.wait()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { mayEnd.signal() }
    context.performAndWait {
      context.refreshAllObjects()
      #expect(artist.value.text("name") == "a")
      #expect(artist.value.managedObjectContext != nil)
    }
    let error = #expect(throws: SQLiteError.self) {
      try store.readers.read { _ in try store.readers.read { _ in } }
    }
    #expect(error?.code == 1032)
  }

  /// A link to the file may change, and another process may write to the file. Neither means that the file is gone.
  @Test func aLinkToTheFileIsNotTheFile() throws {
    let (first, second) = (folder.file("first"), folder.file("second"))
    try save("a", in: opened(at: url))
    try FileManager.default.createSymbolicLink(at: first, withDestinationURL: url)
    let (context, other) = (try opened(at: first), try opened(at: url))
    try save("b", in: context)
    try FileManager.default.moveItem(at: first, to: second)
    try FileManager.default.createSymbolicLink(at: first, withDestinationURL: url)
    try save("c", in: other)
    try save("d", in: context)
    let names = try context.performAndWait { try context.texts("Artist", "name") }
    #expect(names == ["a", "b", "c", "d"])
  }
}
