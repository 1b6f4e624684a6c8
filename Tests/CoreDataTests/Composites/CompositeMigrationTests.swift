import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Migrations of composite attributes")
struct CompositeMigrationTests {
  private func model(_ properties: [NSPropertyDescription]) -> NSManagedObjectModel {
    NSManagedObjectModel([NSEntityDescription("Stop", [NSAttributeDescription("title")] + properties)])
  }

  private func place(_ elements: [NSAttributeDescription], isOptional: Bool = true) -> NSCompositeAttributeDescription {
    NSCompositeAttributeDescription("place", elements, isOptional: isOptional)
  }

  private func filled(_ type: String) throws -> MigratingStore {
    let store = try MigratingStore(type)
    try store.fill(first()) { context in
      try context.insert("Stop", ["title": "a", "place": composed(["x": 1, "name": "A"]), "note": "n"])
      try context.insert("Stop", ["title": "b"])
    }
    return store
  }

  private func first() -> NSManagedObjectModel {
    model([
      place([NSAttributeDescription("x", .integer16AttributeType), NSAttributeDescription("name")]),
      NSAttributeDescription("note"),
    ])
  }

  private func rows(_ store: MigratingStore, _ model: NSManagedObjectModel) throws -> [String] {
    try store.with(model) { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Stop")
      request.resultType = .dictionaryResultType
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      return try context.fetch(request).map { described($0) }
    }
  }

