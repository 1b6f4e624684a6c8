import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

/// A class without stored properties, like the classes that Xcode generates.
class PlainThing: NSManagedObject {
  nonisolated(unsafe) static var awoken = 0
  override func awakeFromInsert() { Self.awoken += 1 }
  var title: String { value(forKey: "name") as? String ?? "" }
}

final class SpecialThing: PlainThing {}

final class StoredThing: NSManagedObject {
  var count = 1
}

final class UnrelatedThing: NSManagedObject {}

/// Objects are of the class that the model names for their entity, however they are made.
@Suite("The class of an object")
struct EntityClassTests {
  private static func makeContext() throws -> NSManagedObjectContext {
    let classes: [(String, NSManagedObject.Type)] = [
      ("Plain", PlainThing.self), ("Special", SpecialThing.self), ("Stored", StoredThing.self),
      ("Nameless", NSManagedObject.self),
    ]
    let entities = classes.map { name, objectClass in
      let entity = NSEntityDescription(name, [NSAttributeDescription("name")])
      entity.managedObjectClassName = String(reflecting: objectClass)
      return entity
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel(entities))
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private static func entity(_ name: String, _ context: NSManagedObjectContext) throws -> NSEntityDescription {
    try #require(context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name])
  }

  @Test("NSManagedObject(entity:insertInto:) makes an object of the entity's class")
  func becomesTheClass() throws {
    let context = try Self.makeContext()
    try context.performAndWait { () throws in
      let awoken = PlainThing.awoken
      let object = NSManagedObject(entity: try Self.entity("Plain", context), insertInto: context)
      object.setValue("x", forKey: "name")
      #expect(type(of: object) == PlainThing.self && PlainThing.awoken == awoken + 1)
      #expect((object as? PlainThing)?.title == "x")
      #expect(try context.fetch(NSFetchRequest<PlainThing>(entityName: "Plain")).map(\.title) == ["x"])
      try context.save()
      context.refreshAllObjects()
      #expect(try context.fetch(NSFetchRequest<PlainThing>(entityName: "Plain")).map(\.title) == ["x"])
      let detached = NSManagedObject(entity: try Self.entity("Special", context), insertInto: nil)
      #expect(type(of: detached) == SpecialThing.self)
      context.insert(detached)
      #expect(try context.fetch(NSFetchRequest<SpecialThing>(entityName: "Special")) == [detached])
      // If the model names no class or a superclass, the object has the class that the program wrote.
      let named = UnrelatedThing(entity: try Self.entity("Nameless", context), insertInto: context)
      #expect(type(of: named) == UnrelatedThing.self)
      #expect(
        SpecialThing(entity: try Self.entity("Plain", context), insertInto: context).managedObjectContext === context)
      #expect(try context.fetch(NSFetchRequest<PlainThing>(entityName: "Plain")).count == 2)
      // Not all of its objects are of this class.
      #expect(throws: NSError.self) { try context.fetch(NSFetchRequest<SpecialThing>(entityName: "Plain")) }
      #expect(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Stored")).isEmpty)
    }
  }

  @Test("Another class stops the program with the class to write", .startsProcesses)
  func traps() async {
    let stored = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try Self.makeContext()
      let entity = try Self.entity("Stored", context)
      context.performAndWait { _ = NSManagedObject(entity: entity, insertInto: context) }
    }
    #expect(
      stored.text.contains("StoredThing, which has stored properties of its own that only its initializer can set."))
    let detached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSManagedObject(entity: try Self.entity("Stored", try Self.makeContext()), insertInto: nil)
    }
    #expect(detached.text.contains("Write StoredThing(entity:insertInto:), or NSEntityDescription.insertNewObject"))
    let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try Self.makeContext()
      let entity = try Self.entity("Special", context)
      context.performAndWait { _ = PlainThing(entity: entity, insertInto: context) }
    }
    #expect(wrong.text.contains("PlainThing(entity:insertInto:): objects of the entity Special are of the class"))
    let late = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = try Self.makeContext()
      let object = UnrelatedThing(entity: try Self.entity("Plain", context), insertInto: nil)
      context.performAndWait { context.insert(object) }
    }
    #expect(late.text.contains("Write PlainThing(entity:insertInto:), or set the entity's managedObjectClassName"))
  }

  class Item: NSManagedObject {
    var age: Int { value(forKey: "name") as? Int ?? 0 }
  }
}

extension EntityClassTests.Item {
  class func fetchRequest() -> NSFetchRequest<EntityClassTests.Item> { NSFetchRequest(entityName: "Item") }
}

/// Source that compiles with Apple's SDK.
@Suite("Source of Xcode's classes")
struct GeneratedSourceTests {
  @Test("A request without a type is the class's own, and an expression has a typed key path")
  func requests() {
    let request = EntityClassTests.Item.fetchRequest()
    let typed: NSFetchRequest<EntityClassTests.Item> = request
    #expect(typed.entityName == "Item")
    let _: NSFetchRequest<any NSFetchRequestResult> = EntityClassTests.Item.fetchRequest()
    #expect(NSExpression(forKeyPath: \EntityClassTests.Item.age).keyPath == "name")
  }
}
