import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Names and refusals of new stores")
struct SchemaNamingTests {
  private func statements(_ model: NSManagedObjectModel) throws -> [String] {
    let compiled = model.compile()
    return try NewStoreSchema(compiled, entities: Set(compiled.layout.entities.indices)).statements
  }

  /// Siblings share a table, so the second of two properties with one name gets a number.
  @Test
  func siblingsWithOnePropertyNameGetNumbers() throws {
    let note = NSEntityDescription("Note")
    let (memo, task) = (
      NSEntityDescription("Memo", [NSAttributeDescription("text")]),
      NSEntityDescription("Task", [NSAttributeDescription("text")])
    )
    note.subentities = [task, memo]
    let made = try statements(NSManagedObjectModel([note, task, memo]))
    #expect(
      made.first
        == "CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR, "
        + "ZTEXT1 VARCHAR )"
    )
  }

  @Test
  func aRelationshipThatIsItsOwnInverseGetsTwoColumns() throws {
    let user = NSEntityDescription("User")
    let friends = NSRelationshipDescription()
    friends.name = "friends"
    friends.destinationEntity = user
    friends.inverseRelationship = friends
    user.properties = [friends]
    let made = try statements(NSManagedObjectModel([user]))
    #expect(made[1].hasPrefix("CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, Z_1FRIENDS1 INTEGER, PRIMARY KEY"))
  }

  @Test
  func namesWithOtherCharactersAreQuoted() throws {
    let made = try statements(NSManagedObjectModel([NSEntityDescription("A\"b c", [NSAttributeDescription("größe")])]))
    #expect(made.first?.hasPrefix("CREATE TABLE \"ZA\"\"B C\" (") == true)
    let database = try SampleDatabase(":memory:")
    defer { database.close() }
    for statement in made { try database.execute(statement) }
  }

  /// The constraint on one attribute and the one on two others have the same name. So do names that differ only in
  /// case.
  @Test
  func uniqueIndexesWithOneNameAreAllMade() throws {
    let entity = NSEntityDescription("A", ["b_c", "b", "c", "B_C"].map { NSAttributeDescription($0) })
    entity.uniquenessConstraints = [["b_c"], ["b", "c"], ["B_C"]]
    let made = try statements(NSManagedObjectModel([entity]))
    #expect(made.filter { $0.hasPrefix("CREATE UNIQUE INDEX") }.count == 3)
    let database = try SampleDatabase(":memory:")
    defer { database.close() }
    for statement in made { try database.execute(statement) }
  }

  @Test
  func anAttributeWithoutATypeIsRefusedByName() throws {
    let model = NSManagedObjectModel([NSEntityDescription("A", [NSAttributeDescription("x", .undefinedAttributeType)])])
    let error = #expect(throws: SchemaProblem.self) { try statements(model) }
    #expect(error?.description == "the attribute A.x has no type that a store can hold: make it transient")
  }

  @Test
  func twoEntitiesThatNeedOneTableAreRefused() throws {
    let error = #expect(throws: SchemaProblem.self) {
      try statements(NSManagedObjectModel([NSEntityDescription("Car"), NSEntityDescription("CAR")]))
    }
    #expect(error?.description == "two entities or relationships of the model need the table ZCAR")
  }

  @Test
  func aRelationshipOutOfTheConfigurationIsRefused() throws {
    let (car, person) = (NSEntityDescription("Car"), NSEntityDescription("Person"))
    car.relate("owner", .one, to: person, "cars", .many)
    let model = NSManagedObjectModel([car, person]).compile()
    let error = #expect(throws: SchemaProblem.self) { try NewStoreSchema(model, entities: [0]) }
    #expect(error?.description == "Car.owner leads to Person, which is not in the configuration")
  }
}
