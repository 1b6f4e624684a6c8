import Foundation
import ModelClasses
import SectionedTesting
import Testing

@testable import CoreDataModelTool

@Suite("Problems of a model, at their lines")
struct ModelErrorTests {
  /// Returns the problems of a model with Folder and Note in which one line is replaced.
  private func problems(replacing line: String, with other: String) throws -> [String] {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Folder" representedClassName="Folder" codeGenerationType="class">
          <attribute name="name" attributeType="String"/>
          <attribute name="order" attributeType="Integer 16" defaultValueString="0"/>
          <relationship name="notes" toMany="YES" destinationEntity="Note" inverseName="folder"/>
        </entity>
        <entity name="Note" representedClassName="Note">
          <relationship name="folder" maxCount="1" destinationEntity="Folder" inverseName="notes"/>
        </entity>
      </model>
      """
    #expect(text.contains(line))
    let folder = try TemporaryFolder()
    let model = folder.url.appendingPathComponent("Model.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let contents = model.appendingPathComponent("contents")
    try Data(text.replacingOccurrences(of: line, with: other).utf8).write(to: contents)
    var reading = ModelReading()
    reading.read(ModelFolder(url: model))
    #expect(reading.models.isEmpty == !reading.problems.isEmpty)
    return reading.problems.map { $0.description.replacingOccurrences(of: contents.path, with: "contents") }
  }

  @Test(
    "What is wrong is an error at its line",
    arguments: [
      ("attributeType=\"String\"", "attributeType=\"Text\"", 4, "attributeType \"Text\" is not known"),
      (
        "attributeType=\"String\"", "attributeType=\"Composite\" composite=\"P\"", 4,
        "the composite P is not in the model"
      ),
      ("defaultValueString=\"0\"", "defaultValueString=\"zero\"", 5, "defaultValueString \"zero\" is no whole number"),
      ("destinationEntity=\"Note\"", "destinationEntity=\"Gone\"", 6, "the destination entity Gone of Folder.notes"),
      ("inverseName=\"notes\"", "inverseName=\"gone\"", 9, "the inverse Folder.gone of Note.folder"),
      ("name=\"order\"", "name=\"name\"", 5, "two properties of Folder are named name"),
      ("entity name=\"Note\"", "entity name=\"Folder\"", 8, "two entities are named Folder"),
      ("</entity>\n</model>", "</model>", 10, "not well-formed"),
    ])
  func errors(line: String, other: String, number: Int, reason: String) throws {
    let problems = try problems(replacing: line, with: other)
    let first = try #require(problems.first)
    #expect(first.hasPrefix("contents:\(number): error: "), "\(first)")
    #expect(first.contains(reason), "\(first)")
  }

  @Test("All mistakes of a model are errors at once, in the order of their lines, with the nearest names")
  func several() throws {
    let entity = """
      <entity name="Note" representedClassName="Note">
          <relationship name="folder" maxCount="1" destinationEntity="Folder" inverseName="notes"/>
      """
    let wrong = """
      <entity name="Note" representedClassName="Note">
          <relationship name="folder" maxCount="1" destinationEntity="Foldr" inverseName="notes"/>
          <relationship name="other" maxCount="1" destinationEntity="Folder" inverseName="note"/>
          <attribute name="text" attributeType="Strin"/>
      """
    #expect(
      try problems(replacing: entity, with: wrong) == [
        "contents:9: error: the destination entity Foldr of Note.folder is not in the model. Did you mean 'Folder'?",
        "contents:10: error: the inverse Folder.note of Note.other is not in the model. Did you mean 'notes'?",
        "contents:11: error: attribute Note.text: attributeType \"Strin\" is not known. Did you mean 'String'?",
      ])
  }

  @Test("A model without a fault has none")
  func none() throws {
    #expect(try problems(replacing: "Folder", with: "Folder") == [])
  }

  @Test("The tool fails with the lines, and writes nothing")
  func tool() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("A.swift", "class A: NSManagedObject {\n  @NSManaged var a: Gone\n}\n")
    let output = folder.file("Out.swift")
    let run = try ProgramRun.product(
      "CoreDataModelTool", "generate", "--module", "App", "--output", output.path, "--models-to", folder.url.path,
      source)
    #expect(run.status == 1)
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.hasPrefix("\(source):2: error: the accessors of A.a cannot be supplied: Gone is") == true)
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  /// Some targets exclude a model, because SwiftPM warns of files that it does not know.
  @Test("A target that excludes its model is warned of, and one that has none and no managed object")
  func excludedModel() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.file("A.swift", "struct A { let context: NSManagedObjectContext }\n")
    let managed = try folder.file("B.swift", "class B: NSManagedObject {}\n")
    func generate(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        ProgramRun.built("CoreDataModelTool"),
        ["generate", "--module", "Service", "--output", folder.file("Out.swift").path, "--models-to", folder.url.path]
          + arguments)
    }
    let none = try generate(plain)
    #expect(none.status == 0)
    #expect(
      none.lines == [
        "warning: no .xcdatamodeld is among the files of Service, and none of its classes is a managed object, so that "
          + "CoreDataModelPlugin has nothing to do: is the model in another folder?"
      ])
    #expect(try generate(managed).output == "")
    let qualified = try folder.file("C.swift", "class C: CoreData.NSManagedObject {}\n")
    #expect(try generate(qualified).output == "")
    let excluded = try generate("--excluded", "/Sources/Service/Inventory.xcdatamodeld", managed)
    #expect(excluded.status == 0)
    #expect(
      excluded.lines == [
        "/Sources/Service/Inventory.xcdatamodeld:1: warning: the model is not among the files of Service, so that no "
          + "class is generated of it: take it out of exclude in the manifest"
      ])
  }

  @Test("An @objc(Name) is an error at its line with the command that keeps it, and nothing is written")
  func objectiveC() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("A.swift", "import CoreData\n\n@objc(A)\nclass A: NSManagedObject {}\n")
    let output = folder.file("Out.swift")
    func generate() throws -> ProgramRun {
      try ProgramRun.product(
        "CoreDataModelTool", "generate", "--module", "App", "--output", output.path, "--models-to", folder.url.path,
        source)
    }
    let run = try generate()
    #expect(run.status == 1)
    #expect(
      run.lines == [
        "\(source):3: error: @objc(A) needs Objective-C, which this platform does not have: run swift package "
          + "adopt-core-data --write, which puts it under #if canImport(ObjectiveC)"
      ])
    #expect(!FileManager.default.fileExists(atPath: output.path))
    _ = try ProgramRun.product("CoreDataModelTool", "adopt", "--write", source)
    let adopted = try generate()
    #expect(adopted.status == 0 && adopted.output == "")
    #expect(FileManager.default.fileExists(atPath: output.path))
  }

  @Test("An accessor of a fetched property has a property in the model")
  func fetchedProperty() throws {
    let folder = try TemporaryFolder()
    let model = folder.url.appendingPathComponent("Model.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let contents = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="A" representedClassName="A">
          <fetchedProperty name="recent" optional="YES">
            <fetchRequest name="fetchedPropertyFetchRequest" entity="A"/>
          </fetchedProperty>
        </entity>
      </model>
      """
    try Data(contents.utf8).write(to: model.appendingPathComponent("contents"))
    let source = try folder.file("A.swift", "class A: NSManagedObject { @NSManaged var recent: [A]?, gone: [A]? }\n")
    let run = try ProgramRun.product(
      "CoreDataModelTool", "generate", "--module", "App", "--output", folder.file("Out.swift").path, "--models-to",
      folder.url.path, "--model", model.path, source)
    #expect(run.status == 0 && run.lines.count == 1)
    #expect(run.lines.first?.contains("has a property gone") == true, "\(run.output)")
  }

