import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("What a model needs is found in an existing file")
struct SchemaDiscoveryTests {
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.storesWithModel)
  func everySampleIsFoundAsItWouldBeMade(_ store: URL) throws {
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store)).compile()
    let all = Set(model.layout.entities.indices)
    let new = try NewStoreSchema(model, entities: all)
    let file = try ModelSamples.withCopy(of: store) { try FileSchema($0) }
    let found = try StoreSchema(model, entities: all, in: file)
    #expect(SchemaFacts.facts(found) == SchemaFacts.facts(new.schema))
    let hasCounts = store.lastPathComponent.hasPrefix("SampleModel2")
    #expect(file.tablesWithDerivedTriggers == (hasCounts ? ["ZBOOK", "ZPAGE"] : []))
  }

  /// Makes a model in which courses have ordered students, and students have students as friends.
  private func school() -> CompiledModel {
    let student = NSEntityDescription("Student", [NSAttributeDescription("name")])
    let course = NSEntityDescription("Course")
    student.relate("courses", .many, to: course, "students", .ordered)
    student.relate("friends", .many, to: student, "befriendedBy", .many)
    return NSManagedObjectModel([student, course]).compile()
  }

  private func file(_ columns: [String: [String]]) -> FileSchema {
    let fixed = ["Z_PK", "Z_ENT", "Z_OPT"]
    return FileSchema(
      columns: ["ZCOURSE": fixed, "ZSTUDENT": fixed + ["ZNAME"]].merging(columns) { $1 },
      entities: [
        FileSchema.Entity(number: 1, name: "Course", parent: 0, lastKey: 0),
        FileSchema.Entity(number: 2, name: "Student", parent: 0, lastKey: 0),
      ]
    )
  }

  private func side(_ schema: StoreSchema, _ entity: String, _ property: String) throws -> JoinSide {
    let layout = try #require(schema.model.entitiesByName[entity])
    let slot = try #require(layout.slotsByName[property])
    guard case .join(let side)? = schema.entities[layout.index]?.toMany[slot] else {
      throw SampleError(description: "\(entity).\(property) is in no join table")
    }
    return side
  }

  @Test
  func aJoinTableIsFoundUnderAnotherNameWithItsColumnsSwapped() throws {
    let found = try StoreSchema(
      school(), entities: [0, 1],
      in: file([
        "Z_7STUDENTS": ["Z_1COURSES", "Z_2STUDENTS", "Z_FOK_2STUDENTS"],
        "Z_2BEFRIENDEDBY": ["Z_2FRIENDS", "Z_2BEFRIENDEDBY"],
      ])
    )
    let students = try side(found, "Course", "students")
    #expect(students.table == "Z_7STUDENTS")
    #expect(students.ownerColumn == "Z_1COURSES")
    #expect(students.destinationColumn == "Z_2STUDENTS")
    #expect(students.orderColumn == "Z_FOK_2STUDENTS")
    let courses = try side(found, "Student", "courses")
    #expect(courses.ownerColumn == "Z_2STUDENTS")
    #expect(courses.orderColumn == nil)
    let friends = try side(found, "Student", "friends")
    #expect(friends.table == "Z_2BEFRIENDEDBY")
    #expect(friends.ownerColumn == "Z_2BEFRIENDEDBY")
    #expect(friends.destinationColumn == "Z_2FRIENDS")
  }

  @Test
  func aColumnWithANumberIsFoundWhenNoOtherFits() throws {
    let found = try StoreSchema(
      school(), entities: [0, 1],
      in: file([
        "Z_1STUDENTS": ["Z_1COURSES", "Z_2STUDENTS1", "Z_FOK_2STUDENTS1"],
        "Z_2FRIENDS": ["Z_2BEFRIENDEDBY", "Z_2FRIENDS"],
      ])
    )
    #expect(try side(found, "Course", "students").destinationColumn == "Z_2STUDENTS1")
    #expect(try side(found, "Course", "students").orderColumn == "Z_FOK_2STUDENTS1")
  }

  @Test
  func everythingThatIsMissingIsNamed() throws {
    let error = #expect(throws: SchemaProblem.self) {
      try StoreSchema(
        school(), entities: [0, 1],
        in: file(["ZSTUDENT": ["Z_PK", "Z_ENT"], "Z_1STUDENTS": ["Z_1COURSES", "Z_2STUDENTS"]])
      )
    }
    #expect(
      error?.description == "the store lacks the column ZSTUDENT.Z_OPT, the column ZSTUDENT.ZNAME, "
        + "the column Z_1STUDENTS.Z_FOK_2STUDENTS, a join table like Z_2BEFRIENDEDBY (Z_2FRIENDS, Z_2BEFRIENDEDBY)"
    )
  }

  @Test
  func anEntityThatIsMissingIsNamed() throws {
    var file = file([:])
    file.entities.removeLast()
    let error = #expect(throws: SchemaProblem.self) { try StoreSchema(school(), entities: [0, 1], in: file) }
    #expect(error?.description == "the store has no entity Student")
  }

  @Test
  func aRenamedEntityKeepsItsFormerNameAndTable() throws {
    let pupil = NSEntityDescription("Pupil", [NSAttributeDescription("name")])
    pupil.renamingIdentifier = "Student"
    let found = try StoreSchema(NSManagedObjectModel([pupil]).compile(), entities: [0], in: file([:]))
    #expect(SchemaFacts.facts(found) == ["2 Pupil in ZSTUDENT", "Pupil.name ZNAME - -"])
  }

  /// A store of one configuration has the entities of that configuration and their superentities.
  @Test
  func aConfigurationHoldsOnlyItsEntities() throws {
    let animal = NSEntityDescription("Animal")
    let cat = NSEntityDescription("Cat", [NSAttributeDescription("name")])
    let stone = NSEntityDescription("Stone")
    animal.subentities = [cat]
    let model = NSManagedObjectModel([animal, cat, stone]).compile()
    let new = try NewStoreSchema(model, entities: [1])
    #expect(SchemaFacts.facts(new.schema) == ["1 Animal in ZANIMAL", "2 Cat in ZANIMAL", "Cat.name ZNAME - -"])
    #expect(new.schema.entities[2] == nil)
    #expect(new.schema.entityIndices == [1: 0, 2: 1])
  }
}
