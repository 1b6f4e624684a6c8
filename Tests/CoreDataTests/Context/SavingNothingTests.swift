import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Saves without changes")
struct SavingNothingTests {
  /// Returns the notifications that a context posts within a closure.
  private func posted(by context: NSManagedObjectContext, _ body: () throws -> Void) rethrows -> [String] {
    let names: [(Notification.Name, String)] = [
      (NSManagedObjectContext.willSaveObjectsNotification, "will"),
      (NSManagedObjectContext.didSaveObjectsNotification, "did"),
      (NSManagedObjectContext.didSaveObjectIDsNotification, "IDs"),
    ]
    let recorded = Protected<[String]>([])
    let tokens = names.map { name, word in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { notification in
        let counts = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey].map { key in
          let objects = notification.userInfo?[key] as? Set<NSManagedObject>
          let ids = notification.userInfo?[key + "_objectIDs"] as? Set<NSManagedObjectID>
          return (objects?.count ?? ids?.count).map(String.init) ?? "-"
        }
        recorded.withLock { $0.append(word == "will" ? word : "\(word) \(counts.joined(separator: " "))") }
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    try body()
    return recorded.withLock { $0 }
  }

  @Test("They are announced as any other, and no list is notified of a write", arguments: MusicStack.types)
  func notifications(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let trace = EventTrace(context)
      let number = stack.coordinator.saveNumber
      #expect(try posted(by: context) { try context.save() } == ["will", "did 0 0 0", "IDs 0 0 0"])
      #expect(trace.take() == [])
      #expect(stack.coordinator.saveNumber == number)
      try context.insert("Tag", ["name": "a"])
      #expect(try posted(by: context) { try context.save() } == ["will", "did 1 0 0", "IDs 1 0 0"])
    }
  }

  @Test("What an observer changes when notified of them is saved", arguments: MusicStack.types)
  func changedInWillSave(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let handover = UncheckedTransfer(tag)
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.willSaveObjectsNotification, object: context, queue: nil
      ) { _ in handover.value.setValue("b", forKey: "name") }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.save()
      #expect(!context.hasChanges)
    }
    try stack.run { (context) throws in #expect(try context.texts("Tag", "name") == ["b"]) }
  }

  @Test("Metadata that were set are written, with and without changes of objects")
  func metadata() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let url = try #require(stack.store.url)
    func stored() throws -> String? {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)["note"] as? String
    }
    func set(_ note: String) {
      var metadata = stack.coordinator.metadata(for: stack.store)
      metadata["note"] = note
      stack.coordinator.setMetadata(metadata, for: stack.store)
    }
    try stack.run { (context) throws in
      set("first")
      try context.save()
      #expect(try stored() == "first")
      set("second")
      try context.insert("Tag", ["name": "a"])
      try context.save()
      #expect(try stored() == "second")
      #expect(!stack.store.hasUnsavedMetadata)
    }
  }

  /// One store for folders, one for all the rest.
  private func twoStores(
    in folder: TemporaryFolder
  ) throws -> (NSPersistentStoreCoordinator, music: NSPersistentStore, folders: NSPersistentStore) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let stores = try ["Music", "Folders"].map { name in
      try coordinator.addPersistentStore(type: .sqlite, configuration: name, at: folder.file(name + ".sqlite"))
    }
    return (coordinator, stores[0], stores[1])
  }

  private func storedNote(of store: NSPersistentStore) throws -> String? {
    let url = try #require(store.url)
    return try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)["note"] as? String
  }

  @Test("Metadata are written to a store of which no object was changed")
  func metadataOfAnotherStore() throws {
    let folder = try TemporaryFolder()
    let (coordinator, _, folders) = try twoStores(in: folder)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      folders.metadata["note"] = "kept"
      try context.insert("Tag", ["name": "a"])
      try context.save()
    }
    #expect(try storedNote(of: folders) == "kept")
  }

  @Test("Metadata set on a read-only store wait until it may be written, and stop no save of another store")
  func metadataOfAReadOnlyStore() throws {
    let folder = try TemporaryFolder()
    let (coordinator, music, folders) = try twoStores(in: folder)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    folders.isReadOnly = true
    try context.performAndWait {
      folders.metadata["note"] = "waits"
      music.metadata["note"] = "kept"
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      #expect(!tag.objectID.isTemporaryID)
      try context.save()
      #expect(try context.texts("Tag", "name") == ["a"])
      #expect(try storedNote(of: music) == "kept")
      #expect(try storedNote(of: folders) == nil)
      #expect(folders.metadata["note"] as? String == "waits")
      // Objects of the read-only store are still refused.
      let refused = try context.insert("Folder")
      #expect(throws: NSError.self) { try context.save() }
      context.delete(refused)
      folders.isReadOnly = false
      try context.save()
      #expect(try storedNote(of: folders) == "waits")
    }
  }

  @Test("A lock on an object ends with the save that it was set for", arguments: MusicStack.types)
  func lockEnds(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      context.detectConflicts(for: tags[0])
      tags[1].setValue("c", forKey: "name")
      try context.save()
      let id = tags[0].objectID
      try stack.saving { $0.object(with: id).setValue("theirs", forKey: "name") }
      tags[1].setValue("d", forKey: "name")
      try context.save()
      #expect(tags[1].text("name") == "d")
    }
  }

  @Test(
    "After a save that another context's changes stopped, an object that is refreshed can be saved",
    arguments: MusicStack.types)
  func failedThenSaved(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let id = tags[0].objectID
      try stack.saving { $0.object(with: id).setValue("theirs", forKey: "name") }
      for tag in tags { tag.setValue("mine", forKey: "name") }
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSManagedObjectMergeError)
      context.refresh(tags[0], mergeChanges: true)
      try context.save()
      for tag in tags { tag.setValue("again", forKey: "name") }
      try context.save()
      #expect(try context.texts("Tag", "name") == ["again", "again"])
    }
  }
}
