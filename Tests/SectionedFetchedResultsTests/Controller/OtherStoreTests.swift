import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Two libraries with the same rows, each in a store of its own. So their objects have the same primary keys.
@Suite("Objects and IDs of another store are not in a list")
struct OtherStoreTests {
  @Test("An item with the key of a shown one is not shown, resting and within an event")
  func items() throws {
    let (here, there) = (try LibraryFixture(), try LibraryFixture())
    for fixture in [here, there] { try fixture.library.context.performAndWait { try fixture.library.context.save() } }
    let (own, other) = (here.tracks[0], there.tracks[0])
    let controller = here.controller
    #expect(own.objectID.uriRepresentation().path == other.objectID.uriRepresentation().path)
    #expect(controller.indexPath(forObject: own) == [0, 0])
    #expect(controller.indexPath(forObjectID: own.objectID) == [0, 0])
    #expect(controller.indexPath(forObject: other) == nil)
    #expect(controller.indexPath(forObjectID: other.objectID) == nil)
    #expect(controller.index(forSectionObjectID: there.albums[0].objectID) == nil)
    #expect(controller.index(ofSection: there.albums[0]) == nil)
    var calls = 0
    defer { here.recorder.during = nil }
    here.recorder.during = { [id = other.objectID] _, controller in
      calls += 1
      #expect(controller.indexPath(forObjectID: id) == nil)
      #expect(controller.indexPath(forObject: other) == nil)
    }
    _ = try here.record { own.setValue(5, forKey: "position") }
    #expect(calls > 0)
  }

  @Test("An ID of another model is in no list, saved or not")
  func otherModel() throws {
    let fixture = try LibraryFixture()
    let entity = NSEntityDescription()
    entity.name = "Stamp"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let container = NSPersistentContainer(name: "Stamps", managedObjectModel: model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    #expect(failure == nil)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let stamp = NSManagedObject(entity: entity, insertInto: context)
      #expect(fixture.controller.indexPath(forObjectID: stamp.objectID) == nil)
      #expect(fixture.controller.index(forSectionObjectID: stamp.objectID) == nil)
      try context.save()
      #expect(fixture.controller.indexPath(forObjectID: stamp.objectID) == nil)
      #expect(fixture.controller.index(forSectionObjectID: stamp.objectID) == nil)
    }
  }
}
