import Foundation
import SectionedTesting

@testable import CoreData

/// A save with all kinds of changes, and the whole content of its store for comparisons.
struct FailingSave {
  let handle: StoreHandle
  let changes: StoreChanges

  /// Makes the library's model, with an external cover.
  static func model() -> NSManagedObjectModel {
    let model = Library.model()
    let cover = NSAttributeDescription("cover", .binaryDataAttributeType)
    cover.allowsExternalBinaryDataStorage = true
    model.entitiesByName["Album"]?.properties.append(cover)
    return model
  }

  init(_ handle: StoreHandle) throws {
    self.handle = handle
    let albums = try handle.slot("albums", of: "Person")
    let tags = try handle.slot("tags", of: "Album")
    let person = try handle.new("Person", 1)
    let rows = try handle.insert(
      [person]
        + (try (2...4).map {
          try handle.new(
            "Album", $0,
            [
              "owner": .reference(person.key), "barcode": .string("\($0)"),
              "cover": .data(Data(repeating: UInt8($0), count: 200_000)),
            ]
          )
        })
        + [try handle.new("Tag", 5), try handle.new("Tag", 6)]
    )
    let (owner, album, tag) = (rows[0], Array(rows[1...3]), Array(rows[4...5]))
    let linked = try handle.store.save(
      StoreChanges(
        updated: [],
        toMany: [.init(owner: album[0].key, slot: tags, added: tag.map(\.key), removed: [], ordered: tag.map(\.key))]
      )
    )
    _ = linked
    let newAlbum = try handle.new(
      "Album", 10, ["owner": .reference(owner.key), "cover": .data(Data(repeating: 1, count: 200_000))])
    let newTag = try handle.new("Tag", 11)
    // A value of the program in the metadata, beside the store's version.
    let list = try PropertyListSerialization.propertyList(from: handle.metadata.propertyList, format: nil)
    var metadata = list as? [String: Any] ?? [:]
    metadata["Note"] = "new"
    changes = StoreChanges(
      inserted: [newAlbum, newTag],
      updated: [
        try handle.update(album[0], ["barcode": .string("3"), "cover": .data(Data(repeating: 9, count: 200_000))]),
        try handle.update(album[1], ["barcode": .string("2")]),
      ],
      deleted: [.init(key: album[2].key, version: 1), .init(key: tag[0].key, version: 1)],
      toMany: [
        .init(
          owner: owner.key, slot: albums, added: [], removed: [], ordered: [newAlbum.key, album[1].key, album[0].key]),
        .init(
          owner: album[0].key, slot: tags, added: [newTag.key], removed: [tag[0].key],
          ordered: [newTag.key, tag[1].key]),
      ],
      metadata: try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
    )
  }

  /// Returns every row of every table, and every relationship.
  func contents() throws -> [String] {
    handle.store.endReadTransaction()
    var lines: [String] = []
    for entity in handle.store.model.entities {
      for row in try handle.store.rows(matching: RowQuery(entity: entity, includesSubentities: false)) {
        lines.append("\(entity.name) \(row.key.primaryKey) \(row.version) \(row.values.map(\.text.hashValue))")
        for slot in entity.toManySlots {
          lines.append("\(try handle.store.related(slot, of: row.key).map(\.primaryKey))")
        }
      }
    }
    return lines
  }
}
