import Foundation
import Testing

@testable import CoreData

@Suite("Looking for a container's model")
struct ModelSearchTests {
  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Boat"><attribute name="name" optional="YES" attributeType="String"/></entity>
    </model>
    """

  /// A program's folder, with the resources of a package module beside the program.
  @Test("A model is found beside the program and in its modules' resources", arguments: ["", "Fleet_Boats.resources/"])
  func found(folder: String) throws {
    let program = try TemporaryFolder()
    let model = program.url.appendingPathComponent("\(folder)Boats.xcdatamodeld/Boats.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Self.xml.write(to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let bundle = try #require(Bundle(path: program.url.path))
    #expect(ModelSearch(name: "Boats", bundle: bundle).model?.entities.map(\.name) == ["Boat"])
    #expect(ModelSearch(name: "Planes", bundle: bundle).model == nil)
  }
}
