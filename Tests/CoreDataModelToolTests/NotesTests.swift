import CoreData
import Foundation
import SectionedTesting
import Testing

/// Tests of the app in `Fixtures/Notes`, which is built with the plugin.
@Suite("An app with classes as Xcode writes them")
struct NotesTests {
  private static let model = ProgramRun.repository.appendingPathComponent("Fixtures/Notes/Notes.xcdatamodeld")

  private static let steps = """
    added:
    {old}  9 Recipes green
        - Cake ["easy", "sweet"]
        - Soup ["easy"]
        - Tea ["easy"]
    changed:
    {old}  9 Recipes green
        * Tea: Boil water. ["easy"]
        - Cake ["easy", "sweet"]
        - Soup ["easy"]
    deleted:
    {old}  9 Recipes green
        * Tea: Boil water. []
        - Cake ["sweet"]
        - Soup []
    grouped: ["C 1", "S 1", "T 1"]
    """

  private func expected(_ old: String) -> String {
    "opened:\n\(old)" + Self.steps.replacingOccurrences(of: "{old}", with: old) + "\n"
  }

  @Test("The tutorial's steps run on a new store")
  func newStore() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun.product("Notes", folder.file().path)
    #expect(run.status == 0)
    #expect(run.output == expected(""))
  }

  @Test("The tool makes the classes that the page quotes, and the compiled model with every version")
  func generated() throws {
    let folder = try TemporaryFolder()
    try expectQuotation(in: Self.blocks(of: Self.top())[1], of: Self.generate(in: folder))
    try expectModel(in: folder.url)
  }

  /// Runs the tool as the plugin does, and returns the file of classes.
  private static func generate(in folder: TemporaryFolder) throws -> String {
    let output = folder.file("CoreDataModel.swift")
    let sources = ["Folder+CoreDataClass", "Folder+CoreDataProperties", "Note+CoreDataClass", "NotesApp"].map {
      ProgramRun.repository.appendingPathComponent("Fixtures/Notes/\($0).swift").path
    }
    let arguments = [
      "generate", "--module", "Notes", "--output", output.path, "--models-to", folder.url.path, "--model",
      Self.model.path,
    ]
    let run = try ProgramRun(ProgramRun.built("CoreDataModelTool"), arguments + sources)
    #expect(run.status == 0 && run.output == "")
    return try String(contentsOf: output, encoding: .utf8)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProgramRun.repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The page up to its first heading.
  private static func top() throws -> String { try text("Docs/Classes.md").components(separatedBy: "\n## ")[0] }

  /// The blocks of Swift in a page: a manifest, generated classes, a program.
  private static func blocks(of page: String) throws -> [String] {
    let blocks = page.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
    try #require(blocks.count == 3)
    return blocks
  }

  @Test("The page quotes a manifest that loads, the app and its model")
  func page() throws {
    let top = try Self.top()
    let blocks = try Self.blocks(of: top)
    #expect(try blocks[0] == Self.text("Fixtures/Manifests/Classes/Package.swift"))
    let models = top.matches(of: /```xml\n((?s).*?)```/).map { String($0.1) }
    let model = try Self.text("Fixtures/Notes/Notes.xcdatamodeld/Notes 3.xcdatamodel/contents")
    #expect(models.count == 1 && models.allSatisfy(model.contains))
    try expectQuotation(in: blocks[2], of: Self.text("Fixtures/Notes/NotesApp.swift"))
  }

  /// Expects that each line of a block, except for ellipses, is a line of a program.
  private func expectQuotation(in block: String, of program: String) {
    let lines = Set(program.components(separatedBy: "\n"))
    for line in block.components(separatedBy: "\n")
    where !line.isEmpty && line.trimmingCharacters(in: .whitespaces) != "// …" {
      #expect(lines.contains(line), "\(line)")
    }
  }

  /// The plugin made this file. The bundle also has the model editor's file, which is a resource in the manifest.
  @Test("The model is in the bundle as Xcode compiles it")
  func compiledModel() throws {
    try expectModel(in: ProgramRun.built("SectionedFetchedResults_Notes.resources"))
  }

  private func expectModel(in folder: URL) throws {
    let compiled = folder.appendingPathComponent("Notes.momd")
    let model = try #require(NSManagedObjectModel(contentsOf: compiled))
    let current = try #require(NSManagedObjectModel(contentsOf: Self.model))
    #expect(model.entityVersionHashesByName == current.entityVersionHashesByName)
    for version in ["Notes", "Notes 2", "Notes 3"] {
      let one = try #require(NSManagedObjectModel(contentsOf: compiled.appendingPathComponent("\(version).mom")))
      let source = try #require(
        NSManagedObjectModel(contentsOf: Self.model.appendingPathComponent("\(version).xcdatamodel")))
      #expect(one.entityVersionHashesByName == source.entityVersionHashesByName)
    }
  }

  /// An old store has the folder Work with two notes, written by the first or the second version of the model.
  @Test(
    "A store of each older version is migrated when it is opened, and then the steps run on it",
    arguments: ["Notes", "Notes 2"])
  func migration(version: String) throws {
    let folder = try TemporaryFolder()
    try makeStore(at: folder.file(), version: version)
    let run = try ProgramRun.product("Notes", folder.file().path)
    #expect(run.status == 0)
    let tags = version == "Notes" ? "[]" : "[\"old\"]"
    let mark = version == "Notes" ? "-" : "*"
    // The renamed attribute keeps its text. The old notes have no order.
    let lines = run.lines.prefix(4)
    #expect(lines.first == "opened:")
    #expect(lines.dropFirst().first == "  1 Work none")
    #expect(Set(lines.suffix(2)) == ["    \(mark) One: first \(tags)", "    \(mark) Two: second \(tags)"])
    let old = lines.dropFirst().map { $0 + "\n" }.joined()
    #expect(run.output == expected(old))
  }

  private func makeStore(at url: URL, version: String) throws {
    let file = Self.model.appendingPathComponent("\(version).xcdatamodel")
    let model = try #require(NSManagedObjectModel(contentsOf: file))
    // The model names the app's classes, which this process does not use.
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let container = NSPersistentContainer(name: "Old", managedObjectModel: model)
    container.persistentStoreDescriptions[0].url = url
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      func insert(_ name: String, _ values: [String: Any]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
      }
      let work = insert("Folder", ["name": "Work", "order": 1])
      let notes = [("One", "first"), ("Two", "second")].map { title, text in
        insert("Note", ["title": title, "text": text, "folder": work])
      }
      if version == "Notes 2" {
        let tag = insert("Tag", ["name": "old"])
        for note in notes {
          note.setValue(true, forKey: "pinned")
          note.setValue(NSSet(object: tag), forKey: "tags")
        }
      }
      try context.save()
    }
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }
}
