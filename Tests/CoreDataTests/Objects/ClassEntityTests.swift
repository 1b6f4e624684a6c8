import CoreData
import Foundation
import SectionedTesting
import Testing

final class OldVersion: NSManagedObject {}
final class NewVersion: NSManagedObject {}

@Suite("A class's entity")
struct ClassEntityTests {
  /// A class for which no model has an entity.
  final class Stranger: NSManagedObject {}

  @Test func aClassWithoutAnEntityHasOneWithoutAName() throws {
    #expect(NSManagedObject.entity().name == nil)
    #expect(Stranger.entity().name == nil)
    let stack = try MusicStack()
    try stack.run { (context) throws in
      let request = Stranger.fetchRequest()
      let error = try #require(throws: NSError.self) { () throws in _ = try context.fetch(request) }
      #expect(error.code == NSPersistentStoreOperationError)
      #expect(Artist.entity().name == "Artist")
    }
  }

  /// Two versions of a model have an entity of the same name, each with another class. The new version is used last,
  /// and then the old one again.
  @Test func theEntityOfTheClassGoesBeforeOneOfItsName() throws {
    func model(_ type: NSManagedObject.Type) -> NSManagedObjectModel {
      let entity = NSEntityDescription("OldVersion", [NSAttributeDescription("name")])
      entity.managedObjectClassName = String(reflecting: type)
      let model = NSManagedObjectModel()
      model.entities = [entity]
      return model
    }
    func use(_ model: NSManagedObjectModel) {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    }
    let (old, new, again) = (model(OldVersion.self), model(NewVersion.self), model(OldVersion.self))
    for model in [again, old, new] { use(model) }
    #expect(OldVersion.entity() === old.entitiesByName["OldVersion"])
    #expect(NewVersion.entity() === new.entitiesByName["OldVersion"])
    use(again)
    #expect(OldVersion.entity() === again.entitiesByName["OldVersion"])
  }
}
