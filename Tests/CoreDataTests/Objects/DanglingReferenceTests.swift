import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A person has no relationship to the tracks that she produced, and an artist's contracts stay when the artist is
/// deleted. So their references to the deleted object stay, too.
@Suite("Relationships to what was deleted before it was saved")
struct DanglingReferenceTests {
  /// Expects that a save refuses a relationship.
  private func expectRefusal(of key: String, _ object: NSManagedObject) throws {
    let context = try #require(object.managedObjectContext)
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.code == NSManagedObjectValidationError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
    #expect(error.localizedDescription.hasPrefix("\(key) of \(object.entity.name ?? "") "))
  }

  @Test("A reference without an inverse is not saved", arguments: MusicStack.types)
  func toOne(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let track = try context.insert("Track", ["title": "1"])
      let person = try context.insert("Person", ["name": "p"])
      track.setValue(person, forKey: "producer")
      context.delete(person)
      try expectRefusal(of: "producer", track)
      track.setValue(nil, forKey: "producer")
      try context.save()
      #expect(track.text("producer") == "nil")
    }
  }

  @Test("A reference that the rule Deny keeps is not saved", arguments: MusicStack.types)
  func denied(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let contract = try context.insert("Contract", ["number": 1, "artist": nina])
      context.delete(nina)
      try expectRefusal(of: "artist", contract)
      context.delete(contract)
      try context.save()
    }
  }

  /// A list has entries, and entries have no inverse relationship.
  @Test("A member without an inverse leaves when it is deleted", arguments: MusicStack.types)
  func toMany(type: String) throws {
    let list = NSEntityDescription("List", [NSAttributeDescription("name")])
    let entry = NSEntityDescription("Entry", [NSAttributeDescription("name")])
    list.properties.append(NSRelationshipDescription("entries", .many, to: entry))
    try MusicStack(type, NSManagedObjectModel([list, entry])).run { (context) throws in
      let list = try context.insert("List", ["name": "l"])
      try context.save()
      let entries = try ["a", "b"].map { try context.insert("Entry", ["name": $0]) }
      list.setValue(Set(entries), forKey: "entries")
      context.delete(entries[1])
      try context.save()
      #expect(list.text("entries") == "{a}")
      context.reset()
      #expect(try context.all("List").map { $0.text("entries") } == ["{a}"])
    }
  }

  @Test("What a parent has not saved is there for its child", arguments: MusicStack.types)
  func ofParent(type: String) throws {
    let family = try Family(type)
    try family.run { () throws in
      let person = try family.root.insert("Person", ["name": "p"])
      let track = try family.child.insert("Track", ["title": "1"])
      track.setValue(family.child.object(with: person.objectID), forKey: "producer")
      try family.child.save()
      try family.root.save()
      #expect(track.text("producer") == "p")
    }
  }
}
