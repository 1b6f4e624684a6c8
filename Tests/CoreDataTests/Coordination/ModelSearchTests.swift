import Foundation
import SectionedTesting
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

  /// A folder of resources in which both models are links to where a build put them, and so is the folder itself.
  @Test("Models behind symbolic links are merged, each once")
  func mergedBehindLinks() throws {
    let (built, resources, links) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    let manager = FileManager.default
    for name in ["Boat", "Plane"] {
      let model = built.file("\(name)s.xcdatamodeld/\(name)s.xcdatamodel")
      try manager.createDirectory(at: model, withIntermediateDirectories: true)
      try Self.xml.replacingOccurrences(of: "Boat", with: name).write(
        to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      try manager.createSymbolicLink(
        at: resources.file("\(name)s.xcdatamodeld"), withDestinationURL: built.file("\(name)s.xcdatamodeld"))
    }
    try manager.createSymbolicLink(at: links.file("Resources"), withDestinationURL: resources.url)
    let bundle = try #require(Bundle(path: links.file("Resources").path))
    let model = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
    #expect(model.entities.map(\.name) == ["Boat", "Plane"])
    let twice = try #require(NSManagedObjectModel.mergedModel(from: [bundle, bundle]))
    #expect(twice.entities.map(\.name) == ["Boat", "Plane"])
    let hashes: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
    #expect(
      NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: hashes)?.entities.map(\.name) == [
        "Boat", "Plane",
      ])
  }
}
