import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Models with composite attributes")
struct CompositeModelTests {
  private func read(_ xml: String) throws -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    try XMLModelReader.draft(Data(xml.utf8)).fill(model)
    return model
  }

  /// Returns the name, type and optionality of an attribute, followed by its elements.
  private func outline(_ attribute: NSAttributeDescription) -> String {
    let elements = (attribute as? NSCompositeAttributeDescription)?.elements.map(outline) ?? []
    let text = "\(attribute.name) \(attribute.attributeType.rawValue)\(attribute.isOptional ? "" : "!")"
    return elements.isEmpty ? text : "\(text)(\(elements.joined(separator: ", ")))"
  }

  private static let xml = """
    <model>
      <entity name="Article">
        <attribute name="author" optional="YES" attributeType="Composite" composite="Person"/>
        <attribute name="editor" attributeType="Composite" composite="Person"/>
      </entity>
      <composite name="Person">
        <attribute name="name" attributeType="String" defaultValueString="nobody" maxValueString="9"/>
        <attribute name="address" optional="YES" attributeType="Composite" composite="Place"/>
      </composite>
      <composite name="Place"><attribute name="zip" optional="YES" attributeType="Integer 32"/></composite>
    </model>
    """

  @Test("A model file's composites are the elements of each attribute that names them")
  func modelFiles() throws {
    let model = try read(Self.xml)
    let attributes = try #require(model.entitiesByName["Article"]?.attributesByName)
    let (author, editor) = (try #require(attributes["author"]), try #require(attributes["editor"]))
    #expect(outline(author) == "author 2100(name 700!, address 2100(zip 200))")
    #expect(outline(editor) == "editor 2100!(name 700!, address 2100(zip 200))")
    #expect(author.type == .composite)
    #expect(author.attributeValueClassName == "NSDictionary")
    #expect(described(author.defaultValue) == "{name: nobody}")
    let elements = try #require(author as? NSCompositeAttributeDescription).elements
    #expect(elements[0].bounds.maximum == 9)
    #expect(elements[0].entity === model.entitiesByName["Article"])
    #expect(elements[0] !== (editor as? NSCompositeAttributeDescription)?.elements[0])
  }

  @Test(
    "A composite that cannot be is an error that names the attribute",
    arguments: [
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite" composite="P"/></entity>"#,
        "the composite P is not in the model"
      ),
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite"/></entity>"#, "composite is missing"
      ),
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite" composite="P"/></entity>"#
          + #"<composite name="P"><attribute name="y" attributeType="Composite" composite="P"/></composite>"#,
        "is an element of itself or nested too deeply"
      ),
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite" composite="P"/></entity>"#
          + #"<composite name="P"><attribute name="y" attributeType="String"/>"#
          + #"<attribute name="y" attributeType="String"/></composite>"#, "two elements of A.x are named y"
      ),
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite" composite="P"/></entity>"#
          + #"<composite name="P"><attribute name="y" attributeType="ObjectID"/></composite>"#,
        "the element A.x.y has no type that a store can hold"
      ),
      (
        #"<entity name="A"><attribute name="x" attributeType="Composite" composite="P"/></entity>"#
          + #"<composite name="P"><attribute name="y" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>"#
          + "</composite>", "the element A.x.y keeps its data outside of the store"
      ),
    ])
  func wrongModels(xml: String, message: String) throws {
    let error = #expect(throws: ModelReadingError.self) { try read("<model>\(xml)</model>") }
    #expect("\(error as Any)".contains(message), "\(error as Any)")
  }

  /// Thirty nested composites with two elements each have 2³⁰ elements, more than a thousand million.
  @Test("A small file that names a great many elements is refused")
  func manyElements() throws {
    let composites = (0..<30).map { index in
      let type = index == 29 ? #"attributeType="String""# : #"attributeType="Composite" composite="C\#(index + 1)""#
      return #"<composite name="C\#(index)"><attribute name="a" \#(type)/><attribute name="b" \#(type)/></composite>"#
    }
    let xml =
      #"<model><entity name="A"><attribute name="x" attributeType="Composite" composite="C0"/></entity>"#
      + composites.joined() + "</model>"
    let error = #expect(throws: ModelReadingError.self) { try read(xml) }
    #expect("\(error as Any)".contains("have more than"), "\(error as Any)")
  }

  @Test("A model that is archived comes back, with nested elements and what they say")
  func archives() throws {
    let model = try read(Self.xml)
    let data = ArchiveModelWriter.archive(of: model)
    let back = NSManagedObjectModel()
    try ArchiveModelReader.draft(archive: data).fill(back)
    let author = try #require(back.entitiesByName["Article"]?.attributesByName["author"])
    #expect(outline(author) == "author 2100(name 700!, address 2100(zip 200))")
    #expect(described(author.defaultValue) == "{name: nobody}")
    #expect((author as? NSCompositeAttributeDescription)?.elements[0].bounds.maximum == 9)
    #expect(back.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(back.versionChecksum == model.versionChecksum)
  }

  /// Apple's framework archives a composite attribute with a class of its own, the type 2100, and an array of attribute
  /// descriptions.
  @Test("An archive of Apple's form is read")
  func applesArchives() throws {
    let archive = try KeyedArchive(ArchiveModelWriter.archive(of: try read(Self.xml)))
    let objects = (0..<200).compactMap { try? archive.object($0) }.filter { $0.fields["NSPropertyName"] != nil }
    let author = try #require(objects.first { try $0.string(for: "NSPropertyName") == "author" })
    #expect(try author.className == "NSCompositeAttributeDescription")
    #expect(try author.integer(for: "NSAttributeType") == 2100)
    let elements = try author.list(for: "NSCompositeElements").map { try archive.object($0) }
    #expect(try elements.map { try $0.className } == ["NSAttributeDescription", "NSCompositeAttributeDescription"])
    #expect(try elements.map { try $0.string(for: "NSPropertyName") } == ["name", "address"])
    #expect(try elements.map { try $0.integer(for: "NSAttributeType") } == [700, 2100])
  }

  @Test("Hashes differ where the elements do")
  func hashes() {
    func hash(_ elements: [NSAttributeDescription]) -> Data {
      NSCompositeAttributeDescription("a", elements).versionHash
    }
    let (x, y) = (NSAttributeDescription("x"), NSAttributeDescription("y"))
    let all = [
      hash([]), hash([x]), hash([x.copied, y.copied]), hash([y.copied, x.copied]),
      hash([NSAttributeDescription("x", .dateAttributeType)]),
      hash([NSCompositeAttributeDescription("x", [y.copied])]),
    ]
    #expect(Set(all).count == all.count)
    #expect(hash([x.copied]) == hash([x.copied]))
  }

  /// The first rule ignores whether a property is optional, so it must ignore this for elements, too.
  @Test("Elements are hashed by the rule of their attribute")
  func rules() {
    func hash(_ isOptional: Bool, _ rule: VersionHash.Rule) -> Data {
      NSCompositeAttributeDescription("a", [NSAttributeDescription("x", isOptional: isOptional)])
        .versionHash(by: rule)
    }
    #expect(hash(true, .layout) == hash(false, .layout))
    #expect(hash(true, .guide) != hash(false, .guide))
  }

  @Test("A copy has elements of its own")
  func copies() throws {
    let model = try read(Self.xml)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    let (one, other) = (
      try #require(model.entitiesByName["Article"]?.attributesByName["author"] as? NSCompositeAttributeDescription),
      try #require(copy.entitiesByName["Article"]?.attributesByName["author"] as? NSCompositeAttributeDescription)
    )
    #expect(outline(one) == outline(other))
    #expect(zip(one.elements, other.elements).allSatisfy { $0 !== $1 })
    #expect(other.elements[0].entity === copy.entitiesByName["Article"])
    other.elements[0].name = "changed"
    #expect(one.elements[0].name == "name")
  }

  @Test("Elements stand in the layout behind their attribute, and a subentity may override it with the same ones")
  func layouts() throws {
    let parent = NSEntityDescription("Parent", ArticleModel.attributes())
    let child = NSEntityDescription("Child", ArticleModel.attributes())
    parent.subentities = [child]
    let layout = NSManagedObjectModel([parent, child]).layout
    let names = [
      "id", "title", "zip", "author", "author.name", "author.id", "author.born", "author.address.city",
      "author.address.zip",
    ]
    #expect(layout.entities.map { $0.slots.map(\.name) } == [names, names])
    #expect(layout.entities[0].propertyNames == ["id", "title", "zip", "author"])
    #expect(layout.entities[1].parts(of: 3) == [4, 5, 6, 7, 8])
    let other = NSEntityDescription("Child", [NSCompositeAttributeDescription("author", [NSAttributeDescription("x")])])
    let above = NSEntityDescription("Parent", ArticleModel.attributes())
    above.subentities = [other]
    #expect(
      ModelCheck.problems(in: NSManagedObjectModel([above, other]))
        == ["Child.author is of another kind than the property it overrides"])
  }
}

extension NSAttributeDescription {
  fileprivate var copied: NSAttributeDescription { copy() as? NSAttributeDescription ?? self }
}
