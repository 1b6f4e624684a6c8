import SectionedTesting
import Testing

@testable import CoreData

/// In a to-many relationship without an inverse, an object has at most one owner.
@Suite("A migration to a to-many relationship without an inverse")
struct SharedMemberTests {
  private static func model(
    _ kind: NSRelationshipDescription.Count, inverse: NSRelationshipDescription.Count? = nil
  ) -> NSManagedObjectModel {
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("name")])
    let list = NSEntityDescription("List", [NSAttributeDescription("name")])
    let tags = NSRelationshipDescription("tags", kind, to: tag)
    list.properties.append(tags)
    if let inverse {
      let lists = NSRelationshipDescription("lists", inverse, to: list)
      tag.properties.append(lists)
      (tags.inverseRelationship, lists.inverseRelationship) = (lists, tags)
    }
    return NSManagedObjectModel([list, tag])
  }

  /// - Parameter owners: the number of lists that have the tag.
  private func store(_ type: String, _ model: NSManagedObjectModel, owners: Int) throws -> MigratingStore {
    let store = try MigratingStore(type)
    try store.fill(model) { context in
      let tag = try context.insert("Tag", ["name": "a"])
      for number in 0..<owners {
        let list = try context.insert("List", ["name": "l\(number)"])
        let isMany = list.entity.relationshipsByName["tags"]?.isToMany == true
        list.setValue(isMany ? NSSet(object: tag) as Any : tag, forKey: "tags")
      }
    }
    return store
  }

  @Test(
    "is refused where one has several, and the store stays as it was", arguments: MigratingStore.types, [true, false])
  func refused(type: String, wasToOne: Bool) throws {
    let old = { wasToOne ? Self.model(.one) : Self.model(.many, inverse: .many) }
    let store = try store(type, old(), owners: 2)
    let before = try store.contents(old())
    let error = try #require(store.error(migratingTo: Self.model(.many)))
    #expect(error.code == NSMigrationError)
    #expect(error.localizedDescription.contains("List.tags has no inverse, so that an object has one owner at most"))
    #expect(try store.contents(old()) == before)
  }

  @Test("keeps the owner where each has one", arguments: MigratingStore.types, [true, false])
  func kept(type: String, wasToOne: Bool) throws {
    let store = try store(type, wasToOne ? Self.model(.one) : Self.model(.many, inverse: .many), owners: 1)
    try store.migrate(to: Self.model(.many))
    try store.with(Self.model(.many), migrates: false) { (context) throws in
      #expect(try context.texts("List", "name", where: "ANY tags.name == 'a'") == ["l0"])
    }
  }
}