  @Test("Elements are added, removed, renamed, reordered and made wider", arguments: MigratingStore.types)
  func elements(type: String) throws {
    let store = try filled(type)
    let wide = NSAttributeDescription("x", .doubleAttributeType)
    let label = NSAttributeDescription("label")
    label.renamingIdentifier = "name"
    let added = NSAttributeDescription("y", .integer16AttributeType, 3, isOptional: false)
    let next = model([place([label, added, wide]), NSAttributeDescription("note")])
    // The default of a new element does not fill an attribute that is nil.
    #expect(try rows(store, next) == ["{note: n, place: {label: A, x: 1.0, y: 3}, title: a}", "{title: b}"])
    #expect(
      try rows(store, model([place([wide.copied]), NSAttributeDescription("note")]))
        == ["{note: n, place: {x: 1.0}, title: a}", "{title: b}"])
  }

  @Test("An attribute is added with its elements' defaults, renamed and removed", arguments: MigratingStore.types)
  func attributes(type: String) throws {
    let store = try filled(type)
    let renamed = place([NSAttributeDescription("x", .integer16AttributeType), NSAttributeDescription("name")])
    renamed.name = "spot"
    renamed.renamingIdentifier = "place"
    let added = NSCompositeAttributeDescription(
      "size", [NSAttributeDescription("w", .integer16AttributeType, 4), NSAttributeDescription("h")], isOptional: false)
    #expect(
      try rows(store, model([renamed, added]))
        == ["{size: {w: 4}, spot: {name: A, x: 1}, title: a}", "{size: {w: 4}, title: b}"])
    #expect(try rows(store, model([])) == ["{title: a}", "{title: b}"])
  }

  @Test(
    "A renaming identifier takes an attribute into a composite one, and out of it", arguments: MigratingStore.types)
  func moves(type: String) throws {
    let store = try filled(type)
    let (inside, outside) = (NSAttributeDescription("note"), NSAttributeDescription("name"))
    inside.renamingIdentifier = "note"
    outside.renamingIdentifier = "place.name"
    let next = model([place([NSAttributeDescription("x", .integer16AttributeType), inside]), outside])
    #expect(try rows(store, next) == ["{name: A, place: {note: n, x: 1}, title: a}", "{title: b}"])
    let back = model([place([NSAttributeDescription("name")]), NSAttributeDescription("note")])
    let attributes = try #require(back.entitiesByName["Stop"]?.attributesByName)
    attributes["note"]?.renamingIdentifier = "place.note"
    (attributes["place"] as? NSCompositeAttributeDescription)?.elements[0].renamingIdentifier = "name"
    #expect(try rows(store, back) == ["{note: n, place: {name: A}, title: a}", "{title: b}"])
  }

  @Test(
    "What cannot be inferred, and what would be missing, is an error that names it", arguments: MigratingStore.types)
  func refusals(type: String) throws {
    let store = try filled(type)
    func message(_ next: NSManagedObjectModel) -> String {
      do {
        try store.migrate(to: next)
        return ""
      } catch {
        return (error as NSError).localizedDescription
      }
    }
    let text = message(model([NSAttributeDescription("place"), NSAttributeDescription("note")]))
    #expect(text.contains("Stop.place: Source and destination attribute types are incompatible"), "\(text)")
    let element = message(model([place([NSAttributeDescription("x", .dateAttributeType)])]))
    #expect(element.contains("Stop.place.x: Source and destination attribute types are incompatible"), "\(element)")
    let whole = message(model([place([NSAttributeDescription("name")], isOptional: false)]))
    #expect(whole.contains("Stop.place or one of its elements is not optional"), "\(whole)")
    let missing = message(
      model([place([NSAttributeDescription("name"), NSAttributeDescription("y", isOptional: false)])]))
    #expect(missing.contains("Stop.place or one of its elements is not optional"), "\(missing)")
    #expect(try rows(store, first()) == ["{note: n, place: {name: A, x: 1}, title: a}", "{title: b}"])
  }

  @Test("A migration manager takes elements over by their names and identifiers", arguments: MigratingStore.types)
  func managers(type: String) throws {
    let store = try filled(type)
    let label = NSAttributeDescription("label")
    label.renamingIdentifier = "name"
    let next = model([
      place([label, NSAttributeDescription("x", .doubleAttributeType), NSAttributeDescription("z")]),
      NSCompositeAttributeDescription("made", [NSAttributeDescription("a"), NSAttributeDescription("b")]),
    ])
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: first(), destinationModel: next)
    let stop = try #require(mapping.entityMappings.first)
    #expect(stop.attributeMappings?.compactMap(\.name).sorted() == ["made", "place", "title"])
    let made = stop.attributeMappings?.first { $0.name == "made" }
    made?.valueExpression = CoreData.NSExpression(
      forBlock: { _, arguments, _ in
        ["a": (arguments.first as? String).map { $0 + "!" } ?? "none"] as [String: Any]
      }, arguments: [CoreData.NSExpression(format: "$source.note")])
    let target = store.at(store.folder.file("target.sqlite"))
    guard store.isFile else { return }
    let manager = NSMigrationManager(sourceModel: first(), destinationModel: next)
    try manager.migrateStore(
      from: store.url, sourceType: type, options: nil, with: mapping, toDestinationURL: target.url,
      destinationType: type, destinationOptions: nil)
    #expect(
      try rows(target, next)
        == ["{made: {a: n!}, place: {label: A, x: 1.0}, title: a}", "{made: {a: none}, title: b}"])
  }

  @Test("A history says of elements what they became", arguments: MigratingStore.types)
  func histories(type: String) throws {
    let store = try MigratingStore(type)
    let options = [NSPersistentHistoryTrackingKey: true]
    try store.with(first(), migrates: false, options: options) { context in
      let stop = try context.insert("Stop", ["title": "a", "place": composed(["x": 1, "name": "A"])])
      try context.save()
      stop.setValue("B", forKeyPath: "place.name")
      try context.save()
    }
    let renamed = place([NSAttributeDescription("name"), NSAttributeDescription("more")])
    renamed.name = "aspot"
    renamed.renamingIdentifier = "place"
    try store.with(model([renamed, NSAttributeDescription("another")]), options: options) { context in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
      let names = transactions.flatMap { $0.changes ?? [] }.compactMap { $0.updatedProperties?.map(\.name) }
      #expect(names == [["aspot"]])
    }
  }
}

extension NSAttributeDescription {
  fileprivate var copied: NSAttributeDescription { copy() as? NSAttributeDescription ?? self }
}
