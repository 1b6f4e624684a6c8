import CoreData
import SectionedTesting
import Testing

@Suite("Equal models")
struct ModelEqualityTests {
  @Test("Two models that say the same are equal, in use or not, and have one hash")
  func equal() {
    let (one, other) = (MusicModel.make(), MusicModel.make())
    #expect(one == other && one.hash == other.hash)
    _ = NSPersistentStoreCoordinator(managedObjectModel: one)
    #expect(one == other && other == one)
    #expect(one == one.copy() as? NSManagedObjectModel)
  }

  @Test("Another attribute, class or configuration makes another model")
  func different() throws {
    func changed(_ change: (NSManagedObjectModel) throws -> Void) rethrows -> NSManagedObjectModel {
      let model = MusicModel.make()
      try change(model)
      return model
    }
    let model = MusicModel.make()
    #expect(try model != changed { try #require($0.entitiesByName["Tag"]).properties.removeFirst() })
    #expect(try model != changed { try #require($0.entitiesByName["Tag"]).managedObjectClassName = "Label" })
    #expect(
      try model != changed { $0.setEntities([try #require($0.entitiesByName["Tag"])], forConfigurationName: "T") })
    #expect(model != NSManagedObjectModel())
  }
}
