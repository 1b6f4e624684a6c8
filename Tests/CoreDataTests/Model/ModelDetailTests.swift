import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("A wrong detail does not keep a program from its model")
struct ModelDetailTests {
  /// A model with many details that make no sense. Each one must be ignored, and the rest read.
  static let xml = """
    <model><entity name="Thing">
    <attribute name="code" attributeType="UUID" defaultValueString="empy"/>
    <attribute name="page" attributeType="URI" defaultValueString="http://[bad"/>
    <attribute name="small" attributeType="Integer 16" defaultValueString="70000"/>
    <attribute name="count" attributeType="Integer 32" defaultValueString="many"/>
    <attribute name="flag" attributeType="Boolean" defaultValueString="perhaps"/>
    <attribute name="price" attributeType="Decimal" defaultValueString="cheap" minValueString="few" maxValueString="9"/>
    <attribute name="size" attributeType="Double" defaultValueString="large"/>
    <attribute name="none" attributeType="Float" defaultValueString="nan"/>
    <attribute name="day" attributeType="Date" defaultDateTimeInterval="today" minDateTimeInterval="then"/>
    <attribute name="word" attributeType="String" defaultValueString="w" regularExpressionString="("/>
    <fetchedProperty name="others"><fetchRequest entity="Thing" predicateString="a ="/></fetchedProperty>
    </entity>
    <fetchRequest name="template" entity="Thing" predicateString="((("/>
    <fetchRequest name="good" entity="Thing" predicateString="count > 1"/>
    </model>
    """

