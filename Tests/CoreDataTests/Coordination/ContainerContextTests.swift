import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

/// A container's contexts at work, on every kind of store.
@Suite("Contexts of a container")
struct ContainerContextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func container(_ type: String, readOnly: Bool = false) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    let description = NSPersistentStoreDescription(
      url: StoresOnServers.newURL(type) ?? folder.file("music.sqlite"))
    description.type = type
    description.isReadOnly = readOnly
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private static func names(in context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  private static func insert(_ name: String, into context: NSManagedObjectContext) {
    NSEntityDescription.insertNewObject(forEntityName: "Person", into: context).setValue(name, forKey: "name")
  }

  @Test("What one background task saves, the next one finds", arguments: MusicStack.types)
  func backgroundTasks(type: String) async throws {
    let container = try container(type)
    let id = try await container.performBackgroundTask { context in
      Self.insert("Ann", into: context)
      try context.save()
      return try context.fetch(NSFetchRequest<NSManagedObjectID>.ids("Person")).first
    }
    #expect(id?.isTemporaryID == false)
    let names = try await container.performBackgroundTask { try Self.names(in: $0) }
    #expect(names == ["Ann"])
    // An unsaved object is lost with its context.
    await container.performBackgroundTask { Self.insert("Bob", into: $0) }
    #expect(try await container.performBackgroundTask { try Self.names(in: $0) } == ["Ann"])
    let uri = try #require(id?.uriRepresentation())
    #expect(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri) == id)
  }

  @Test("What a background task throws comes back")
  func throwing() async throws {
    let container = try container(NSInMemoryStoreType)
    let error = await #expect(throws: CocoaError.self) {
      try await container.performBackgroundTask { _ in throw CocoaError(.validationMissingMandatoryProperty) }
    }
    #expect(error?.code == .validationMissingMandatoryProperty)
  }

  @Test("A task that no caller waits for is done too", arguments: MusicStack.types)
  func unawaited(type: String) async throws {
    let container = try container(type)
    let saved: Bool = await withCheckedContinuation { continuation in
      Self.schedule(on: container) { context in
        Self.insert("Ann", into: context)
        continuation.resume(returning: (try? context.save()) != nil)
      }
    }
    #expect(saved)
    #expect(try await container.performBackgroundTask { try Self.names(in: $0) } == ["Ann"])
  }

  /// Schedules a task. In a function that is not async, the compiler picks the overload that does not wait.
  private static func schedule(
    on container: NSPersistentContainer, _ block: @escaping (NSManagedObjectContext) -> Void
  ) {
    container.performBackgroundTask(block)
  }

  @Test("Saves are merged into the context that asked for it", arguments: MusicStack.types)
  func merging(type: String) async throws {
    let container = try container(type)
    let (reader, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
    reader.automaticallyMergesChangesFromParent = true
    let before = try reader.performAndWait { try Self.names(in: reader) }
    #expect(before == [])
    try writer.performAndWait {
      Self.insert("Ann", into: writer)
      try writer.save()
    }
    let after = try reader.performAndWait { try Self.names(in: reader) }
    #expect(after == ["Ann"])
  }

  @Test("Two configurations are saved to two stores by one save")
  func twoStores() throws {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    let music = NSPersistentStoreDescription(url: folder.file("music.sqlite"))
    music.configuration = "Music"
    let folders = NSPersistentStoreDescription(url: folder.file("folders.sqlite"))
    folders.configuration = "Folders"
    container.persistentStoreDescriptions = [music, folders]
    container.loadPersistentStores { #expect($1 == nil) }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      Self.insert("Ann", into: context)
      let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
      try context.save()
      #expect(folder.objectID.persistentStore?.url == folders.url)
      #expect(folder.objectID.persistentStore?.configurationName == "Folders")
      let people = try context.fetch(NSFetchRequest<NSManagedObjectID>.ids("Person"))
      #expect(people.map(\.persistentStore?.url) == [music.url])
    }
  }

  @Test("A save to a store opened for reading only says so, and leaves the context as it was")
  func readOnly() throws {
    _ = try container(NSSQLiteStoreType)
    let container = try container(NSSQLiteStoreType, readOnly: true)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      Self.insert("Ann", into: context)
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == CocoaError.fileWriteNoPermission.rawValue)
      #expect(error.localizedDescription == "music.sqlite was opened for reading only.")
      #expect(context.insertedObjects.count == 1)
    }
  }
}

extension NSFetchRequest where ResultType == NSManagedObjectID {
  fileprivate static func ids(_ entity: String) -> NSFetchRequest<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: entity)
    request.resultType = .managedObjectIDResultType
    return request
  }
}
