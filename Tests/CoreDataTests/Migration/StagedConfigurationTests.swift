import CoreData
import Foundation
import SectionedTesting
import Testing

/// Users are in one configuration, notes in another. In the second version users also have a nick.
@Suite("A store of one configuration goes through stages")
struct StagedConfigurationTests {
  private static func model(_ version: Int) -> NSManagedObjectModel {
    let user = NSEntityDescription("User", [NSAttributeDescription("name")])
    if version > 1 { user.properties.append(NSAttributeDescription("nick")) }
    let note = NSEntityDescription("Note", [NSAttributeDescription("text")])
    let model = NSManagedObjectModel([user, note])
    model.setEntities([user], forConfigurationName: "Users")
    model.setEntities([note], forConfigurationName: "Notes")
    return model
  }

  private static func reference(_ version: Int) -> NSManagedObjectModelReference {
    let model = model(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  /// Returns the stores that a handler finds.
  private static func stores(_ manager: NSStagedMigrationManager) -> [String] {
    (manager.container?.persistentStoreCoordinator.persistentStores ?? []).map { "\($0.type) \($0.configurationName)" }
  }

  @Test("Handlers have the store of its kind and configuration", arguments: MigratingStore.types)
  func handlers(type: String) throws {
    let store = try MigratingStore(type)
    try store.with(Self.model(1), configuration: "Users", migrates: false) { context in
      let user = NSEntityDescription.insertNewObject(forEntityName: "User", into: context)
      user.setValue("Anna", forKey: "name")
      try context.save()
    }
    var found: [String] = []
    let stage = NSCustomMigrationStage(migratingFrom: Self.reference(1), to: Self.reference(2))
    stage.willMigrateHandler = { manager, _ in found += Self.stores(manager) }
    stage.didMigrateHandler = { manager, _ in
      found += Self.stores(manager)
      let context = try #require(manager.container?.newBackgroundContext())
      try context.performAndWait {
        for user in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "User")) {
          user.setValue("A", forKey: "nick")
        }
        try context.save()
      }
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(2))
    let opened = try coordinator.addPersistentStore(
      ofType: type, configurationName: "Users", at: store.url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
      ])
    try coordinator.remove(opened)
    #expect(found == ["\(type) Users", "\(type) Users"])
    let nicks = try store.with(Self.model(2), configuration: "Users", migrates: false) { context in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "User")).map {
        "\($0.value(forKey: "name") ?? "nil") \($0.value(forKey: "nick") ?? "nil")"
      }
    }
    #expect(nicks == ["Anna A"])
    guard type == NSSQLiteStoreType else { return }
    let tables = try store.rows("SELECT name FROM sqlite_schema WHERE name IN ('ZUSER', 'ZNOTE')")
    #expect(tables.map { $0[0].text } == ["ZUSER"])
  }

  /// One stage leads to the version of this store, and no stage begins with it.
  @Test func aStoreFromBetweenTwoStages() throws {
    let store = try MigratingStore()
    try store.fill(StagedUsers.model(2)) { context in
      let user = NSEntityDescription.insertNewObject(forEntityName: "User", into: context)
      user.setValue("Anna", forKey: "name")
    }
    let last = StagedUsers.model(3)
    last.entitiesByName["User"]?.properties.append(NSAttributeDescription("nick"))
    var calls: [String] = []
    let first = NSCustomMigrationStage(migratingFrom: StagedUsers.reference(1), to: StagedUsers.reference(2))
    first.didMigrateHandler = { _, _ in calls.append("first") }
    let second = NSCustomMigrationStage(
      migratingFrom: StagedUsers.reference(3),
      to: NSManagedObjectModelReference(model: last, versionChecksum: last.versionChecksum))
    second.didMigrateHandler = { _, _ in calls.append("second") }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: last)
    let opened = try coordinator.addPersistentStore(
      type: .sqlite, at: store.url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([first, second]),
      ])
    try coordinator.remove(opened)
    #expect(calls == ["second"])
    #expect(try store.problems(last) == [])
  }
}
