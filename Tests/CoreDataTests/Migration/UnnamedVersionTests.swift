import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("The version of a store that does not carry its model, and has hashes of Apple's")
struct UnnamedVersionTests {
  /// Makes a bundle with several versions, the last of which is the current one.
  private static func bundle(_ folder: TemporaryFolder, _ versions: [String]) throws -> URL {
    let bundle = folder.file("Model.xcdatamodeld")
    for (number, xml) in versions.enumerated() {
      let version = bundle.appendingPathComponent("V\(number + 1).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data("<model>\(xml)</model>".utf8).write(to: version.appendingPathComponent("contents"))
    }
    let list = ["_XCCurrentVersionName": "V\(versions.count).xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
      .write(to: bundle.appendingPathComponent(".xccurrentversion"))
    return bundle
  }

  private static func item(_ attributes: String...) -> String {
    let elements = attributes.map { attribute -> String in
      let parts = attribute.split(separator: ":")
      return "<attribute name=\"\(parts[0])\" optional=\"YES\" attributeType=\"\(parts[1])\"/>"
    }
    return "<entity name=\"Item\">\(elements.joined())</entity>"
  }

  private func version(_ number: Int, _ bundle: URL) throws -> NSManagedObjectModel {
    try NSManagedObjectModel(reading: bundle.appendingPathComponent("V\(number).xcdatamodel"))
  }

  private func fill(_ store: MigratingStore, _ model: NSManagedObjectModel) throws {
    try store.fill(model) { context in
      NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue("a", forKey: "name")
    }
    try VersionForgery(url: store.url).writeForeignHashes()
    try VersionForgery(url: store.url).removeModel()
  }

  @Test("The one version whose tables they are is migrated, and no other model is taken") func found() throws {
    let store = try MigratingStore()
    let bundle = try Self.bundle(
      store.folder,
      [
        Self.item("name:String"), Self.item("name:String", "rank:Integer 64"), Self.item("name:String", "rank:String"),
        Self.item("name:String", "rank:String", "size:Double"),
      ])
    try fill(store, version(2, bundle))
    try store.with(version(2, bundle), migrates: false) { _ in }
    for (number, difference) in [
      1: "nothing for the column ZITEM.ZRANK", 3: "ZITEM.ZRANK is INTEGER, not VARCHAR",
      4: "the store lacks the column ZITEM.ZSIZE",
    ] {
      let error = #expect(throws: NSError.self) { try store.with(version(number, bundle), migrates: false) { _ in } }
      #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
      #expect(error?.localizedDescription.contains(difference) == true, "\(error?.localizedDescription ?? "")")
    }
    // Migrate to an older version, too, because nothing says which version is newer.
    try store.migrate(to: version(1, bundle))
    #expect(try store.contents(version(1, bundle))["Item", 1] == ["name": "a"])
    #expect(try store.problems(version(1, bundle)) == [])
  }

  @Test("Of two that have its tables, neither is taken for it") func ambiguous() throws {
    let store = try MigratingStore()
    let mandatory = Self.item("name:String").replacingOccurrences(of: "optional=\"YES\" ", with: "")
    let bundle = try Self.bundle(
      store.folder, [Self.item("name:String"), mandatory, Self.item("name:String", "size:Double")])
    try fill(store, version(1, bundle))
    let error = store.error(migratingTo: try version(3, bundle))
    #expect(error?.code == NSMigrationMissingSourceModelError)
    #expect(error?.localizedDescription.contains("nor exactly one its tables") == true)
    // Each of the two opens the store, because nothing says which version it has.
    try store.with(version(1, bundle), migrates: false) { _ in }
    try store.with(version(2, bundle), migrates: false) { _ in }
  }

  /// A store of 2013 beside the three versions of its model.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: [1, 2, 3]) func books(_ number: Int) throws
  {
    let sample = (ModelSamples.root ?? URL(fileURLWithPath: "/"))
      .appendingPathComponent("stores-recent/hwaxxer+BookMigration/BookMigration")
    let folder = try MigratingStore()
    try Data(contentsOf: sample.appendingPathComponent("Model1.sqlite")).write(to: folder.url)
    let bundle = folder.folder.file("Model.xcdatamodeld")
    try FileManager.default.copyItem(at: sample.appendingPathComponent("Model.xcdatamodeld"), to: bundle)
    let model = try NSManagedObjectModel(reading: bundle.appendingPathComponent("Model\(number).xcdatamodel"))
    if number == 1 {
      try folder.with(model, migrates: false) { _ in }
    } else {
      let error = #expect(throws: NSError.self) { try folder.with(model, migrates: false) { _ in } }
      #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
      let titles = try folder.rows("SELECT ZTITLE FROM ZBOOK ORDER BY ZTITLE").map { $0[0].text }
      try folder.migrate(to: model)
      #expect(try folder.rows("SELECT ZTITLE FROM ZBOOK ORDER BY ZTITLE").map { $0[0].text } == titles)
      #expect(try folder.problems(model) == [])
    }
  }
}