  @Test("What is wrong under a condition is left to the compiler, which knows whether the condition holds")
  func inactiveMember() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file(
      "A.swift",
      "class A: NSManagedObject {\n#if canImport(UIKit)\n  @NSManaged var a: UIColor?\n#endif\n"
        + "  @NSManaged var b: Int\n}\n")
    let output = folder.file("Out.swift")
    let run = try ProgramRun.product(
      "CoreDataModelTool", "generate", "--module", "App", "--output", output.path, "--models-to", folder.url.path,
      source)
    #expect(run.status == 0 && run.output == "")
    let text = try String(contentsOf: output, encoding: .utf8)
    #expect(
      text.contains("#if canImport(UIKit)\n#error(\"\(source):3: the accessors of A.a cannot be supplied: UIColor"))
    #expect(text.contains("_managedValue(\"b\")"))
  }

  @Test("Two attributes of a line with a carriage return are adopted as they are")
  func adoptionOfWindowsLines() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("A.swift", "import CoreData\r\n@objc(A) @objcMembers class A: NSManagedObject {}\r\n")
    #expect(
      try ProgramRun.product("CoreDataModelTool", "adopt", "--write", source).output.hasSuffix("1 file changed.\n"))
    #expect(
      try String(contentsOfFile: source, encoding: .utf8)
        == "import CoreData\r\n#if canImport(ObjectiveC)\r\n@objc(A) @objcMembers\r\n#endif\r\n"
        + "class A: NSManagedObject {}\r\n")
    #expect(try ProgramRun.product("CoreDataModelTool", "adopt", source).output == "Nothing is to be changed.\n")
  }

  @Test("The command shows its changes, and applies them on request")
  func adoption() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("A.swift", "@objc(A)\nclass A: NSManagedObject {}\n")
    let shown = try ProgramRun.product("CoreDataModelTool", "adopt", source)
    #expect(shown.lines.contains("+#if canImport(ObjectiveC)"))
    #expect(shown.lines.last == "1 file would be changed: run it again with --write.")
    #expect(try String(contentsOfFile: source, encoding: .utf8).hasPrefix("@objc(A)"))
    #expect(
      try ProgramRun.product("CoreDataModelTool", "adopt", "--write", source).output.hasSuffix("1 file changed.\n"))
    #expect(
      try String(contentsOfFile: source, encoding: .utf8).hasPrefix("#if canImport(ObjectiveC)\n@objc(A)\n#endif\n"))
    #expect(try ProgramRun.product("CoreDataModelTool", "adopt", source).output == "Nothing is to be changed.\n")
  }

  @Test("A byte that is no text is an error at its line, in a model, in the list beside its versions and in a source")
  func noText() throws {
    let folder = try TemporaryFolder()
    let bundle = folder.url.appendingPathComponent("Model.xcdatamodeld")
    let version = bundle.appendingPathComponent("A.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    let (contents, list) = (
      version.appendingPathComponent("contents"), bundle.appendingPathComponent(".xccurrentversion")
    )
    func problems() -> [String] {
      var reading = ModelReading()
      reading.read(ModelFolder(url: bundle))
      return reading.problems.map(\.description)
    }
    try (Data("<model>\n<!-- ".utf8) + Data([0xE9]) + Data(" -->\n<entity name='A'/></model>".utf8)).write(to: contents)
    #expect(problems().first == "\(contents.path):2: error: the byte 0xE9 at offset 13 is no text in UTF-8")
    try Data("<model><entity name='A'/></model>".utf8).write(to: contents)
    #expect(problems() == [])
    try (Data("<plist>\n<dict><!-- ".utf8) + Data([0xE9]) + Data(" --></dict></plist>".utf8)).write(to: list)
    #expect(problems() == ["\(list.path):2: error: the byte 0xE9 at offset 19 is no text in UTF-8"])
    try Data("<plist><dict/></plist>".utf8).write(to: list)
    #expect(problems() == [])
  }
}
