import CoreData
import Foundation
import SectionedTesting
import Testing

/// Users have the name of a pet. In the second version they also have a pet, and in the third only the pet. The first
/// stage makes pets of the names, the second one numbers them.
enum StagedUsers {
  static func model(_ version: Int) -> NSManagedObjectModel {
    let user = NSEntityDescription("User", [NSAttributeDescription("name")])
    if version < 3 { user.properties.append(NSAttributeDescription("petName")) }
    guard version > 1 else { return NSManagedObjectModel([user]) }
    let pet = NSEntityDescription(
      "Pet", [NSAttributeDescription("name"), NSAttributeDescription("number", .integer16AttributeType)])
    user.relate("pet", .one, to: pet, "user", .one)
    return NSManagedObjectModel([user, pet])
  }

  static func fill(_ store: MigratingStore) throws {
    try store.fill(model(1)) { context in
      for number in 0..<20 {
        let user = NSEntityDescription.insertNewObject(forEntityName: "User", into: context)
        user.setValue("user \(number)", forKey: "name")
        user.setValue("pet \(number)", forKey: "petName")
      }
    }
  }

  static func reference(_ version: Int) -> NSManagedObjectModelReference {
    let model = model(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  /// - Parameter note: a closure that each handler calls first, with its name.
  static func manager(_ note: @escaping (String) throws -> Void = { _ in }) -> NSStagedMigrationManager {
    let first = NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2))
    first.willMigrateHandler = { manager, _ in
      try note("will 2")
      #expect(manager.container?.managedObjectModel.entitiesByName["Pet"] == nil)
    }
    first.didMigrateHandler = { manager, stage in
      try note("did 2")
      #expect(stage.nextModel.resolvedModel.entities.count == 2)
      try save(manager) { user, context in
        guard user.value(forKey: "pet") == nil else { return }
        let pet = NSEntityDescription.insertNewObject(forEntityName: "Pet", into: context)
        pet.setValue(user.value(forKey: "petName"), forKey: "name")
        pet.setValue(user, forKey: "user")
      }
      try note("end 2")
    }
    let second = NSCustomMigrationStage(migratingFrom: reference(2), to: reference(3))
    second.willMigrateHandler = { manager, _ in
      try note("will 3")
      try save(manager) { user, _ in
        (user.value(forKey: "pet") as? NSManagedObject)?.setValue(Int16(7), forKey: "number")
      }
      try note("end 3")
    }
    second.didMigrateHandler = { _, _ in try note("did 3") }
    return NSStagedMigrationManager([first, second])
  }

  private static func save(
    _ manager: NSStagedMigrationManager, _ change: (NSManagedObject, NSManagedObjectContext) -> Void
  ) throws {
    let context = try #require(manager.container?.newBackgroundContext())
    try context.performAndWait {
      for user in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "User")) { change(user, context) }
      try context.save()
    }
  }

  /// Opens a store with the third version, going through the stages.
  static func open(_ url: URL, _ manager: NSStagedMigrationManager) throws -> [String] {
    let container = NSPersistentContainer(name: "Users", managedObjectModel: model(3))
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let coordinator = container.persistentStoreCoordinator
    defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "User")).map { user in
        let pet = user.value(forKey: "pet") as? NSManagedObject
        let number = pet?.value(forKey: "number").map { "\($0)" } ?? "nil"
        return "\(user.value(forKey: "name") ?? "") \(pet?.value(forKey: "name") ?? "nil") \(number)"
      }.sorted()
    }
  }

  static let expected = (0..<20).map { "user \($0) pet \($0) 7" }.sorted()
  static let calls = ["will 2", "did 2", "end 2", "will 3", "end 3", "did 3"]
}
