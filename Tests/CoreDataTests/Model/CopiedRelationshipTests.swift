import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("A model that is built from copies of descriptions")
struct CopiedRelationshipTests {
  /// Artists have albums, and groups are artists.
  private static func originals() -> [NSEntityDescription] {
    let artist = NSEntityDescription("Artist", [NSAttributeDescription("name")])
    let (group, album) = (NSEntityDescription("Group"), NSEntityDescription("Album", [NSAttributeDescription("title")]))
    artist.relate("albums", .many, to: album, "artist", .one)
    group.relate("members", .many, to: artist, "group", .one)
    artist.subentities = [group]
    return [artist, group, album]
  }

  /// Makes entities with copies of the relationships. The originals are released when this returns.
  private static func copiedRelationships() -> NSManagedObjectModel {
    let originals = originals()
    let new = Dictionary(uniqueKeysWithValues: originals.map { ($0.name ?? "", NSEntityDescription($0.name ?? "")) })
    for original in originals {
      guard let entity = new[original.name ?? ""] else { continue }
      entity.properties = original.ownProperties.compactMap { property in
        let copy = property.copy() as? NSPropertyDescription
        if let relationship = copy as? NSRelationshipDescription {
          relationship.destinationEntity = new[relationship.destinationEntity?.name ?? ""]
        }
        return copy
      }
      entity.subentities = original.subentities.compactMap { new[$0.name ?? ""] }
    }
    return NSManagedObjectModel(new.values.sorted { ($0.name ?? "") < ($1.name ?? "") })
  }

  /// Copies each entity by itself, so that its relationships lead to the originals.
  private static func copiedEntities() -> NSManagedObjectModel {
    let originals = originals()
    let copies = originals.compactMap { $0.copy() as? NSEntityDescription }
    copies[0].subentities = [copies[1]]
    return NSManagedObjectModel(copies)
  }

  /// Copies the copies again.
  private static func copiedAgain() -> NSManagedObjectModel {
    let model = copiedEntities()
    let copies = model.entities.compactMap { $0.copy() as? NSEntityDescription }
    copies[0].subentities = [copies[1]]
    return NSManagedObjectModel(copies)
  }

  @Test(arguments: ["relationships", "entities", "copies"]) func inversesStay(_ what: String) throws {
    let model =
      switch what {
      case "relationships": Self.copiedRelationships()
      case "entities": Self.copiedEntities()
      default: Self.copiedAgain()
      }
    #expect(model.entityVersionHashesByName == NSManagedObjectModel(Self.originals()).entityVersionHashesByName)
    for entity in model.entities {
      for relationship in entity.relationshipsByName.values {
        let destination = try #require(relationship.destinationEntity)
        #expect(destination.model === model)
        let inverse = try #require(relationship.inverseRelationship, "\(relationship.name)")
        #expect(destination.relationshipsByName[inverse.name] === inverse)
        #expect(inverse.inverseRelationship === relationship)
      }
    }
    #expect(ModelCheck.problems(in: model) == [])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      let artist = NSEntityDescription.insertNewObject(forEntityName: "Group", into: context)
      let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
      album.setValue(artist, forKey: "artist")
      #expect((artist.value(forKey: "albums") as? NSSet)?.contains(album) == true)
    }
  }

  @Test func anInverseThatIsSetToNilIsNone() throws {
    let model = Self.copiedRelationships()
    let albums = try #require(model.entitiesByName["Artist"]?.relationshipsByName["albums"])
    albums.inverseRelationship = nil
    #expect(albums.inverseRelationship == nil)
  }
}
