import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

@Suite("Composite attributes in the tool") struct CompositeOutputTests {
  /// Makes a store with section s: article a by Adams of Bath, and article b without an author.
  private func store() throws -> (scratch: TemporaryFolder, path: String) {
    let scratch = try TemporaryFolder()
    let url = scratch.file("Articles.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let section = MusicStore.insert("Section", ["title": "s"], into: context)
      let address: [String: Any] = ["city": "Bath\u{202e}", "zip": 7]
      let author: [String: Any] = ["name": "Adams", "address": address]
      MusicStore.insert("Article", ["title": "a", "section": section, "author": author], into: context)
      MusicStore.insert("Article", ["title": "b", "section": section], into: context)
      try context.save()
    }
    try coordinator.remove(store)
    return (scratch, url.path)
  }

  private static func model() -> NSManagedObjectModel {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.elements = [NSAttributeDescription("city"), NSAttributeDescription("zip", .integer32AttributeType)]
    let author = NSCompositeAttributeDescription()
    author.name = "author"
    author.elements = [NSAttributeDescription("name", isOptional: false), address]
    let (article, section) = (
      NSEntityDescription("Article", [NSAttributeDescription("title"), author]),
      NSEntityDescription("Section", [NSAttributeDescription("title")])
    )
    section.relate("articles", .many, to: article, "section", .one)
    return NSManagedObjectModel([article, section])
  }

  @Test func entitiesHaveTheElements() async throws {
    let (scratch, path) = try store()
    defer { withExtendedLifetime(scratch) {} }
    let run = await InProcessRun("entities", path)
    let words = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      Array(words.prefix(8)) == [
        "Article 2", "author Composite optional", "author.name String", "author.address Composite optional",
        "author.address.city String optional", "author.address.zip Integer 32 optional", "title String optional",
        "section → one Section inverse articles",
      ], "\(run.output) \(run.error)")
    let json = await InProcessRun("entities", path, "--json")
    #expect(
      json.output.contains(
        #"{"name":"author","type":"Composite","optional":true,"elements":[{"name":"name","type":"String","optional":"#
          + #"false},{"name":"address","type":"Composite","optional":true,"elements":[{"name":"city","#),
      "\(json.output)")
  }

  @Test func listsShowAndSortByThem() async throws {
    let (scratch, path) = try store()
    defer { withExtendedLifetime(scratch) {} }
    let list = ["list", path, "--items", "Article", "--by", "section", "--sort", "author.name"]
    let text = await InProcessRun(list + ["--show", "author.name,author"])
    #expect(text.output.contains("author.name: Adams  author: address (city Bath"), "\(text.output) \(text.error)")
    #expect(!text.output.contains("\u{202e}"), "what turns the terminal's text round is not handed on")
    let json = await InProcessRun(list + ["--json"])
    #expect(json.output.contains(#""author":{"address":{"city":"Bath"#), "\(json.output) \(json.error)")
    #expect(json.output.contains(#""author":null"#), "\(json.output)")
    let wrong = await InProcessRun(list + ["--show", "author.nmae"])
    #expect(wrong.error.contains("the composite attribute 'author' has no element 'nmae'"), "\(wrong.error)")
    #expect(wrong.error.contains("Did you mean 'name'?"), "\(wrong.error)")
    let deep = await InProcessRun(list + ["--show", "author.name.x"])
    #expect(deep.error.contains("nothing can follow the attribute 'name'"), "\(deep.error)")
  }

  @Test func scriptsSetObjects() throws {
    let model = Self.model()
    let author = try #require(model.entitiesByName["Article"]?.attributesByName["author"])
    let value = try AttributeValue.read(
      .object([("name", .string("A")), ("address", .object([("zip", .integer(3)), ("city", .null)]))]), for: author)
    #expect(ValueText.json(value).text == #"{"address":{"zip":3},"name":"A"}"#)
    #expect(ValueText.json(try AttributeValue.read(text: #"{"name":"B"}"#, for: author)).text == #"{"name":"B"}"#)
    #expect(try AttributeValue.read(text: "", for: author) == nil)
    for (json, part) in [
      (JSON.string("x"), "an object with values of its elements"), (.object([("nmae", .null)]), "no element 'nmae'"),
      (.object([("name", .integer(1))]), "1 is no value for Article.name"),
    ] {
      let error = #expect(throws: ToolError.self) { try AttributeValue.read(json, for: author) }
      #expect(error?.message.contains(part) == true, "\(String(describing: error))")
    }
  }
}
