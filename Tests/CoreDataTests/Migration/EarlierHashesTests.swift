import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Rewrites the version data of a store, so that it looks as earlier versions of this implementation, or Apple's
/// framework, wrote it.
struct VersionForgery {
  let url: URL

  /// Changes the property list of a store's metadata.
  func change(_ body: (inout [String: Any]) -> Void) throws {
    let connection = try Connection(path: url.path, mode: .writing, timeout: 5)
    var list = try #require(try StoreMetadataTable.read(StoreFile(url), on: connection).list)
    body(&list)
    try StoreMetadataTable.write(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0), on: connection)
  }

  /// Writes hashes by the first rule, which covers only the stored columns, and no mark.
  func writeEarlierHashes(of model: NSManagedObjectModel) throws {
    try change { list in
      list[StoredHashes.markKey] = nil
      list[NSStoreModelVersionHashesKey] = StoredHashes.hashes(of: model.entities, by: .layout)
    }
  }

  /// Writes hashes that we did not compute.
  func writeForeignHashes() throws {
    try change { list in
      list[StoredHashes.markKey] = nil
      let names = (list[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys
      list[NSStoreModelVersionHashesKey] = Dictionary(
        uniqueKeysWithValues: names.map { ($0, Data(repeating: 7, count: 32)) })
    }
  }

  func removeModel() throws {
    try Connection(path: url.path, mode: .writing, timeout: 5).execute("DELETE FROM Z_MODELCACHE")
  }
}

@Suite("Whose the version hashes of a store are, and by which rule they were made")
struct EarlierHashesTests {
  private let store: MigratingStore
  private let forgery: VersionForgery

  init() throws {
    store = try MigratingStore()
    try store.fill(Self.model()) { context in
      for number in 0..<3 {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue("item \(number)", forKey: "name")
        if number > 0 { item.setValue(Int64(number), forKey: "rank") }
      }
    }
    forgery = VersionForgery(url: store.url)
  }

  private static func model(
    alone: Bool = false, _ change: (NSEntityDescription) -> Void = { _ in }
  ) -> NSManagedObjectModel {
    let item = NSEntityDescription(
      "Item", [NSAttributeDescription("name"), NSAttributeDescription("rank", .integer64AttributeType)])
    let box = NSEntityDescription("Box", [NSAttributeDescription("name")])
    if !alone { box.relate("items", .many, to: item, "box", .one) }
    change(item)
    return NSManagedObjectModel(alone ? [item] : [item, box])
  }

  /// The changes that make another version only by the second rule.
  static let changes: [String: @Sendable (NSEntityDescription) -> Void] = [
    "mandatory": { $0.attributesByName["name"]?.isOptional = false },
    "mandatory relationship": { $0.relationshipsByName["box"]?.isOptional = false },
    "delete rule": { $0.relationshipsByName["box"]?.deleteRule = .cascadeDeleteRule },
    "minimum": { $0.relationshipsByName["box"]?.inverseRelationship?.minCount = 1 },
    "maximum": { $0.relationshipsByName["box"]?.inverseRelationship?.maxCount = 7 },
    "abstract": { $0.relationshipsByName["box"]?.destinationEntity?.isAbstract = true },
  ]

  private func stored() throws -> StoredHashes { try SQLiteStoreKind().metadata(at: store.url).hashes }

  @Test(arguments: changes.keys.sorted()) func whatTheGuideListsMakesAVersion(_ name: String) throws {
    let changed = Self.model(try #require(Self.changes[name]))
    #expect(changed.entityVersionHashesByName != Self.model().entityVersionHashesByName)
    #expect(
      StoredHashes.hashes(of: changed.entities, by: .layout)
        == StoredHashes.hashes(of: Self.model().entities, by: .layout))
    #expect(changed.versionChecksum != Self.model().versionChecksum)
    #expect(changed.versionChecksums.count == 2)
    let error = #expect(throws: NSError.self) { try store.with(changed, migrates: false) { _ in } }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error?.localizedDescription.contains("differs in") == true || name == "abstract")
    let before = try store.contents(Self.model())
    if name == "mandatory relationship" || name == "mandatory" {
      try store.migrate(to: changed)
    } else {
      try store.migrate(to: changed)
      #expect(try store.contents(changed) == before)
    }
    #expect(try store.problems(changed) == [])
    #expect(try stored().rule == .guide)
  }

  /// Earlier versions opened such a store: the attribute is mandatory now, and its stored value is nil.
  @Test func nilInANowMandatoryAttribute() throws {
    func model(_ value: Int64?) -> NSManagedObjectModel {
      Self.model { item in
        item.attributesByName["rank"]?.isOptional = false
        item.attributesByName["rank"]?.defaultValue = value
      }
    }
    let bytes = try store.rows("SELECT ZRANK FROM ZITEM ORDER BY Z_PK")
    let error = store.error(migratingTo: model(nil))
    #expect(error?.code == NSMigrationError)
    #expect(error?.userInfo["attribute"] as? String == "rank")
    #expect(try store.rows("SELECT ZRANK FROM ZITEM ORDER BY Z_PK") == bytes)
    try store.migrate(to: model(9))
    #expect(
      try store.contents(model(9)).objects["Item"]?.values.compactMap { $0["rank"] }.sorted() == ["1.0", "2.0", "9.0"])
  }

  @Test("A store with earlier hashes opens, and the next save writes today's", arguments: [true, false])
  func renewal(carriesModel: Bool) throws {
    try forgery.writeEarlierHashes(of: Self.model())
    if !carriesModel { try forgery.removeModel() }
    let earlier = try stored()
    #expect(!earlier.isMarked && earlier.match(Self.model().entities))
    // Opening alone writes nothing.
    try store.with(Self.model(), migrates: false) { _ in }
    #expect(try stored().byName == earlier.byName)
    try store.with(Self.model(), migrates: false) { context in
      #expect(!context.hasChanges)
      _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      try context.save()
    }
    #expect(try stored().rule == .guide)
    #expect(try stored().byName == Self.model().entityVersionHashesByName)
    #expect(try store.rows("SELECT count(*) FROM ZITEM")[0][0].integer == 4)
    try store.with(Self.model(), migrates: false) { _ in }
  }

  /// Two processes with the current code have the store open. The first one renews the hashes, and the other one still
  /// has the earlier hashes in memory.
  @Test func twoThatHaveItOpen() throws {
    try forgery.writeEarlierHashes(of: Self.model())
    func context() throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      try coordinator.addPersistentStore(type: .sqlite, at: store.url)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    func insert(_ context: NSManagedObjectContext) throws {
      try context.performAndWait {
        _ = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
        try context.save()
      }
    }
    let (one, other) = (try context(), try context())
    try insert(one)
    // A third process writes meanwhile, and its value must stay.
    try forgery.change { $0["theirs"] = 7 }
    try insert(other)
    try insert(one)
    #expect(try stored().rule == .guide)
    #expect(try SQLiteStoreKind().metadata(at: store.url).list?["theirs"] as? Int == 7)
    #expect(try other.performAndWait { try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Box")) } == 3)
  }

  /// A renewal must not overwrite what another process wrote first. The next opening tries again.
  @Test func aRenewalOverwritesNothing() throws {
    try forgery.writeEarlierHashes(of: Self.model())
    try store.with(Self.model(), migrates: false) { context in
      try forgery.change { $0["theirs"] = 7 }
      _ = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
      try context.save()
    }
    #expect(try SQLiteStoreKind().metadata(at: store.url).list?["theirs"] as? Int == 7)
    #expect(try !stored().isMarked)
  }

  @Test("The model inside decides about what earlier hashes leave out", arguments: changes.keys.sorted())
  func embedded(_ name: String) throws {
    try forgery.writeEarlierHashes(of: Self.model())
    let changed = Self.model(try #require(Self.changes[name]))
    let error = #expect(throws: NSError.self) { try store.with(changed, migrates: false) { _ in } }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    try store.migrate(to: changed)
    #expect(try stored().rule == .guide)
    #expect(try store.problems(changed) == [])
  }

  @Test("Without a model inside, earlier hashes are compared by their own rule", arguments: changes.keys.sorted())
  func byTheEarlierRule(_ name: String) throws {
    try forgery.writeEarlierHashes(of: Self.model())
    try forgery.removeModel()
    try store.with(Self.model(try #require(Self.changes[name])), migrates: false) { _ in }
    let other = Self.model { $0.attributesByName["rank"]?.attributeType = .stringAttributeType }
    let error = #expect(throws: NSError.self) { try store.with(other, migrates: false) { _ in } }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  /// No hash matches. If that were all, the hashes would count as Apple's, and only names would be compared.
  @Test("A model of one entity that changed is another version", arguments: [VersionHash.Rule.guide, .layout])
  func oneEntity(_ rule: VersionHash.Rule) throws {
    let store = try MigratingStore()
    try store.fill(Self.model(alone: true)) { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    }
    let forgery = VersionForgery(url: store.url)
    if rule == .layout { try forgery.writeEarlierHashes(of: Self.model(alone: true)) }
    try forgery.removeModel()
    try store.with(Self.model(alone: true), migrates: false) { _ in }
    let changes: [(NSEntityDescription) -> Void] = [
      { $0.attributesByName["rank"]?.attributeType = .stringAttributeType },
      { $0.properties.removeAll { $0.name == "rank" } },
      { $0.attributesByName["name"]?.isOptional = false },
    ]
    for (number, change) in changes.enumerated() {
      let changed = Self.model(alone: true, change)
      // The earlier rule ignores whether attributes are optional.
      if rule == .layout, number == 2 { continue }
      let error = #expect(throws: NSError.self) { try store.with(changed, migrates: false) { _ in } }
      #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
      let migrating = store.error(migratingTo: changed)
      #expect(migrating?.code == NSMigrationMissingSourceModelError)
    }
  }

  /// Apple's framework may keep our mark, which it does not know, and write its own hashes.
  @Test func aMarkIsOfItsHashesOnly() throws {
    #expect(try stored().rule == .guide)
    try forgery.change { $0[NSStoreModelVersionHashesKey] = ["Item": Data([1]), "Box": Data([2])] }
    #expect(try !stored().isMarked)
    try store.with(Self.model(), migrates: false) { _ in }
    // With a rule of a later version, the hashes cannot be compared, but the embedded model can.
    let later = StoredHashes.metadata(for: Self.model().entities)
    let mark = try #require(later[StoredHashes.markKey] as? String)
    try forgery.change { list in
      list.merge(later) { $1 }
      list[StoredHashes.markKey] = "9" + mark.dropFirst()
    }
    #expect(try stored().isMarked)
    #expect(try stored().rule == nil)
    try store.with(Self.model(), migrates: false) { _ in }
  }

  @Test("Models are found by earlier hashes, too") func finding() throws {
    try forgery.writeEarlierHashes(of: Self.model())
    let changed = Self.model(try #require(Self.changes["delete rule"]))
    let list = try #require(try SQLiteStoreKind().metadata(at: store.url).list)
    #expect(Self.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: list))
    #expect(changed.isConfiguration(withName: nil, compatibleWithStoreMetadata: list))
    #expect(NSManagedObjectModel(byMerging: [Self.model()], forStoreMetadata: list) != nil)
    // Metadata that is read from the store has current hashes, computed from the embedded model.
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    #expect(Self.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: read))
    #expect(!changed.isConfiguration(withName: nil, compatibleWithStoreMetadata: read))
    #expect(NSManagedObjectModel(byMerging: [changed, Self.model()], forStoreMetadata: read) == Self.model())
    // If a program sets this metadata, its hashes are not written.
    try NSPersistentStoreCoordinator.setMetadata(read, type: .sqlite, at: store.url)
    #expect(try !stored().isMarked)
  }
}
