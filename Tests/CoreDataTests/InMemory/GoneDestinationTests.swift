import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Destinations that are gone")
struct GoneDestinationTests {
  /// A tag has no relationship to the lists that have it.
  @Test(
    "A to-many relationship without an inverse does not lead to deleted objects", arguments: MusicStack.types,
    [false, true])
  func withoutInverse(type: String, isOrdered: Bool) throws {
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("name")])
    let list = NSEntityDescription("List", [NSAttributeDescription("name")])
    list.properties.append(NSRelationshipDescription("tags", isOrdered ? .ordered : .many, to: tag))
    let stack = try MusicStack(type, NSManagedObjectModel([list, tag]))
    try stack.run { context in
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      let members: Any = isOrdered ? NSOrderedSet(array: tags) as Any : Set(tags) as Any
      try context.insert("List", ["name": "list", "tags": members])
      try context.save()
    }
    try stack.run { context in
      let tag = try #require(try context.all("Tag", where: "name == 'b'").first)
      context.delete(tag)
      try context.save()
    }
    try stack.run { context in
      let list = try #require(try context.all("List").first)
      let tags = list.value(forKey: "tags")
      let members = (tags as? NSOrderedSet)?.array ?? (tags as? NSSet)?.allObjects ?? []
      #expect(members.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted() == ["a", "c"])
      #expect(members.count == 2)
      #expect(try context.texts("List", "name", where: "tags.@count == 2") == ["list"])
    }
  }
}
