import Foundation
import Testing

@testable import CoreData

/// How every kind of store keeps to-many relationships.
@Suite("Relationships of rows")
struct RowStoreRelationshipTests {
  private static func change(
    _ garage: StoreUnderTest, _ owner: RowKey, _ name: String, added: [RowKey] = [], removed: [RowKey] = [],
    ordered: [RowKey]? = nil
  ) throws -> StoreChanges.ToMany {
    let slot = try #require(garage.model[owner].slotsByName[name])
    return StoreChanges.ToMany(owner: owner, slot: slot, added: added, removed: removed, ordered: ordered)
  }

  @Test("A many-to-many relationship is read from both sides", arguments: StoreUnderTest.types)
  func manyToMany(type: String) throws {
    let garage = try StoreUnderTest(type)
    let cars = try [garage.row("Car", 1), garage.row("SportsCar", 2)]
    let labels = try [garage.row("Label", 3), garage.row("Label", 4)]
    var changes = StoreChanges(inserted: cars + labels)
    // Named from one side, with keys that are still temporary.
    changes.toMany = [
      try Self.change(garage, cars[0].key, "labels", added: labels.map(\.key)),
      try Self.change(garage, cars[1].key, "labels", added: [labels[1].key]),
    ]
    let saved = try garage.store.save(changes).inserted.map(\.key)
    #expect(try garage.related("labels", of: saved[0]) == [1, 2])
    #expect(try garage.related("labels", of: saved[1]) == [2])
    #expect(try garage.related("cars", of: saved[2]) == [1])
    #expect(try garage.related("cars", of: saved[3]) == [1, 2])
    let slot = try garage.slot("cars", of: "Label")
    #expect(try garage.rows.related(slot, of: [saved[3], saved[2]]).map { $0.map(\.primaryKey) } == [[1, 2], [1]])
    // The destinations name their own entity.
    #expect(try garage.rows.related(slot, of: saved[3]).map { garage.model[$0].name } == ["Car", "SportsCar"])

    let removal = try Self.change(garage, saved[3], "cars", removed: [saved[0]])
    _ = try garage.store.save(StoreChanges(toMany: [removal]))
    #expect(try garage.related("labels", of: saved[0]) == [1])
    #expect(try garage.related("cars", of: saved[3]) == [2])
  }

  @Test("A deleted row is in no relationship any more", arguments: StoreUnderTest.types)
  func deletionLeavesRelationships(type: String) throws {
    let garage = try StoreUnderTest(type)
    let car = try garage.row("Car", 1)
    let label = try garage.row("Label", 2)
    var changes = StoreChanges(inserted: [car, label])
    changes.toMany = [try Self.change(garage, car.key, "labels", added: [label.key])]
    let saved = try garage.store.save(changes).inserted.map(\.key)
    _ = try garage.store.save(StoreChanges(deleted: [.init(key: saved[0], version: 1)]))
    #expect(try garage.related("cars", of: saved[1]) == [])
  }

  @Test("An ordered one-to-many relationship keeps its order", arguments: StoreUnderTest.types)
  func orderedOneToMany(type: String) throws {
    let garage = try StoreUnderTest(type)
    let list = try garage.row("List", 1)
    let tracks = try (2...4).map { try garage.row("Track", $0, ["list": .reference(list.key)]) }
    var changes = StoreChanges(inserted: [list] + tracks)
    let order = [tracks[2].key, tracks[0].key, tracks[1].key]
    changes.toMany = [try Self.change(garage, list.key, "tracks", added: order, ordered: order)]
    let saved = try garage.store.save(changes).inserted.map(\.key)
    #expect(try garage.related("tracks", of: saved[0]) == [3, 1, 2])

    let turned = [saved[1], saved[3], saved[2]]
    _ = try garage.store.save(StoreChanges(toMany: [Self.change(garage, saved[0], "tracks", ordered: turned)]))
    #expect(try garage.related("tracks", of: saved[0]) == [1, 3, 2])
  }

  @Test(
    "An ordered many-to-many relationship keeps its order, whatever the other side", arguments: StoreUnderTest.types)
  func orderedManyToMany(type: String) throws {
    let garage = try StoreUnderTest(type)
    let mixes = try [garage.row("Mix", 1), garage.row("Mix", 2)]
    let tracks = try [garage.row("Track", 3), garage.row("Track", 4)]
    var changes = StoreChanges(inserted: mixes + tracks)
    let keys = tracks.map(\.key)
    changes.toMany = [
      try Self.change(garage, mixes[0].key, "tracks", added: keys, ordered: keys.reversed()),
      try Self.change(garage, mixes[1].key, "tracks", added: keys, ordered: keys),
    ]
    let saved = try garage.store.save(changes).inserted.map(\.key)
    #expect(try garage.related("tracks", of: saved[0]) == [2, 1])
    #expect(try garage.related("tracks", of: saved[1]) == [1, 2])
    #expect(try garage.related("mixes", of: saved[2]) == [1, 2])
  }
}
