import CoreData
import Foundation
import SectionedTesting

/// A store with an attribute of each type. Note a is in the folder Home, b in Work, and c in none.
///
/// ```
/// a: 2019-06-01, pinned, 3 stars, tag red    b: 2019-12-31 at 18:00, 5 stars, tags red and blue    c: no date, no stars
/// ```
final class NoteStore {
  let scratch: TemporaryFolder
  var path: String { scratch.file("Notes.sqlite").path }

  static let ids = ["a", "b", "c"].map { "6ba7b810-9dad-11d1-80b4-00c04fd430\($0)8" }

  private static func model() -> NSManagedObjectModel {
    let note = NSEntityDescription(
      "Note",
      [
        NSAttributeDescription("title"), NSAttributeDescription("dateCreated", .dateAttributeType),
        NSAttributeDescription("isPinned", .booleanAttributeType),
        NSAttributeDescription("stars", .integer16AttributeType),
        NSAttributeDescription("weight", .doubleAttributeType), NSAttributeDescription("uuid", .UUIDAttributeType),
        NSAttributeDescription("link", .URIAttributeType), NSAttributeDescription("photo", .binaryDataAttributeType),
      ])
    let folder = NSEntityDescription(
      "Folder",
      [
        NSAttributeDescription("name"), NSAttributeDescription("kind"),
        NSAttributeDescription("dateOpened", .dateAttributeType),
      ])
    let tag = NSEntityDescription(
      "Tag", [NSAttributeDescription("name"), NSAttributeDescription("dateUsed", .dateAttributeType)])
    // An entity without a text attribute.
    let mark = NSEntityDescription(
      "Mark",
      [
        NSAttributeDescription("number", .integer32AttributeType),
        NSAttributeDescription("ratio", .doubleAttributeType),
        NSAttributeDescription("time", .dateAttributeType), NSAttributeDescription("isSet", .booleanAttributeType),
        NSAttributeDescription("key", .UUIDAttributeType),
      ])
    let picture = NSEntityDescription("Picture", [NSAttributeDescription("data", .binaryDataAttributeType)])
    note.relate("folder", .one, to: folder, "notes", .many)
    note.relate("tags", .many, to: tag, "notes", .many)
    return NSManagedObjectModel([note, folder, tag, mark, picture])
  }

  /// - Parameter keepsHistory: whether the store has a persistent history.
  init(keepsHistory: Bool = false) throws {
    scratch = try TemporaryFolder()
    try write(keepsHistory: keepsHistory) { context in
      func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
        MusicStore.insert(entity, values, into: context)
      }
      let home = insert("Folder", ["name": "Home", "kind": "Private"])
      let work = insert("Folder", ["name": "Work", "kind": "Shared", "dateOpened": Self.date("2020-01-01T00:00:00Z")])
      let red = insert("Tag", ["name": "red", "dateUsed": Self.date("2024-05-01T12:00:00Z")])
      let blue = insert("Tag", ["name": "blue", "dateUsed": Self.date("2023-05-01T12:00:00Z")])
      _ = insert(
        "Note",
        [
          "title": "a", "dateCreated": Self.date("2019-06-01T00:00:00Z"), "isPinned": true, "stars": 3, "weight": 1.5,
          "uuid": UUID(uuidString: Self.ids[0]) as Any, "link": URL(string: "https://example.org/a") as Any,
          "photo": DataSamples.jpeg(640, 480), "folder": home,
          "tags": Set([red]),
        ])
      _ = insert(
        "Note",
        [
          "title": "b", "dateCreated": Self.date("2019-12-31T18:00:00Z"), "isPinned": false, "stars": 5,
          "weight": 12.25,
          "uuid": UUID(uuidString: Self.ids[1]) as Any, "link": URL(string: "https://example.org/b") as Any,
          "folder": work, "tags": Set([red, blue]),
        ])
      _ = insert("Note", ["title": "c", "isPinned": false, "uuid": UUID(uuidString: Self.ids[2]) as Any])
    }
  }

  /// Returns the titles of the notes that a list prints.
  static func titles(_ run: InProcessRun) -> [String] {
    run.lines.filter { $0.contains("(Note p") }.map { String($0.trimmingCharacters(in: .whitespaces).prefix(1)) }
  }

  static func date(_ text: String) -> Date { (try? Date(text, strategy: .iso8601)) ?? .distantPast }

  /// Makes and saves changes with a coordinator of its own, as another process does.
  func write(
    keepsHistory: Bool = false, author: String? = nil, _ changes: (NSManagedObjectContext) throws -> Void
  ) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    let options: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: keepsHistory as NSNumber]
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: scratch.file("Notes.sqlite"), options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = author
    context.name = author.map { "the \($0)'s" }
    try context.performAndWait {
      try changes(context)
      try context.save()
    }
    try coordinator.remove(store)
  }
}
