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

  @Test("A missing model's message lists the models there are, and one that is damaged is named with its fault")
  func problems() throws {
    let program = try TemporaryFolder()
    func search(_ name: String) throws -> ModelSearch {
      ModelSearch(name: name, bundle: try #require(Bundle(path: program.url.path)))
    }
    let places = try search("Boat").folders.map(\.path).joined(separator: ", ")
    let missing =
      "There is no model named Boat.momd, .mom, .xcdatamodeld or .xcdatamodel in \(places): put Boat.xcdatamodeld into a "
      + "target that uses the plugin CoreDataModelPlugin, without excluding it; without the plugin also name it there, "
      + "as in resources: [.copy(\"Boat.xcdatamodeld\")]; or pass a model to init(name:managedObjectModel:)."
    #expect(try search("Boat").problem == missing)
    for name in ["Boats.mom", "Planes.mom"] { _ = try program.file(name, Self.xml) }
    #expect(try search("Boat").problem == missing + " The models there are Boats, Planes. Did you mean 'Boats'?")
    let damaged = try program.file("Cars.mom", "<model>\n</car>")
    let text = try search("Cars").problem
    #expect(text.hasPrefix("The model Cars cannot be read: \(damaged): line 2: "), "\(text)")
  }

  /// Both models in a folder of resources are links to the products of a build, and the folder itself is a link, too.
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

  /// In the first version boats have a name. In the second and current version they also have a length. Harbors are the
  /// same in both.
  @Test("The version that a store was made for is found among all of a bundle", arguments: ["xcdatamodeld", "momd"])
  func versionOfAStore(kind: String) throws {
    let program = try TemporaryFolder()
    let versions = program.file("Boats.\(kind)")
    let manager = FileManager.default
    try manager.createDirectory(at: versions, withIntermediateDirectories: true)
    func attributes(_ names: [String]) -> String {
      names.map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }.joined()
    }
    var files: [URL] = []
    for (name, names) in [("Boats", ["name"]), ("Boats 2", ["name", "length"])] {
      let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="Boat">\(attributes(names))</entity>
          <entity name="Harbor">\(attributes(["name"]))</entity>
        </model>
        """
      if kind == "momd" {
        files.append(versions.appendingPathComponent("\(name).mom"))
      } else {
        let version = versions.appendingPathComponent("\(name).xcdatamodel")
        try manager.createDirectory(at: version, withIntermediateDirectories: true)
        files.append(version.appendingPathComponent("contents"))
      }
      let file = try #require(files.last)
      try Data(xml.utf8).write(to: file)
    }
    let current =
      kind == "momd"
      ? ["NSManagedObjectModel_CurrentVersionName": "Boats 2"] : ["_XCCurrentVersionName": "Boats 2.xcdatamodel"]
    let list = try PropertyListSerialization.data(fromPropertyList: current, format: .xml, options: 0)
    try list.write(to: versions.appendingPathComponent(kind == "momd" ? "VersionInfo.plist" : ".xccurrentversion"))
    let bundle = try #require(Bundle(path: program.url.path))
    #expect(NSManagedObjectModel.mergedModel(from: [bundle])?.entitiesByName["Boat"]?.attributesByName.count == 2)
    for file in files {
      let hashes = try NSManagedObjectModel(reading: file).entityVersionHashesByName
      let metadata: [String: Any] = [NSStoreModelVersionHashesKey: hashes]
      let found = try #require(NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata))
      #expect(found.entityVersionHashesByName == hashes)
    }
  }
}
