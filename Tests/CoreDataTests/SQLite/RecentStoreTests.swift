import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Photos libraries, and stores of SwiftData and of Core Data since 2022. They have relationships without an inverse,
/// R-trees, partial indexes, triggers of every kind, and histories.
@Suite(
  "Stores as Apple's frameworks write them today", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
@MainActor
struct RecentStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The stores below `stores-recent` that have an embedded model.
  nonisolated static let stores = ModelSamples.recent { $0.pathExtension == "sqlite" }.filter { store in
    ((try? ModelSamples.modelCache(of: store)) ?? Data()).isEmpty == false
  }

  @Test func theSamplesAreThere() {
    let names = Self.stores.map(\.path)
    for name in [
      "Test-13.5.1-compare-2.photoslibrary/database/Photos.sqlite", "Test-12.0.1.photoslibrary/database/Photos.sqlite",
      "CartStorage_v1.sqlite", "CartKitSwiftData_v1.sqlite",
    ] { #expect(names.contains { $0.hasSuffix(name) }, "\(name)") }
  }

  @Test("Every object is fetched, and every relationship followed to its other end", arguments: stores)
  func isReadWhole(_ sample: URL) throws {
    let url = try folder.copy(sample)
    let container = try NSPersistentContainer.openingStore(at: url, isReadOnly: true)
    let database = try SampleDatabase(folder.copy(sample, name: "Counted.sqlite").path)
    defer { database.close() }
    let numbers = try database.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
    let entities = container.managedObjectModel.entities.filter { !$0.isAbstract }
    let context = container.viewContext
    for entity in entities {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      let objects = try context.fetch(request)
      var root = entity
      while let parent = root.superentity { root = parent }
      let number = try #require(numbers.first { $0[0].text == entity.name }?[1].integer)
      let table = "Z\(root.name?.uppercased() ?? "")"
      let count = try database.rows("SELECT count(*) FROM \"\(table)\" WHERE Z_ENT = \(number)")
      #expect(objects.count == count[0][0].integer.map(Int.init), "\(entity.name ?? "")")
      for object in objects {
        for attribute in entity.attributesByName.values where attribute.attributeType != .transformableAttributeType {
          _ = object.value(forKey: attribute.name)
        }
        for relationship in entity.relationshipsByName.values { try follow(relationship, of: object) }
      }
    }
  }

  private func follow(_ relationship: NSRelationshipDescription, of object: NSManagedObject) throws {
    let value = object.value(forKey: relationship.name)
    let destinations =
      (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? [value].compactMap { $0 }
    for case let destination as NSManagedObject in destinations {
      guard let inverse = relationship.inverseRelationship else { continue }
      let back = destination.value(forKey: inverse.name)
      let leadsBack =
        (back as? NSOrderedSet)?.contains(object) ?? (back as? NSSet)?.contains(object)
        ?? (back as? NSManagedObject == object)
      #expect(leadsBack, "\(relationship.entity.name ?? "").\(relationship.name)")
    }
  }

  @Test("The columns of relationships without an inverse are their members", arguments: stores)
  func membersAreThoseOfTheColumns(_ sample: URL) throws {
    let handle = try StoreHandle(sample: folder.copy(sample))
    let schema = handle.store.schema
    #expect(schema.formerJoins.isEmpty)
    let database = try SampleDatabase(folder.copy(sample, name: "Counted.sqlite").path)
    defer { database.close() }
    for entity in schema.entities.compactMap({ $0 }) {
      for slot in entity.layout.impliedSlots.slots {
        guard let column = entity.columns[slot]?.name, case .toOne(let owner) = entity.layout.slots[slot].kind,
          let inverse = owner.inverse
        else { continue }
        let pairs = try database.rows(
          "SELECT \"\(column)\", Z_PK FROM \"\(entity.table)\" "
            + "WHERE \"\(column)\" IS NOT NULL AND Z_ENT = \(entity.number)")
        for pair in pairs {
          let key = RowKey(entity: owner.destination, primaryKey: try #require(pair[0].integer))
          let members = try handle.store.related(inverse, of: key)
          #expect(members.contains { $0.primaryKey == pair[1].integer })
        }
      }
    }
  }

  /// The first object of each entity gets another value, and a new object is inserted if that is possible. Nothing else
  /// may change.
  @Test("A change is saved, and the file is whole", arguments: stores)
  func isSavedTo(_ sample: URL) throws {
    let url = try folder.copy(sample)
    var expected: [(URL, String, String)] = []
    var count = 0
    do {
      let container = try NSPersistentContainer.openingStore(at: url, isReadOnly: false)
      let context = container.viewContext
      for entity in container.managedObjectModel.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") })
      where !entity.isAbstract {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.includesSubentities = false
        request.fetchLimit = 1
        guard let object = try context.fetch(request).first, let attribute = Self.changeable(entity) else { continue }
        object.setValue(Self.value(of: attribute), forKey: attribute.name)
        expected.append((object.objectID.uriRepresentation(), attribute.name, "\(Self.value(of: attribute))"))
        count += 1
      }
      try context.save()
      for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
      }
    }
    #expect(count > 0)
    let database = try SampleDatabase(url.path)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    for tree in try database.rows("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'") {
      #expect(try database.rows("SELECT rtreecheck('\(tree[0].text ?? "")')") == [[.text("ok")]])
    }
    database.close()
    let container = try NSPersistentContainer.openingStore(at: url, isReadOnly: false)
    for (uri, key, value) in expected {
      let id = try #require(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
      let object = try container.viewContext.existingObject(with: id)
      #expect("\(object.value(forKey: key) ?? "nil")" == value, "\(uri) \(key)")
    }
  }

  private static func changeable(_ entity: NSEntityDescription) -> NSAttributeDescription? {
    let unique = Set(entity.uniquenessConstraints.joined().compactMap { $0 as? String })
    return entity.attributesByName.values.sorted { $0.name < $1.name }.first { attribute in
      !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) && !unique.contains(attribute.name)
        && [.stringAttributeType, .doubleAttributeType].contains(attribute.attributeType)
        && attribute.validationPredicates.isEmpty
    }
  }

  /// Sets the mandatory attributes of an object that have no value.
  private static func fill(_ object: NSManagedObject) {
    for (name, attribute) in object.entity.attributesByName
    where !attribute.isOptional && object.value(forKey: name) == nil {
      switch attribute.attributeType {
      case .stringAttributeType: object.setValue(UUID().uuidString, forKey: name)
      case .dateAttributeType: object.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: name)
      case .binaryDataAttributeType: object.setValue(Data([0]), forKey: name)
      default: object.setValue(0, forKey: name)
      }
    }
  }

  private static func value(of attribute: NSAttributeDescription) -> Any {
    attribute.attributeType == .stringAttributeType ? "changed by a test" : 12.5
  }

  /// One trigger of the library counts a person's faces, and another one the visible faces.
  @Test("What a trigger of the model's own changes is seen by the context that saves")
  func triggers() throws {
    let sample = try #require(Self.stores.first { $0.path.contains("Test-13.5.1-compare-2") })
    let container = try NSPersistentContainer.openingStore(at: folder.copy(sample), isReadOnly: false)
    let context = container.viewContext
    let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
    Self.fill(person)
    try context.save()
    #expect(person.value(forKey: "faceCount") as? Int == 0)
    let face = NSEntityDescription.insertNewObject(forEntityName: "DetectedFace", into: context)
    for (key, value) in ["hidden": 0, "assetVisible": 1, "centerX": 0.5] as [String: Any] {
      face.setValue(value, forKey: key)
    }
    face.setValue(person, forKey: "person")
    Self.fill(face)
    try context.save()
    let stored = try context.fetch(NSFetchRequest<NSDictionary>(entityName: "Person").counting(person))
    #expect(stored.first?["faceCount"] as? Int == person.value(forKey: "faceCount") as? Int)
  }

  @Test("A place is in the library's R-tree after a save, and leaves it with its asset")
  func rTree() throws {
    let sample = try #require(Self.stores.first { $0.path.contains("Test-13.5.1-compare-2") })
    let url = try folder.copy(sample)
    func entries(_ key: Int64) throws -> [[SampleDatabase.Cell]] {
      let database = try SampleDatabase(url.path)
      defer { database.close() }
      return try database.rows("SELECT ZLATITUDE_MIN, ZLONGITUDE_MAX FROM Z_RT_Asset_boundedByRect WHERE Z_PK = \(key)")
    }
    let container = try NSPersistentContainer.openingStore(at: url, isReadOnly: false)
    let context = container.viewContext
    let request = NSFetchRequest<NSManagedObject>(entityName: "Asset")
    let asset = try #require(try context.fetch(request).first)
    asset.setValue(47.5, forKey: "latitude")
    asset.setValue(8.5, forKey: "longitude")
    try context.save()
    #expect(try entries(asset.objectID.key.primaryKey) == [[.real(47.5), .real(8.5)]])
  }

  @Test("The history of a library names what changed", arguments: ["Test-12.0.1", "Test-13.5.1-compare-2"])
  func history(_ name: String) throws {
    let sample = try #require(Self.stores.first { $0.path.contains(name + ".photoslibrary") })
    let handle = try StoreHandle(sample: folder.copy(sample))
    var changed: [String: Int] = [:]
    let changes = try handle.store.history(after: nil, withChanges: true).flatMap(\.changes)
    for change in changes where change.kind == .update {
      let layout = handle.store.model[change.key]
      let names = change.slots.map { layout.slots[$0] }.filter { slot in
        if case .toMany = slot.kind { false } else { true }
      }.map(\.name).sorted()
      changed["\(layout.name) \(names.joined(separator: " "))", default: 0] += 1
    }
    // An album in the trash has a date and a state. The folder to which an album is added has an order.
    let facts =
      name == "Test-12.0.1"
      ? [
        "Album title": 10, "Album trashedDate trashedState": 2, "Album parentFolder": 22, "Folder title": 6,
        "Asset modificationDate trashedDate trashedState": 2, "PhotosHighlight subtitle title": 8,
        "AdditionalAssetAttributes title": 1, "Person contactMatchingDictionary personUri": 2,
        "GlobalKeyValue stringValue": 1,
      ]
      : [
        "Album title": 2, "Album trashedDate trashedState": 1,
        "Asset modificationDate trashedDate trashedReason trashedState": 1,
        "ImportSession cachedCount cachedPhotosCount endDate startDate": 1,
        "Album cachedCount cachedPhotosCount endDate startDate": 1,
      ]
    for (fact, count) in facts { #expect(changed[fact] == count, "\(fact): \(changed[fact] ?? 0)") }
  }

  @Test("The bits of a library's history are as many bytes as are written here", arguments: stores)
  func lengthsOfBits(_ sample: URL) throws {
    let handle = try StoreHandle(sample: folder.copy(sample))
    let database = try SampleDatabase(folder.copy(sample, name: "Counted.sqlite").path)
    defer { database.close() }
    let isKept = try database.rows("SELECT 1 FROM sqlite_master WHERE name = 'ACHANGE'") != []
    let lengths = "SELECT DISTINCT ZENTITY, length(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1"
    for row in isKept ? try database.rows(lengths) : [] {
      guard let number = row[0].integer, let index = handle.store.schema.entityIndices[number] else { continue }
      let layout = handle.store.model.entities[index]
      #expect(row[1].integer == Int64(HistoryBits.standard.bits(of: [], in: layout).count), "\(layout.name)")
    }
  }
}

extension NSFetchRequest<NSDictionary> {
  /// Configures the request to fetch the stored number of a person's faces.
  fileprivate func counting(_ person: NSManagedObject) -> NSFetchRequest<NSDictionary> {
    resultType = .dictionaryResultType
    propertiesToFetch = ["faceCount"]
    predicate = NSPredicate(format: "SELF == %@", person)
    return self
  }
}
