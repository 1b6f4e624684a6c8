import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("Values of composite attributes")
struct CompositeValueTests {
  private func run(_ type: String, _ body: (MusicStack, NSManagedObjectContext) throws -> Void) throws {
    let stack = try MusicStack(type, ArticleModel.make())
    let context = stack.newContext()
    try context.performAndWait { try body(stack, context) }
  }

  private static var adams: [String: Any] {
    let address: [String: Any] = ["city": "Bath", "zip": 7]
    return ["name": "Adams", "born": ArticleModel.born, "address": address]
  }

  @Test("A dictionary is stored and read again, at any depth", arguments: MusicStack.types)
  func roundTrip(type: String) throws {
    try run(type) { stack, context in
      try context.insert("Article", ["title": "a", "author": Self.adams])
      try context.insert("Article", ["title": "b"])
      try context.insert("Article", ["title": "c", "author": ["name": "Brown", "id": NSNull()]])
      try context.save()
      let reader = stack.newContext()
      try reader.performAndWait {
        let authors = try reader.all("Article", by: "title").map { described($0.value(forKey: "author")) }
        #expect(
          authors == ["{address: {city: Bath, zip: 7}, born: 5.0, name: Adams}", "nil", "{name: Brown}"])
      }
    }
  }

  @Test("What is set replaces the whole dictionary, and an element's key path one element", arguments: MusicStack.types)
  func setting(type: String) throws {
    try run(type) { stack, context in
      let article = try context.insert("Article", ["title": "a", "author": Self.adams])
      try context.save()
      article.setValue("Bristol", forKeyPath: "author.address.city")
      #expect(described(article.value(forKeyPath: "author.address")) == "{city: Bristol, zip: 7}")
      #expect(described(article.changedValues()["author"]) == described(article.value(forKey: "author")))
      #expect(
        described(article.committedValues(forKeys: nil)["author"])
          == "{address: {city: Bath, zip: 7}, born: 5.0, name: Adams}")
      #expect(article.committedValues(forKeys: ["author"]).count == 1)
      #expect(article.committedValues(forKeys: nil).keys.sorted() == ["author", "id", "section", "title", "zip"])
      article.setValue("Bath", forKeyPath: "author.address.city")
      #expect(article.changedValues().isEmpty, "the former value again is no change")
      article.setValue(["zip": 8], forKeyPath: "author.address")
      article.setValue(nil, forKeyPath: "author.born")
      #expect(described(article.value(forKey: "author")) == "{address: {zip: 8}, name: Adams}")
      try context.save()
      article.setValue(["name": "Brown"], forKey: "author")
      #expect(described(article.value(forKey: "author")) == "{name: Brown}")
      #expect(Array(article.changedValues().keys) == ["author"])
      try context.save()
      context.refreshAllObjects()
      #expect(described(article.value(forKey: "author")) == "{name: Brown}")
      article.setValue(nil, forKey: "author")
      #expect(article.value(forKey: "author") == nil)
      #expect(article.value(forKeyPath: "author.name") == nil)
      #expect(article.changedValues()["author"] is NSNull)
    }
  }

  @Test("An event names the attribute, and gives what its dictionary was")
  func events() throws {
    try run(NSInMemoryStoreType) { _, context in
      let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams", "id": "1"]])
      context.processPendingChanges()
      let trace = EventTrace(context)
      article.setValue("Brown", forKeyPath: "author.name")
      #expect(described(article.changedValuesForCurrentEvent()["author"]) == "{id: 1, name: Adams}")
      context.processPendingChanges()
      #expect(trace.take() == ["~a(author.name)"])
      let slots = SlotSet([try #require(article.layout.slotsByName["author.name"])])
      #expect(context.events.propertyNames.names(of: slots, of: article.layout) == ["author"])
      article.setValue(nil, forKey: "author")
      #expect(described(article.changedValuesForCurrentEvent()["author"]) == "{id: 1, name: Brown}")
    }
  }

  @Test("Undo and redo take back what was done to elements")
  func undo() throws {
    try run(NSInMemoryStoreType) { _, context in
      context.undoManager = UndoManager()
      let article = try context.insert("Article", ["title": "a", "author": Self.adams])
      try context.save()
      func change(_ body: () -> Void) {
        body()
        context.processPendingChanges()
      }
      change { article.setValue("Brown", forKeyPath: "author.name") }
      change { article.setValue(["name": "Clark"], forKey: "author") }
      change { context.delete(article) }
      context.undo()
      #expect(described(article.value(forKey: "author")) == "{name: Clark}")
      context.undo()
      #expect(described(article.value(forKeyPath: "author.name")) == "Brown")
      #expect(described(article.value(forKeyPath: "author.address.city")) == "Bath")
      context.undo()
      #expect(article.changedValues().isEmpty)
      context.redo()
      #expect(described(article.value(forKeyPath: "author.name")) == "Brown")
      context.rollback()
      #expect(described(article.value(forKeyPath: "author.name")) == "Adams")
    }
  }

  @Test("Primitive values and their surroundings work as with any attribute")
  func primitives() throws {
    try run(NSInMemoryStoreType) { _, context in
      let article = try context.insert("Article", ["title": "a", "author": ["name": "Adams"]])
      try context.save()
      article.willChangeValue(forKey: "author")
      article.setPrimitiveValue(["name": "Brown", "id": "2"], forKey: "author")
      article.didChangeValue(forKey: "author")
      #expect(article.isUpdated)
      #expect(described(article.primitiveValue(forKey: "author")) == "{id: 2, name: Brown}")
      try context.save()
      article.willChangeValue(forKey: "author")
      article.didChangeValue(forKey: "author")
      #expect(!article.hasChanges)
    }
  }

  @Test("New objects have the elements' defaults")
  func defaults() throws {
    let place = NSCompositeAttributeDescription(
      "place", [NSAttributeDescription("x", .doubleAttributeType, 1.5), NSAttributeDescription("name")])
    #expect(described(place.defaultValue) == "{x: 1.5}")
    place.defaultValue = ["x": 2.5, "name": "here"]
    #expect(place.elements.map { described($0.defaultValue) } == ["2.5", "here"])
    let stack = try MusicStack(NSInMemoryStoreType, NSManagedObjectModel([NSEntityDescription("A", [place])]))
    try stack.run { context in
      let object = try context.insert("A")
      #expect(described(object.value(forKey: "place")) == "{name: here, x: 2.5}")
    }
  }

  @Test("A typed accessor gives the dictionary and takes it")
  func accessors() throws {
    try run(NSInMemoryStoreType) { _, context in
      let article = try context.insert("Article")
      article._setManagedValue(["name": "Adams"] as [String: Any]?, "author")
      let author: [String: Any]? = article._managedValue("author")
      #expect(described(author) == "{name: Adams}")
      article._setManagedValue(nil as [String: Any]?, "author")
      let none: [String: Any]? = article._managedValue("author")
      #expect(none == nil)
    }
  }

  @Test("Elements are validated where the attribute has a value, and errors name both")
  func validation() throws {
    let model = ArticleModel.make()
    let author = try #require(
      model.entitiesByName["Article"]?.attributesByName["author"] as? NSCompositeAttributeDescription)
    author.elements[1].bounds = AttributeBounds(maximum: 3)
    author.setValidationPredicates([NSPredicate(format: "name != 'Nobody'")], withValidationWarnings: ["no author"])
    let stack = try MusicStack(NSInMemoryStoreType, model)
    try stack.run { context in
      let article = try context.insert("Article", ["title": "a", "author": ["id": "1"]])
      func error() -> NSError? {
        do {
          try context.save()
          return nil
        } catch {
          return error as NSError
        }
      }
      let missing = try #require(error())
      #expect(missing.code == NSValidationMissingMandatoryPropertyError)
      #expect(missing.userInfo[NSValidationKeyErrorKey] as? String == "author")
      #expect(missing.localizedDescription.hasPrefix("author.name of Article"), "\(missing)")
      article.setValue(["name": "Adams", "id": "1234"], forKey: "author")
      let long = try #require(error())
      #expect(long.code == NSValidationStringTooLongError)
      #expect(long.localizedDescription.hasPrefix("author.id of Article"), "\(long)")
      article.setValue(["name": "Nobody"], forKey: "author")
      #expect(error()?.localizedDescription.hasSuffix("is not valid: no author.") == true)
      #expect(throws: NSError.self) { try article.validateValue(["id": "1"], forKey: "author") }
      try article.validateValue(nil, forKey: "author")
      try article.validateValue(["name": "A"], forKey: "author")
      article.setValue(nil, forKey: "author")
      #expect(error() == nil)
    }
  }

  @Test("An attribute that is not optional must have a value")
  func mandatory() throws {
    let place = NSCompositeAttributeDescription("place", [NSAttributeDescription("name")], isOptional: false)
    let stack = try MusicStack(NSInMemoryStoreType, NSManagedObjectModel([NSEntityDescription("A", [place])]))
    try stack.run { context in
      let object = try context.insert("A")
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.localizedDescription.hasPrefix("place of A") == true, "\(error as Any)")
      object.setValue("here", forKeyPath: "place.name")
      try context.save()
    }
  }

  private static func edit(_ body: (NSManagedObject) -> Void) throws {
    try MusicStack(NSInMemoryStoreType, ArticleModel.make()).run { body(try $0.insert("Article")) }
  }

  @Test("What is no dictionary of the elements stops the program, and the message says why", .startsProcesses)
  func traps() async {
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CompositeValueTests.edit { $0.setValue(["nmae": "A"], forKey: "author") }
    }
    #expect(
      unknown.text.contains(
        "Article.author has no element nmae; it has name, id, born, address. Did you mean 'name'?"))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CompositeValueTests.edit { $0.setValue("A", forKey: "author") }
    }
    #expect(other.text.contains("Article.author takes a dictionary, not String (A)."))
    let type = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CompositeValueTests.edit { $0.setValue(["name": 1], forKey: "author") }
    }
    #expect(type.text.contains("Article.author.name takes a String, not Int (1)."))
    let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CompositeValueTests.edit { $0.setValue(1, forKeyPath: "author.nmae") }
    }
    #expect(path.text.contains("Article.author has no element nmae; it has author.name, author.id, "))
    let deep = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CompositeValueTests.edit { $0.setValue(1, forKeyPath: "author.name.first") }
    }
    #expect(
      deep.text.contains(
        "Nothing can be set at Article.author.name.first: name holds a value, and has no elements."))
    let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let composite = NSCompositeAttributeDescription("a", [])
      composite.elements = [NSCompositeAttributeDescription("b", [composite])]
    }
    #expect(itself.text.contains("The composite attribute a is among its own elements"))
  }
}
