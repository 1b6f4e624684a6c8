import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// A store with a book. Its metadata identifies the model by hashes that we did not compute, as if Apple's framework
/// had written it.
@Suite("What a store that was not written here says of its model")
struct ForeignMetadataTests {
  private let store: MigratingStore
  private let kind = SQLiteStoreKind()

  init() throws {
    store = try MigratingStore()
    try store.fill(Self.model()) { context in
      NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("a", forKey: "title")
    }
    try VersionForgery(url: store.url).change { list in
      list[StoredHashes.markKey] = nil
      list[NSStoreModelVersionHashesKey] = ["Book": Data(repeating: 7, count: 32)]
      list[NSStoreModelVersionIdentifiersKey] = ["theirs"]
      list["NSStoreModelVersionHashesVersion"] = 2
      list["NSStoreModelVersionHashesDigest"] = "digest"
      list["NSPersistenceFrameworkVersion"] = 977
    }
  }

  private static func model(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
    let book = NSEntityDescription("Book", [NSAttributeDescription("title"), NSAttributeDescription("genre")])
    change(book)
    return NSManagedObjectModel([book])
  }

  /// Returns what the metadata in the file says about its model.
  private func said() throws -> [String] {
    let metadata = try kind.metadata(at: store.url).dictionary(type: NSSQLiteStoreType)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let keys = [
      NSStoreModelVersionIdentifiersKey, "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest",
      "NSPersistenceFrameworkVersion",
    ]
    let rest = keys.map { key -> String in "\(key) \(metadata[key] ?? "")" }
    return hashes.map { "\($0.key) \(Array($0.value))" }.sorted() + rest
  }

  @Test("It stays, whatever a program sets", arguments: ["at an address", "for a store", "of a store"])
  func setting(way: String) throws {
    let before = try said()
    #expect(before.count == 5)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    // When the metadata is read, it has our hashes, so that models can be compared with it.
    #expect(Self.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    metadata["note"] = "kept"
    metadata[NSStoreModelVersionIdentifiersKey] = ["ours"]
    metadata["NSStoreModelVersionHashesDigest"] = nil
    metadata["NSPersistenceFrameworkVersion"] = 1
    if way == "at an address" {
      try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: store.url)
    } else {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      let opened = try coordinator.addPersistentStore(type: .sqlite, at: store.url)
      if way == "of a store" { opened.metadata = metadata } else { coordinator.setMetadata(metadata, for: opened) }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait { try context.save() }
      try coordinator.remove(opened)
    }
    let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    #expect(after["note"] as? String == "kept")
    let now = try said()
    #expect(now == before)
  }

  /// Making an attribute mandatory makes another version by Apple's hashes, too.
  @Test("It is ours where the store was migrated")
  func migrating() throws {
    func model(_ more: String? = nil) -> NSManagedObjectModel {
      Self.model { book in
        let genre = book.attributesByName["genre"]
        genre?.isOptional = false
        genre?.defaultValue = "novel"
        if let more { book.properties.append(NSAttributeDescription(more)) }
      }
    }
    let before = try said()
    try store.with(Self.model()) { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      try context.save()
    }
    #expect(try said() == before)
    for model in [model(), model("pages")] {
      try store.migrate(to: model)
      let contents = try store.contents(model)
      #expect(contents["Book", 1]?["genre"] == "novel")
      let metadata = try kind.metadata(at: store.url)
      #expect(metadata.hashes.byName == model.entityVersionHashesByName)
      #expect(metadata.hashes.rule == .current)
      #expect(metadata.list?["NSStoreModelVersionHashesDigest"] == nil)
      // A second migration does nothing.
      let bytes = try Data(contentsOf: store.url)
      try store.migrate(to: model)
      let left = try Data(contentsOf: store.url)
      #expect(left == bytes)
    }
  }
}
