import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two pages have a color, which is stored as data. `HexColor` makes a value of the three bytes of one page, but nil of
/// the two bytes of the other. In the second version pages also have a note.
@Suite("Values kept as data go through a migration by mappings")
struct TransformableMigrationTests {
  private static let nobody = "NobodyHasIt"

  private let store: MigratingStore
  private let new: URL
  private let stored = ["a": Data([1, 2, 3]), "b": Data([9, 9])]

  init() throws {
    TransformerModel.register
    store = try MigratingStore()
    new = store.folder.file("New.sqlite")
  }

  private func model(_ version: Int, _ transformer: String) -> NSManagedObjectModel {
    let color = NSAttributeDescription("color", .transformableAttributeType)
    color.valueTransformerName = transformer
    let page = NSEntityDescription("Page", [NSAttributeDescription("title"), color])
    if version == 2 { page.properties.append(NSAttributeDescription("note")) }
    return NSManagedObjectModel([page])
  }

  /// Without a registered transformer, the data is the value.
  private func fill(_ pages: [String: Data]) throws {
    try store.fill(model(1, Self.nobody)) { context in
      for (title, data) in pages.sorted(by: { $0.key < $1.key }) {
        let page = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
        page.setValue(title, forKey: "title")
        page.setValue(data, forKey: "color")
      }
    }
  }

  private var mappings: NSMappingModel {
    let mappings = NSMappingModel()
    mappings.entityMappings = [
      MappedMigration.mapping(
        "PageToPage", from: "Page", to: "Page", attributes: ["title": "$source.title", "color": "$source.color"])
    ]
    return mappings
  }

  private func migrate(_ former: String, _ now: String) throws {
    let manager = NSMigrationManager(sourceModel: model(1, former), destinationModel: model(2, now))
    try manager.migrateStore(from: store.url, type: .sqlite, mapping: mappings, to: new, type: .sqlite)
  }

  /// Returns the colors by title, as a transformer reads them.
  private func colors(at url: URL, _ transformer: String) throws -> [String: Any] {
    try store.at(url).with(model(2, transformer), migrates: false) { context in
      var colors: [String: Any] = [:]
      for page in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Page")) {
        colors[page.value(forKey: "title") as? String ?? ""] = page.value(forKey: "color")
      }
      return colors
    }
  }

  @Test func dataOfTheSameTransformerStaysAsItIs() throws {
    try fill(stored)
    try migrate("HexColor", "HexColor")
    let data = try colors(at: new, Self.nobody) as? [String: Data]
    #expect(data == stored)
    let read = try colors(at: new, "HexColor") as? [String: Color]
    #expect(read == ["a": Color(red: 1, green: 2, blue: 3)])
  }

  @Test func soItDoesInAStoreThatIsMigratedInPlace() throws {
    try fill(stored)
    let (source, destination) = (model(1, "HexColor"), model(2, "HexColor"))
    destination.compile()
    let kind = SQLiteStoreKind()
    let isDone = try MappedStoreMigration(
      opening: StoreOpening(url: store.url, model: destination, entityIndices: [0]), kind: kind, source: source,
      mappings: mappings, metadata: kind.metadata(at: store.url)
    ).run()
    #expect(isDone)
    let data = try colors(at: store.url, Self.nobody) as? [String: Data]
    #expect(data == stored)
  }

  /// The former transformer cannot read this data, and another one would not know its form.
  @Test func whatWouldBeLostIsAnError() throws {
    try fill(stored)
    let bytes = try Data(contentsOf: store.url)
    let error = try #require(throws: NSError.self) { try migrate("HexColor", "Places") }
    #expect(error.code == NSMigrationError, "\(error)")
    #expect(error.localizedDescription.contains("Page.color is made of"), "\(error)")
    #expect(error.localizedDescription.contains("which reads as nil where data is stored"), "\(error)")
    #expect(error.userInfo["entity"] as? String == "Page")
    #expect(error.userInfo["property"] as? String == "color")
    #expect(!FileManager.default.fileExists(atPath: new.path))
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func anotherTransformerMakesDataOfTheValue() throws {
    try store.fill(model(1, "NSSecureUnarchiveFromData")) { context in
      let page = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
      page.setValue("a", forKey: "title")
      page.setValue(["x", "y"], forKey: "color")
    }
    try migrate("NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData")
    let value = try colors(at: new, "NSKeyedUnarchiveFromData")["a"] as? [String]
    #expect(value == ["x", "y"])
  }
}
