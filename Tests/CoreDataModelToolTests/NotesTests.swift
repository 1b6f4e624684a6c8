import CoreData
import Foundation
import SectionedTesting
import Testing

/// Tests of the app in `Fixtures/Notes`. The gate builds it with the plugin, `swift test` with the plugin's output in
/// `Fixtures/Notes/Generated`.
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

  /// If they differ, replace the file by the tool's output: run `swift run CoreDataModelTool generate` with these
  /// arguments.
  @Test("The tool makes the file in Generated and the compiled model, with every version")
  func generated() throws {
    let folder = try TemporaryFolder()
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
    let file = ProgramRun.repository.appendingPathComponent("Fixtures/Notes/Generated/CoreDataModel.swift")
    #expect(try String(contentsOf: output, encoding: .utf8) == String(contentsOf: file, encoding: .utf8))
    try expectModel(in: folder.url)
  }

  @Test("The page quotes a manifest that loads, and the app, its model and what the plugin makes of it")
  func page() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: ProgramRun.repository.appendingPathComponent(path), encoding: .utf8)
    }
    let page = try text("Docs/Classes.md")
    #expect(page.contains("```swift\n\(try text("Fixtures/Manifests/Classes/Package.swift"))```\n"))
    let top = page.components(separatedBy: "\n## ")[0]
    let models = top.matches(of: /```xml\n((?s).*?)```/).map { String($0.1) }
    let model = try text("Fixtures/Notes/Notes.xcdatamodeld/Notes 3.xcdatamodel/contents")
    #expect(models.count == 1 && models.allSatisfy(model.contains))
    let blocks = top.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }.dropFirst()
    let programs = try ["Generated/CoreDataModel", "NotesApp"].map { try text("Fixtures/Notes/\($0).swift") }
    try #require(blocks.count == programs.count)
    for (block, program) in zip(blocks, programs) {
      let lines = Set(program.components(separatedBy: "\n"))
      for line in block.components(separatedBy: "\n")
      where !line.isEmpty && line.trimmingCharacters(in: .whitespaces) != "// …" {
        #expect(lines.contains(line), "\(line)")
      }
    }
  }

  /// The plugin made this file. The bundle also has the model editor's file, which is a resource in the manifest.
  @Test("The model is in the bundle as Xcode compiles it", .enabled(if: Self.isBuiltByPlugin, "SECTIONED_MODEL_TOOL"))
  func compiledModel() throws {
    try expectModel(in: ProgramRun.built("SectionedFetchedResults_Notes.resources"))
  }

  private static let isBuiltByPlugin = ProcessInfo.processInfo.environment["SECTIONED_MODEL_TOOL"] != nil

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