  @Test func eachIsLeftOutAndTheRestIsRead() throws {
    let model = NSManagedObjectModel()
    try XMLModelReader.draft(Data(Self.xml.utf8)).fill(model)
    let attributes = try #require(model.entitiesByName["Thing"]).attributesByName
    #expect(attributes.count == 10)
    for (name, attribute) in attributes where name != "word" { #expect(attribute.defaultValue == nil, "\(name)") }
    #expect(attributes["word"]?.defaultValue as? String == "w")
    #expect(attributes["word"]?.bounds.pattern == nil)
    #expect(attributes["price"]?.bounds.minimum == nil)
    #expect(attributes["price"]?.bounds.maximum == 9)
    #expect(model.fetchRequestTemplate(forName: "template") == nil)
    #expect(model.fetchRequestTemplate(forName: "good") != nil)
    let others = model.entitiesByName["Thing"]?.propertiesByName["others"] as? NSFetchedPropertyDescription
    #expect(others != nil && others?.fetchRequest == nil)
  }

  /// A number in an archive may not fit the type of its attribute.
  @Test func aDefaultOfAnArchiveThatDoesNotFitIsNone() throws {
    func read(_ node: KeyedArchiveBuilder.Node, _ type: NSAttributeType) throws -> (value: Any?, notes: [String]) {
      var builder = KeyedArchiveBuilder()
      guard case .uid(let root) = builder.plain(node) else { return (nil, []) }
      let archive = try KeyedArchive(builder.data(root: root))
      let notes = Protected<[String]>([])
      let value = ModelNote.$collected.withValue(notes) { ArchivedValue.defaultValue(root, in: archive, of: type) }
      return (value, notes.withLock { $0 })
    }
    let wrong: [(KeyedArchiveBuilder.Node, NSAttributeType)] = [
      (.integer(70_000), .integer16AttributeType), (.integer(1 << 40), .integer32AttributeType),
      (.real(1.5), .integer64AttributeType), (.real(1e300), .integer64AttributeType),
      (.real(.nan), .doubleAttributeType), (.real(.infinity), .decimalAttributeType),
      (.string("x"), .doubleAttributeType), (.integer(1), .stringAttributeType),
    ]
    for (node, type) in wrong {
      let (value, notes) = try read(node, type)
      #expect(value == nil && notes.count == 1, "\(node) of the type \(type): \(value ?? "nil") \(notes)")
      #expect(notes.first?.contains("is none of its type: the attribute is read without it") == true)
    }
    let right: [(KeyedArchiveBuilder.Node, NSAttributeType, NSObject)] = [
      (.integer(-32_768), .integer16AttributeType, NSNumber(value: -32_768)),
      (.real(3), .integer32AttributeType, NSNumber(value: 3)),
      (.integer(.max), .integer64AttributeType, NSNumber(value: Int64.max)),
      (.bool(true), .integer16AttributeType, NSNumber(value: 1)),
      (.real(0.5), .decimalAttributeType, NSDecimalNumber(string: "0.5")),
    ]
    for (node, type, expected) in right {
      let (value, notes) = try read(node, type)
      #expect(value as? NSObject == expected && notes == [], "\(node) of the type \(type): \(value ?? "nil")")
    }
  }

  @Test(.startsProcesses) func theLogNamesEach() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      try Data(ModelDetailTests.xml.utf8).write(to: folder.file("contents"))
      precondition(NSManagedObjectModel(contentsOf: folder.file("contents")) != nil)
      try Data("<model><entity/></model>".utf8).write(to: folder.file("wrong"))
      precondition(NSManagedObjectModel(contentsOf: folder.file("wrong")) == nil)
    }
    let log = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for words in [
      "line 2: attribute Thing.code: defaultValueString \"empy\" is no UUID: the attribute is read without a default",
      "attribute Thing.price: minValueString \"few\" is no number: the attribute is read without that bound",
      "attribute Thing.word: regularExpressionString \"(\" is no regular expression: the attribute is read without it",
      "the model is read without the template", "the model cannot be read: ", "entity : name is missing",
    ] {
      #expect(log.contains(words), "\(words) is not in \(log)")
    }
  }

  @Test(
    "A folder behind a symbolic link is read, whatever the link is called",
    arguments: [
      ("Boats.xcdatamodeld", "Link.xcdatamodeld"), ("Boats.xcdatamodeld/Boats.xcdatamodel", "Link.xcdatamodel"),
      ("Boats.xcdatamodeld", "Link"), ("Boats.xcdatamodeld/Boats.xcdatamodel/contents", "Link.xml"),
    ])
  func links(target: String, name: String) throws {
    let folder = try TemporaryFolder()
    let model = folder.file("Boats.xcdatamodeld/Boats.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data("<model><entity name=\"Boat\"/></model>".utf8).write(to: model.appendingPathComponent("contents"))
    try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: folder.file(target))
    #expect(try NSManagedObjectModel(reading: folder.file(name)).entities.map(\.name) == ["Boat"])
    if name != "Link.xml", name != "Link" {
      let bundle = try #require(Bundle(path: folder.url.path))
      #expect(ModelSearch(name: "Link", bundle: bundle).model?.entities.map(\.name) == ["Boat"])
    }
  }

  @Test("A version behind a symbolic link is read, and a pipe is not waited for")
  func linksInsideAndPipes() throws {
    let folder = try TemporaryFolder()
    let model = folder.file("elsewhere.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data("<model><entity name=\"Boat\"/></model>".utf8).write(to: model.appendingPathComponent("contents"))
    let bundle = folder.file("Boats.xcdatamodeld")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: bundle.appendingPathComponent("Boats.xcdatamodel"), withDestinationURL: model)
    #expect(try NSManagedObjectModel(reading: bundle).entities.map(\.name) == ["Boat"])
    #expect(mkfifo(folder.file("pipe.mom").path, 0o644) == 0)
    let error = #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(reading: folder.file("pipe.mom")) }
    #expect(error?.reason == "it is neither a file nor a folder")
  }

  @Test("A huge file is refused before it is read, behind a symbolic link, too")
  func hugeFiles() throws {
    let folder = try TemporaryFolder()
    func read(_ url: URL) throws {
      if url.pathExtension == "cdm" { _ = try MappingFile(url) } else { _ = try NSManagedObjectModel(reading: url) }
    }
    for name in ["huge.mom", "huge.cdm"] {
      // A sparse file, which takes no room on the disk.
      let path = try folder.file(name, "")
      #expect(truncate(path, ModelFile.sizeLimit + 1) == 0)
      let link = folder.file("link-\(name)")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file(name))
      for url in [folder.file(name), link] {
        let error = #expect(throws: ModelReadingError.self) { try read(url) }
        #expect(error?.reason == "the file is larger than \(ModelFile.sizeLimit) bytes", "\(url.path)")
      }
    }
  }

  @Test("An index of an archive keeps its direction")
  func descendingIndex() throws {
    let entity = NSEntityDescription("Thing", [NSAttributeDescription("a"), NSAttributeDescription("b")])
    entity.indexes = [
      NSFetchIndexDescription(
        name: "byBoth",
        elements: [
          NSFetchIndexElementDescription(propertyName: "a", collationType: .binary, isAscending: false),
          NSFetchIndexElementDescription(propertyName: "b", collationType: .binary, isAscending: true),
        ])
    ]
    let model = try NSManagedObjectModel(modelCache: ArchiveModelWriter.modelCache(of: NSManagedObjectModel([entity])))
    let index = try #require(model.entitiesByName["Thing"]?.indexes.first)
    #expect(index.elements.map(\.isAscending) == [false, true])
    #expect(index.elements.map(\.propertyName) == ["a", "b"])
  }
}
