import Foundation
import Testing

@testable import CoreData

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
    #expect(ModelSamples.contents.count == 126)
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
    // The one is from Xcode 3, the other has its current version in a project file only.
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

  /// Each line is wrong in one place, and the error names the place.
  @Test(arguments: [
    ("<modl/>", "line 1: the file is no model: its root element is modl, not model"),
    ("<model><entity/></model>", "line 1: entity : name is missing"),
    ("<model><entity name=\"A\"/><entity name=\"A\"/></model>", "two entities are named A"),
    (
      "<model><entity name=\"A\" parentEntity=\"B\"/></model>", "the parent entity B of A is not in the model"
    ),
    (
      "<model><entity name=\"A\" parentEntity=\"A\"/></model>",
      "the entity A inherits from itself or over more than 100 levels"
    ),
    (
      "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Int\"/></entity></model>",
      "line 1: attribute A.x: attributeType \"Int\" is not known"
    ),
    (
      "<model>\n<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"70000\"/>"
        + "</entity></model>",
      "line 3: attribute A.x: defaultValueString \"70000\" does not fit the type"
    ),
    (
      "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Decimal\" minValueString=\"few\"/></entity></model>",
      "line 1: attribute A.x: minValueString \"few\" is no number"
    ),
    (
      "<model><entity name=\"A\"><relationship name=\"r\" maxCount=\"1\" destinationEntity=\"B\"/></entity></model>",
      "the destination entity B of A.r is not in the model"
    ),
    (
      "<model><entity name=\"A\"><relationship name=\"r\" maxCount=\"1\" destinationEntity=\"A\" inverseName=\"s\"/>"
        + "</entity></model>",
      "the inverse A.s of A.r is not in the model"
    ),
    (
      "<model><entity name=\"A\"><relationship name=\"r\" toMany=\"YES\" deletionRule=\"Burn\" destinationEntity=\"A\"/>"
        + "</entity></model>",
      "line 1: relationship A.r: deletionRule \"Burn\" is none of Nullify, Cascade, Deny, No Action"
    ),
    (
      "<model><entity name=\"A\"><attribute name=\"x\"/><attribute name=\"x\"/></entity></model>",
      "two properties of A are named x"
    ),
    ("<model><entity name=\"A\"></model>", "line 1: the file is not well-formed XML"),
    (
      "<!DOCTYPE model [<!ENTITY e \"x\">]><model><entity name=\"&e;\"/></model>",
      "the file has a document type declaration, which no model has"
    ),
    (
      String(repeating: "<model>", count: 40) + String(repeating: "</model>", count: 40),
      "line 1: elements are nested deeper than 32"
    ),
    (
      "<model><configuration name=\"C\"><memberEntity name=\"A\"/></configuration></model>",
      "the configuration C has the unknown entity A"
    ),
  ])
  func errorsNameThePlace(_ xml: String, _ reason: String) throws {
    let error = #expect(throws: ModelReadingError.self) {
      try XMLModelReader.draft(Data(xml.utf8)).fill(NSManagedObjectModel())
    }
    #expect(error?.reason == reason)
  }

  @Test
  func aFileThatIsNotThereIsNamed() {
    let url = URL(fileURLWithPath: "/nowhere/Model.xcdatamodeld")
    let error = #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(reading: url) }
    #expect(error?.description == "/nowhere/Model.xcdatamodeld: there is no such file")
  }
}
