import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Models are read from the XML of the model editor")
struct ModelXMLTests {
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: ModelSamples.contents)
  func everySampleSaysWhatASecondReadingSays(_ url: URL) throws {
    let model = try NSManagedObjectModel(reading: url)
    let xml = try String(contentsOf: url, encoding: .utf8)
    let (read, scanned) = (ModelFacts.facts(model), ScannedModel(xml).facts)
    #expect(read.subtracting(scanned).sorted() == [])
    #expect(scanned.subtracting(read).sorted() == [])
    #expect(scanned.count > 3)
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func everySampleIsSeen() {
    let found = ModelSamples.contents.map { $0.deletingLastPathComponent().lastPathComponent }
    let expected: Set = [
      "SampleModel.xcdatamodel", "SampleModel3.xcdatamodel", "BookmarksModel 6.xcdatamodel",
      "SyncMetadata 2.xcdatamodel",
      "Container_Example.xcdatamodel", "TestModel 2.xcdatamodel",
    ]
    #expect(expected.subtracting(found) == [])
    for owner in [
      "fatbobman+CoreDataEvolution", "davbeck+FetchedResultsController", "3lvis+Sync", "atomicbird+momdec",
      "OpenSesameManager+OpenSesame", "AvdLee+CoreDataBestPractices", "JohnEstropia+CoreStore",
    ] { #expect(ModelSamples.contents.contains { $0.path.contains("/models/\(owner)/") }, "\(owner)") }
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func everyBundleOpensAtItsCurrentVersion() throws {
    let bundles = ModelSamples.files { $0.pathExtension == "xcdatamodeld" }
    #expect(bundles.count > 20)
    var refusals: [String: String] = [:]
    for bundle in bundles {
      do {
        _ = try NSManagedObjectModel(reading: bundle)
      } catch let error as ModelReadingError {
        refusals[bundle.lastPathComponent] = error.reason
      }
    }
    // The first one is from Xcode 3. The second one has its current version only in a project file.
    #expect(
      refusals == [
        "Recipes.xcdatamodeld":
          "the model is in the binary form of Xcode 3: open it in Xcode 4 or later and save it again",
        "Advanced.EvolutionDemo.xcdatamodeld":
          "the bundle has 2 versions and .xccurrentversion names none: name one of them",
      ]
    )
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func aModelOfXcodeThreeIsRefusedWithAWayOut() throws {
    let root = try #require(ModelSamples.root)
    let old = root.appendingPathComponent(
      "stores/magicalpanda+MagicalRecord/Samples/iOS/Application/Models/Recipes.xcdatamodeld/Recipes.xcdatamodel"
    )
    let error = #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(reading: old) }
    #expect(
      error?.reason == "the model is in the binary form of Xcode 3: open it in Xcode 4 or later and save it again")
    #expect(NSManagedObjectModel(contentsOf: old) == nil)
  }

  /// A document that is wrong in one place, and the error that names the place.
  struct Wrong: Sendable {
    let xml: String
    let reason: String
  }

  private static func wrong(_ content: String, _ reason: String) -> Wrong {
    Wrong(xml: "<model>\(content)</model>", reason: reason)
  }

  /// Returns a document with a mistake inside the entity A, on the second line.
  private static func wrong(inEntity content: String, _ reason: String) -> Wrong {
    wrong("<entity name=\"A\">\n\(content)</entity>", reason)
  }

  static let wrongs: [Wrong] = [
    Wrong(xml: "<modl/>", reason: "line 1: the file is no model: its root element is modl, not model"),
    Wrong(xml: "<model><entity name=\"A\"></model>", reason: "line 1: the file is not well-formed XML"),
    Wrong(
      xml: "<!DOCTYPE model [<!ENTITY e \"x\">]><model><entity name=\"&e;\"/></model>",
      reason: "the file has a document type declaration, which no model has"
    ),
    Wrong(
      xml: String(repeating: "<model>", count: 40) + String(repeating: "</model>", count: 40),
      reason: "line 1: elements are nested deeper than 32"
    ),
    wrong("<entity/>", "line 1: entity : name is missing"),
    wrong("<entity name=\"A\"/><entity name=\"A\"/>", "two entities are named A"),
    wrong("<entity name=\"A\" parentEntity=\"B\"/>", "the parent entity B of A is not in the model"),
    wrong(
      "<entity name=\"A\" parentEntity=\"A\"/>", "the entity A inherits from itself or over more than 100 levels"
    ),
    wrong(
      "<configuration name=\"C\"><memberEntity name=\"A\"/></configuration>",
      "the configuration C has the unknown entity A"
    ),
    wrong(
      inEntity: "<attribute name=\"x\" attributeType=\"Int\"/>",
      "line 2: attribute A.x: attributeType \"Int\" is not known. Did you mean 'Integer 16'?"
    ),
    wrong(inEntity: "<attribute name=\"x\"/><attribute name=\"x\"/>", "two properties of A are named x"),
    wrong(
      inEntity: "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"B\"/>",
      "the destination entity B of A.r is not in the model"
    ),
    wrong(
      inEntity: "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"A\" inverseName=\"s\"/>",
      "the inverse A.s of A.r is not in the model"
    ),
    wrong(
      inEntity: "<relationship name=\"r\" toMany=\"YES\" deletionRule=\"Burn\" destinationEntity=\"A\"/>",
      "line 2: relationship A.r: deletionRule \"Burn\" is none of Nullify, Cascade, Deny, No Action"
    ),
    wrong(
      inEntity: "<relationship name=\"r\" maxCount=\"2\" destinationEntity=\"A\"/>",
      "line 2: relationship A.r: maxCount is not 1 although it is not toMany"
    ),
    // All mistakes are reported at once, each with the most similar name. A reference to a property that was left out,
    // or that a missing parent may have, is no mistake.
    wrong(
      """
      <entity name="Article" parentEntity="Goods">
      <attribute name="sku" attributeType="Strng"/>
      <relationship name="warehouse" maxCount="1" destinationEntity="Warehous" inverseName="articles"/>
      <relationship name="shelf" maxCount="1" destinationEntity="Warehouse" inverseName="article"/>
      </entity>
      <entity name="Warehouse">
      <relationship name="articles" toMany="YES" destinationEntity="Article" inverseName="place"/>
      <relationship name="orders" toMany="YES" deletionRule="Burn" destinationEntity="Order" inverseName="source"/>
      </entity>
      <entity name="Order" parentEntity="Warehous">
      <relationship name="source" maxCount="1" destinationEntity="Warehouse" inverseName="orders"/>
      </entity>
      """,
      "line 2: attribute Article.sku: attributeType \"Strng\" is not known. Did you mean 'String'?; "
        + "line 8: relationship Warehouse.orders: deletionRule \"Burn\" is none of Nullify, Cascade, Deny, No Action; "
        + "the parent entity Goods of Article is not in the model; "
        + "the parent entity Warehous of Order is not in the model. Did you mean 'Warehouse'?; "
        + "the destination entity Warehous of Article.warehouse is not in the model. Did you mean 'Warehouse'?; "
        + "the inverse Warehouse.article of Article.shelf is not in the model. Did you mean 'articles'?"
    ),
    // Mistakes in configurations are reported, too.
    wrong(
      """
      <entity name="Article"><attribute name="x" attributeType="Strng"/></entity>
      <configuration><memberEntity name="Article"/></configuration>
      <configuration name="Local"><memberEntity/></configuration>
      <configuration name="Cloud"><memberEntity name="Artcle"/><memberEntity name="Article"/></configuration>
      <fetchRequest entity="Article"/>
      """,
      "line 1: attribute Article.x: attributeType \"Strng\" is not known. Did you mean 'String'?; "
        + "line 2: configuration : name is missing; line 3: memberEntity Local: name is missing; "
        + "line 5: fetchRequest : name is missing; "
        + "the configuration Cloud has the unknown entity Artcle. Did you mean 'Article'?"
    ),
    // An entity that cannot be read may be the destination of other entities' relationships, so those are no mistakes.
    wrong(
      "<entity/><entity name=\"A\"><relationship name=\"r\" maxCount=\"1\" destinationEntity=\"B\"/></entity>",
      "line 1: entity : name is missing"
    ),
  ]

  @Test(arguments: wrongs)
  func errorsNameThePlace(_ wrong: Wrong) throws {
    let error = #expect(throws: ModelReadingError.self) {
      try XMLModelReader.draft(Data(wrong.xml.utf8)).fill(NSManagedObjectModel())
    }
    #expect(error?.reason == wrong.reason)
  }

  /// Searching similar names for so many mistakes would take hours.
  @Test
  func aFileWithVeryManyMistakesIsReadNoFurther() {
    func reasons(_ content: String) -> [String] {
      let error = #expect(throws: ModelReadingError.self) {
        try XMLModelReader.draft(Data("<model>\(content)</model>".utf8)).fill(NSManagedObjectModel())
      }
      return error?.reasons ?? []
    }
    let attributes = (0..<150).map { "<attribute name=\"a\($0)\" attributeType=\"Strng\"/>" }
    let entity = "<entity name=\"A\">\(attributes.joined())</entity>"
    #expect(throws: ModelReadingError.self) { try XMLModelReader.draft(Data("<model>\(entity)</model>".utf8)) }
    #expect(reasons(entity).map { $0.contains("A.a") } == Array(repeating: true, count: ModelReadingError.limit))
    let relationships = (0..<150).map {
      "<relationship name=\"r\($0)\" maxCount=\"1\" destinationEntity=\"Entit\"/>"
    }
    let owner = "<entity name=\"A\">\(relationships.joined())</entity><entity name=\"Entity\"/>"
    #expect(reasons(owner).count == ModelReadingError.limit)
    #expect(reasons(owner).allSatisfy { $0.hasSuffix("Did you mean 'Entity'?") })
    let many = (0..<300).map { "<entity name=\"Entity\($0)\"/>" }.joined()
    #expect(reasons(owner + many).allSatisfy { $0.hasSuffix("is not in the model") })
  }

  @Test
  func aFileThatIsNotThereIsNamed() {
    let url = URL(fileURLWithPath: "/nowhere/Model.xcdatamodeld")
    let error = #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(reading: url) }
    #expect(error?.description == "/nowhere/Model.xcdatamodeld: there is no such file")
  }
}
