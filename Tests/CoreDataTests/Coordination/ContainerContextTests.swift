import CoreData
import Foundation
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
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    let description = NSPersistentStoreDescription(url: folder.file("garage.sqlite"))
    description.type = type
    description.isReadOnly = readOnly
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private static func names(in context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  private static func insert(_ name: String, into context: NSManagedObjectContext) {
    NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context).setValue(name, forKey: "name")
  }

  @Test("What one background task saves, the next one finds", arguments: StoreUnderTest.types)
  func backgroundTasks(type: String) async throws {
    let container = try container(type)
    let id = try await container.performBackgroundTask { context in
      Self.insert("Ann", into: context)
      try context.save()
      return try context.fetch(NSFetchRequest<NSManagedObjectID>.ids("Owner")).first
    }
    #expect(id?.isTemporaryID == false)
    let names = try await container.performBackgroundTask { try Self.names(in: $0) }
    #expect(names == ["Ann"])
    // An object that is not saved goes with its context.
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

  @Test("A task that nobody waits for is done too", arguments: StoreUnderTest.types)
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

  /// Outside of async functions the compiler takes the form that does not wait.
  private static func schedule(
    on container: NSPersistentContainer, _ block: @escaping (NSManagedObjectContext) -> Void
  ) {
    container.performBackgroundTask(block)
  }

  @Test("Saves are merged into the context that asked for it", arguments: StoreUnderTest.types)
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
    let container = NSPersistentContainer(name: "Garage", managedObjectModel: GarageModel.make())
    let garage = NSPersistentStoreDescription(url: folder.file("garage.sqlite"))
    garage.configuration = "Garage"
    let music = NSPersistentStoreDescription(url: folder.file("music.sqlite"))
    music.configuration = "Music"
    container.persistentStoreDescriptions = [garage, music]
    container.loadPersistentStores { #expect($1 == nil) }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      Self.insert("Ann", into: context)
      let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
      try context.save()
      #expect(track.objectID.persistentStore?.url == music.url)
      #expect(track.objectID.persistentStore?.configurationName == "Music")
      let owners = try context.fetch(NSFetchRequest<NSManagedObjectID>.ids("Owner"))
      #expect(owners.map(\.persistentStore?.url) == [garage.url])
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
      #expect(error.localizedDescription == "garage.sqlite was opened for reading only.")
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
