import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("What no mapping is inferred for")
struct InferenceTests {
  private func problem(_ old: [NSEntityDescription], _ new: [NSEntityDescription]) -> InferenceProblem? {
    let (source, destination) = (NSManagedObjectModel(old).compile(), NSManagedObjectModel(new).compile())
    do {
      _ = try ModelMapping(from: source, to: destination)
      return nil
    } catch {
      return error as? InferenceProblem
    }
  }

  private func problem(_ old: NSAttributeType, _ new: NSAttributeType) -> InferenceProblem? {
    problem(
      [NSEntityDescription("A", [NSAttributeDescription("x", old)])],
      [NSEntityDescription("A", [NSAttributeDescription("x", new)])])
  }

  @Test func anotherType() {
    let problem = problem(.integer32AttributeType, .stringAttributeType)
    #expect(problem?.reason == "Source and destination attribute types are incompatible")
    #expect(problem?.entity == "A")
    #expect(problem?.property == "x")
    let error = problem?.error
    #expect(error?.code == NSInferredMappingModelError)
    #expect(error?.userInfo["property"] as? String == "x")
  }

  /// Whole numbers may become any numbers or Booleans, Booleans may become whole numbers, and fractions other
  /// fractions. No other type may change.
  @Test func numbersOfOtherTypes() {
    let types: [NSAttributeType] = [
      .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .floatAttributeType,
      .doubleAttributeType, .decimalAttributeType, .booleanAttributeType, .dateAttributeType, .stringAttributeType,
      .binaryDataAttributeType, .transformableAttributeType, .UUIDAttributeType, .URIAttributeType,
    ]
    let (whole, fractions) = (Set(types[0..<3]), Set(types[3..<5]))
    for old in types {
      for new in types {
        let isInferred =
          old == new || (whole.contains(old) && types[0..<7].contains(new))
          || (old == .booleanAttributeType && whole.contains(new))
          || (fractions.contains(old) && fractions.contains(new))
        let isFree = problem(old, new) == nil
        #expect(isFree == isInferred, "\(old) to \(new)")
      }
    }
  }

  @Test func anAttributeAsARelationship() {
    let (a, b) = (NSEntityDescription("A", [NSAttributeDescription("x")]), NSEntityDescription("A"))
    b.properties = [NSRelationshipDescription("x", .one, to: b)]
    #expect(problem([a], [b])?.property == "x")
  }

  @Test func toManyAsToOne() {
    let (old, new) = (NSEntityDescription("A"), NSEntityDescription("A"))
    old.relate("x", .many, to: old, "y", .many)
    new.relate("x", .one, to: new, "y", .many)
    #expect(problem([old], [new])?.reason == "A to-many relationship cannot become a to-one relationship")
  }

  @Test func mergedHierarchies() {
    let (a, b) = (NSEntityDescription("A"), NSEntityDescription("B"))
    let (parent, newA, newB) = (NSEntityDescription("P"), NSEntityDescription("A"), NSEntityDescription("B"))
    parent.subentities = [newA, newB]
    let problem = problem([a, b], [parent, newA, newB])
    #expect(problem?.entity == "P")
    #expect(problem?.reason.contains("A, B") == true)
  }

  @Test func anotherDestination() {
    func model(_ name: String) -> [NSEntityDescription] {
      let (a, b, c) = (NSEntityDescription("A"), NSEntityDescription("B"), NSEntityDescription("C"))
      a.properties = [NSRelationshipDescription("x", .one, to: name == "B" ? b : c)]
      return [a, b, c]
    }
    #expect(
      problem(model("B"), model("C"))?.reason == "Source and destination relationships lead to different entities")
    #expect(problem(model("B"), model("B")) == nil)
  }

  @Test func anotherInverse() {
    func model(_ isExchanged: Bool) -> [NSEntityDescription] {
      let (a, b) = (NSEntityDescription("A"), NSEntityDescription("B"))
      a.relate("x", .one, to: b, isExchanged ? "w" : "v", .many)
      a.relate("y", .one, to: b, isExchanged ? "v" : "w", .many)
      return [a, b]
    }
    #expect(problem(model(false), model(true))?.reason == "The inverse was that of another relationship")
    #expect(problem(model(true), model(true)) == nil)
  }

  /// When a store is opened, the error is the missing mapping model. The underlying error says why none was inferred.
  @Test func theErrorOfOpening() throws {
    let store = try MigratingStore()
    func model(_ type: NSAttributeType) -> NSManagedObjectModel {
      NSManagedObjectModel([NSEntityDescription("A", [NSAttributeDescription("x", type)])])
    }
    try store.fill(model(.stringAttributeType)) {
      NSEntityDescription.insertNewObject(forEntityName: "A", into: $0).setValue("text", forKey: "x")
    }
    let bytes = try Data(contentsOf: store.url)
    let error = try #require(store.error(migratingTo: model(.dateAttributeType)))
    #expect(error.code == NSMigrationMissingMappingModelError)
    #expect(error.localizedDescription.contains("A.x"))
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.code == NSInferredMappingModelError)
    #expect(cause?.userInfo["reason"] as? String == "Source and destination attribute types are incompatible")
    #expect(
      store.error(migratingTo: model(.dateAttributeType), options: [NSInferMappingModelAutomaticallyOption: false])?
        .code == NSMigrationMissingMappingModelError)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  /// A store without an embedded model is migrated from the model version beside the program's that has the store's
  /// hashes.
  @Test func theVersionBesideIsFound() throws {
    let store = try MigratingStore()
    func xml(_ attributes: [String]) -> String {
      let lines = attributes.map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }
      return "<?xml version=\"1.0\"?><model><entity name=\"A\">\(lines.joined())</entity></model>"
    }
    let bundle = store.folder.file("M.xcdatamodeld")
    for (name, attributes) in [("M1", ["x"]), ("M2", ["x", "y"])] {
      let version = bundle.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data(xml(attributes).utf8).write(to: version.appendingPathComponent("contents"))
    }
    func model(_ name: String) throws -> NSManagedObjectModel {
      try NSManagedObjectModel(reading: bundle.appendingPathComponent("\(name).xcdatamodel"))
    }
    try store.fill(model("M1")) {
      NSEntityDescription.insertNewObject(forEntityName: "A", into: $0).setValue("text", forKey: "x")
    }
    let database = try SampleDatabase(store.url.path)
    try database.execute("DROP TABLE Z_MODELCACHE")
    database.close()
    let alone = NSManagedObjectModel([
      NSEntityDescription("A", [NSAttributeDescription("x"), NSAttributeDescription("z")])
    ])
    #expect(store.error(migratingTo: alone)?.code == NSMigrationMissingSourceModelError)
    try store.migrate(to: model("M2"))
    #expect(try store.contents(model("M2"))["A", 1] == ["x": "text", "y": "nil"])
  }
}
