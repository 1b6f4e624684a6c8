import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Notes of a store. Some processes save to it while another one migrates it.
enum MigratedElsewhere {
  /// The way in which the other process migrates the store.
  enum Way: String, CaseIterable, Codable, Sendable {
    /// Adds a mandatory attribute.
    case mandatory
    /// Exchanges the names of two attributes.
    case swapped
    /// Changes only a validation rule, and no table.
    case rule
    /// Gives a derived attribute another source.
    case derived
    case staged
    /// Uses a mapping model, so that each object gets another key.
    case mapping
    /// Allows external storage of data. That makes no other version, but stores each value in another form.
    case external
  }

  static func model(_ way: Way, isNew: Bool) -> NSManagedObjectModel {
    let writer = NSAttributeDescription("writer", .integer64AttributeType)
    let (number, title) = (NSAttributeDescription("number", .integer64AttributeType), NSAttributeDescription("title"))
    let cover = NSAttributeDescription("cover", .binaryDataAttributeType)
    let note = NSEntityDescription("Note", [writer, number, title, cover])
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("name")])
    folder.relate("notes", .many, to: note, "folder", .one)
    let mark = NSDerivedAttributeDescription()
    (mark.name, mark.attributeType) = ("mark", .stringAttributeType)
    mark.derivation = isNew && way == .derived ? "uppercase:(title)" : "canonical:(title)"
    note.properties.append(mark)
    guard isNew else { return NSManagedObjectModel([note, folder]) }
    switch way {
    case .mandatory, .mapping, .staged:
      note.properties.append(NSAttributeDescription("kind", .stringAttributeType, "plain", isOptional: false))
    case .swapped:
      (number.name, title.name) = ("title", "number")
      (number.renamingIdentifier, title.renamingIdentifier) = ("number", "title")
      mark.derivation = "canonical:(number)"
    case .rule: folder.relationshipsByName["notes"]?.deleteRule = .cascadeDeleteRule
    case .derived: break
    case .external: cover.allowsExternalBinaryDataStorage = true
    }
    return NSManagedObjectModel([note, folder])
  }

  static func context(
    _ url: URL, _ way: Way, isNew: Bool = false, options: [AnyHashable: Any] = [:]
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(way, isNew: isNew))
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Returns data that begins with the byte that marks data stored in the table.
  private static func cover(_ number: Int64) -> Data { Data([1, UInt8(truncatingIfNeeded: number)]) }

  /// Saves a note with the next number of a writer.
  static func write(_ number: Int64, by writer: Int64, _ context: NSManagedObjectContext) throws {
    try context.performAndWait {
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      note.setValue(writer, forKey: "writer")
      note.setValue(number, forKey: "number")
      note.setValue("note \(number)", forKey: "title")
      note.setValue(Self.cover(number), forKey: "cover")
      do {
        try context.save()
      } catch {
        context.rollback()
        throw error
      }
    }
  }

  /// Migrates the store.
  static func migrate(_ url: URL, _ way: Way) throws {
    let (old, new) = (model(way, isNew: false), model(way, isNew: true))
    switch way {
    case .mapping:
      let mappings = NSMappingModel()
      mappings.entityMappings = [
        MappedMigration.mapping(
          "Notes", from: "Note", to: "Note",
          attributes: [
            "writer": "$source.writer", "number": "$source.number", "title": "$source.title", "cover": "$source.cover",
          ]),
        MappedMigration.mapping("Folders", from: "Folder", to: "Folder", attributes: ["name": "$source.name"]),
      ]
      new.compile()
      let opening = StoreOpening(url: url, model: new, entityIndices: Set(new.layout.entities.indices))
      while try !MappedStoreMigration(
        opening: opening, kind: SQLiteStoreKind(), source: old, mappings: mappings,
        metadata: SQLiteStoreKind().metadata(at: url)
      ).run() {}
    case .staged:
      let stage = NSCustomMigrationStage(
        migratingFrom: NSManagedObjectModelReference(model: old, versionChecksum: old.versionChecksum),
        to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum))
      stage.didMigrateHandler = { manager, _ in
        guard let context = manager.container?.newBackgroundContext() else { return }
        try context.performAndWait {
          for note in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")) {
            note.setValue("staged", forKey: "kind")
          }
          try context.save()
        }
      }
      var options = migrating
      options[NSPersistentStoreStagedMigrationManagerOptionKey] = NSStagedMigrationManager([stage])
      _ = try Self.context(url, way, isNew: true, options: options)
    default: _ = try Self.context(url, way, isNew: true, options: migrating)
    }
  }

  private static var migrating: [AnyHashable: Any] {
    [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
  }

  /// Returns what is wrong with the notes after the migration. The numbers of each writer must be 1, 2, 3, …, and each
  /// note must have its values.
  static func problems(_ url: URL, _ way: Way) throws -> [String] {
    let context = try Self.context(url, way, isNew: true)
    return try context.performAndWait {
      var problems: [String] = []
      var numbers: [Int64: [Int64]] = [:]
      for note in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")) {
        let (number, title) = way == .swapped ? ("title", "number") : ("number", "title")
        guard let count = note.value(forKey: number) as? Int64, let writer = note.value(forKey: "writer") as? Int64
        else {
          problems.append("a note has no number")
          continue
        }
        numbers[writer, default: []].append(count)
        let mark = way == .derived ? "NOTE \(count)" : "note \(count)"
        let values = [note.value(forKey: title), note.value(forKey: "mark")].map { $0 as? String }
        if values != ["note \(count)", mark] { problems.append("note \(count) has \(values)") }
        if note.value(forKey: "cover") as? Data != cover(count) { problems.append("note \(count) has another cover") }
        let kind = way == .staged ? "staged" : "plain"
        if [.mandatory, .mapping, .staged].contains(way), note.value(forKey: "kind") as? String != kind {
          problems.append("note \(count) is \(note.value(forKey: "kind") ?? "nil")")
        }
      }
      for (writer, all) in numbers where all.sorted() != Array(1...Int64(all.count)) {
        problems.append("writer \(writer) has saved \(all.sorted())")
      }
      return problems
    }
  }
}
