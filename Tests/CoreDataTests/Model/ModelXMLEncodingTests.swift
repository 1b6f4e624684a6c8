import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("The encodings of a model's XML, and indexes in it")
struct ModelXMLEncodingTests {
  @Test(
    "A document type is not overlooked in an encoding that the parser finds out by itself",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
  func withoutAName(encoding: String.Encoding) throws {
    let xml = "<?xml version=\"1.0\"?><!DOCTYPE model [<!ENTITY e \"x\">]><model><entity name=\"&e;\"/></model>"
    let data = try #require(xml.data(using: encoding))
    let error = #expect(throws: ModelReadingError.self) { _ = try XMLModelReader.draft(data) }
    #expect(error?.reason.contains("is 0: the file is no XML, or not in UTF-8") == true)
  }

  @Test(
    "Nor in one that the document names",
    arguments: ["encoding=\"UTF-7\"", "encoding = 'UTF-7'", "\n encoding=\"utf-16\"", "encoding=\"IBM037\""])
  func named(encoding: String) throws {
    let xml = "<?xml version=\"1.0\" \(encoding)?><model/>"
    let error = #expect(throws: ModelReadingError.self) { _ = try XMLModelReader.draft(Data(xml.utf8)) }
    #expect(error?.reason.contains("which is not read: save it in UTF-8") == true)
  }

  @Test(
    "The encodings that models are in are read",
    arguments: [
      "", "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>",
      "<?xml version='1.0' encoding = 'utf-8' ?>", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
    ])
  func read(head: String) throws {
    let draft = try XMLModelReader.draft(Data("\(head)<model><entity name=\"encoding\"/></model>".utf8))
    #expect(draft.entities.map(\.description.name) == ["encoding"])
  }

  @Test("An index that is not of properties does not keep a program from its model")
  func index() throws {
    let xml = """
      <model><entity name="A"><attribute name="x" attributeType="String"/>
      <fetchIndex name="byExpression"><fetchIndexElement expression="lowercase:(x)" type="Binary"/></fetchIndex>
      <fetchIndex name="byX"><fetchIndexElement property="x" type="Binary" order="ascending"/></fetchIndex>
      </entity></model>
      """
    let model = NSManagedObjectModel()
    try XMLModelReader.draft(Data(xml.utf8)).fill(model)
    #expect(model.entitiesByName["A"]?.indexes.map(\.name) == ["byX"])
  }
}
