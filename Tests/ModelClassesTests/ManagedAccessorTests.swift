import Testing

@testable import ModelClasses

@Suite("Accessors of members in a target's own sources")
struct ManagedAccessorTests {
  private func generated(
    _ source: String, models: [ClassModel] = [], others: [String: String] = [:]
  ) -> (source: String, problems: [String]) {
    let target = TargetSources(
      module: "App", sources: [TargetSources.Source(file: "Sources/A.swift", text: source)],
      imported: others.map { ($0.key, [TargetSources.Source(file: "Other.swift", text: $0.value)]) }, models: models)
    let (text, problems) = target.generated()
    return (text, problems.map(\.description))
  }

  @Test("A property gets two functions of its access, a private one such of the module")
  func access() {
    let source = """
      import CoreData
      public class A: NSManagedObject {
        @NSManaged public private(set) var name: String?
        @NSManaged private var primitiveName: String?
        @NSManaged package var count: Int
      }
      """
    let lines = generated(source).source.split(separator: "\n").filter { $0.contains("silgen") }.map { line in
      line.split(separator: ") ", maxSplits: 1)[1]
    }
    #expect(
      lines == [
        "public func _managed1_name() -> String? { _managedValue(\"name\") }",
        "internal func _managed2_name(_ value: __owned String?) { _setManagedValue(value, \"name\") }",
        "internal func _managed3_primitiveName() -> String? { _managedValue(\"name\") }",
        "internal func _managed4_primitiveName(_ value: __owned String?) "
          + "{ _setManagedValue(value, \"name\", isPrimitive: true) }",
        "package func _managed5_count() -> Int { _managedValue(\"count\") }",
        "package func _managed6_count(_ value: __owned Int) { _setManagedValue(value, \"count\") }",
      ])
  }

  @Test("A composite attribute is a dictionary, generated or written")
  func composites() {
    let attribute = ClassModel.Attribute(
      name: "author", type: "Composite", isScalar: false, customClass: nil, line: 3)
    func model(_ generation: ClassModel.Generation) -> ClassModel {
      ClassModel(
        file: "contents",
        entities: [
          ClassModel.Entity(
            name: "A", className: "A", parent: nil, generation: generation, attributes: [attribute],
            relationships: [], fetchedProperties: [], line: 2)
        ])
    }
    let made = generated("", models: [model(.class)])
    #expect(made.problems.isEmpty)
    #expect(made.source.contains("public var author: [String: Any]? {"), "\(made.source)")
    let written = generated(
      "class A: NSManagedObject { @NSManaged var author: [String: Any]? }", models: [model(.none)])
    #expect(written.problems.isEmpty)
    #expect(written.source.contains("-> [String: Any]? { _managedValue(\"author\") }"), "\(written.source)")
  }

  @Test("Imports and conditions of the source are those of its accessors")
  func importsAndConditions() {
    let source = """
      public import CoreData
      internal import Kinds
      #if os(Linux)
        import Extra
      #endif
      class A: NSManagedObject {
        #if os(Linux)
          @NSManaged var x: Int
        #endif
      }
      """
    let text = generated(source).source
    for line in [
      "public import CoreData", "import Foundation", "internal import Kinds", "#if os(Linux)\nimport Extra\n#endif",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(text.contains("#if os(Linux)\nextension A {"))
  }

  @Test(
    "What cannot be supplied is an error at its line",
    arguments: [
      ("@NSManaged var a: Unknown?", "Unknown is declared neither in this target"),
      ("@NSManaged var a: Hidden", "Hidden is private to its file"),
      ("@NSManaged func validate(_ value: Note)", "it is none of those that Core Data has"),
      ("@NSManaged func insertIntoNotes(_ value: Note, at place: String)", "its index is none of Int"),
      ("@NSManaged static var a: Int", "it belongs to the class"),
      ("@NSManaged var a: Loop", "the type alias Loop leads to itself"),
    ])
  func errors(member: String, reason: String) throws {
    let source = """
      private enum Hidden: Int { case a }
      typealias Loop = Loop
      class Note: NSManagedObject {
        \(member)
      }
      """
    let problems = generated(source).problems
    try #require(problems.count == 1)
    #expect(problems[0].hasPrefix("Sources/A.swift:4: error: the accessors of Note."))
    #expect(problems[0].contains(reason), "\(problems[0])")
  }

  @Test("A class that no source declares, and a private one, are errors")
  func owners() {
    #expect(
      generated("extension Gone { @NSManaged var a: Int }").problems == [
        "Sources/A.swift:1: error: the accessors of Gone.a cannot be supplied: "
          + "the class Gone is declared in no source of this package"
      ])
    #expect(
      generated("private class B: NSManagedObject { @NSManaged var a: Int }").problems[0].contains(
        "private to its file"))
  }

  @Test("A property that the entity does not have is a warning")
  func missingProperties() {
    let model = ClassModel(
      file: "contents",
      entities: [
        ClassModel.Entity(
          name: "A", className: "A", parent: nil, generation: .none,
          attributes: [ClassModel.Attribute(name: "URL", type: "URI", isScalar: false, customClass: nil, line: 3)],
          relationships: [], fetchedProperties: ["recent"], line: 2)
      ])
    let source = """
      class A: NSManagedObject {
        @NSManaged var primitiveURL: URL?; @NSManaged var recent: [A]?
        @NSManaged var gone: Int
      }
      """
    let (text, problems) = generated(source, models: [model])
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasPrefix("Sources/A.swift:3: warning: no entity of the class A has a property gone") == true)
    #expect(text.contains("{ _managedValue(\"URL\") }"))
  }

  @Test(
    "Accessors of relationships are known by their names",
    arguments: [
      ("addToNotes", [nil], ToManyAccessor.add("Notes")), ("addNotesObject", [nil], .add("Notes")),
      ("addNotes", [nil], .add("Notes")), ("removeFromNotes", [nil], .remove("Notes")),
      ("removeNotes", [nil], .remove("Notes")), ("insertIntoNotes", [nil, "at"], .insert("Notes")),
      ("insertObject", [nil, "inNotesAtIndex"], .insert("Notes")), ("removeFromNotes", ["at"], .removeAt("Notes")),
      ("removeObjectFromNotesAtIndex", [nil], .removeAt("Notes")), ("replaceNotes", ["at", "with"], .replace("Notes")),
      ("address", [nil], nil), ("addTo", [nil], nil), ("insert", [nil, "at"], nil), ("notes", [], nil),
    ] as [(String, [String?], ToManyAccessor?)])
  func accessorNames(name: String, labels: [String?], expected: ToManyAccessor?) {
    #expect(ToManyAccessor(name, labels) == expected)
  }
}
