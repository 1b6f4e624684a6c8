import Foundation
import Testing

@testable import CoreData

/// What every kind of store answers to a query.
@Suite("Fetching rows")
struct RowStoreFetchingTests {
  /// Ann has cars 1 and 4, Bob car 2, nobody car 3; car 4 is a sports car. Cars 2 and 3 weigh the same, 4 nothing.
  private static func filled(_ type: String) throws -> StoreUnderTest {
    let garage = try StoreUnderTest(type)
    let ann = try garage.row("Owner", 1, ["name": .string("Ann")])
    let bob = try garage.row("Owner", 2, ["name": .string("Bob")])
    try garage.insert(
      ann, bob,
      garage.row("Car", 3, ["plate": .string("b"), "weight": .double(3), "owner": .reference(ann.key)]),
      garage.row("Car", 4, ["plate": .string("B"), "weight": .double(2), "owner": .reference(bob.key)]),
      garage.row("Car", 5, ["plate": .string("a"), "weight": .double(2)]),
      garage.row("SportsCar", 6, ["topSpeed": .int(300), "owner": .reference(ann.key)])
    )
    return garage
  }

  @Test("Keys may be asked for twice, and in any order", arguments: StoreUnderTest.types)
  func repeatedKeys(type: String) throws {
    let garage = try Self.filled(type)
    let keys = try garage.store.rows.keys(matching: RowQuery(entity: garage.entity("Car")), groupedBy: nil).keys
    let asked = Array(keys.reversed()) + Array(keys) + [keys[0], keys[0]]
    #expect(try garage.store.rows.rows(for: asked).map { $0?.key } == asked)
    #expect(try garage.store.rows.rows(for: [keys[1], keys[1]]).map { $0?.key } == [keys[1], keys[1]])
  }

  private static func order(_ paths: (CompiledPath, Bool)...) -> CompiledOrder {
    CompiledOrder(terms: paths.map { .init(path: $0.0, ascending: $0.1, collation: .binary) })
  }

  @Test("Without an order, rows stand by their keys, a subentity's among its parent's", arguments: StoreUnderTest.types)
  func orderOfIdentity(type: String) throws {
    let garage = try Self.filled(type)
    #expect(try garage.keys("Car") == [1, 2, 3, 4])
    #expect(try garage.keys("SportsCar") == [4])
    #expect(try garage.keys(RowQuery(entity: garage.entity("Car"), includesSubentities: false)) == [1, 2, 3])
    #expect(try garage.rows.count(matching: RowQuery(entity: garage.entity("Car"))) == 4)
  }

  @Test("A row found by its superentity's key names its own entity", arguments: StoreUnderTest.types)
  func ownEntity(type: String) throws {
    let garage = try Self.filled(type)
    let row = try #require(try garage.saved(garage.key("Car", 4)))
    #expect(garage.model[row.key].name == "SportsCar")
    let rows = try garage.store.rows.rows(for: [garage.key("Car", 9), garage.key("SportsCar", 4), garage.key("Car", 2)])
    #expect(rows.map { $0?.key.primaryKey } == [nil, 4, 2])
  }

  @Test("Nil stands first, bytes decide among strings, and keys among equals", arguments: StoreUnderTest.types)
  func sorting(type: String) throws {
    let garage = try Self.filled(type)
    let (plate, weight) = try (garage.path("Car", "plate"), garage.path("Car", "weight"))
    #expect(try garage.keys("Car", by: Self.order((plate, true))) == [4, 2, 3, 1])
    #expect(try garage.keys("Car", by: Self.order((plate, false))) == [1, 3, 2, 4])
    #expect(try garage.keys("Car", by: Self.order((weight, true))) == [4, 2, 3, 1])
    #expect(try garage.keys("Car", by: Self.order((weight, false))) == [1, 2, 3, 4])
    let byOwner = try Self.order((garage.path("Car", "owner", "name"), false), (weight, true))
    #expect(try garage.keys("Car", by: byOwner) == [2, 4, 1, 3])
  }

  @Test("Limit and offset cut the ordered rows", arguments: StoreUnderTest.types)
  func window(type: String) throws {
    let garage = try Self.filled(type)
    var query = try RowQuery(entity: garage.entity("Car"), order: Self.order((garage.path("Car", "plate"), true)))
    query.offset = 1
    #expect(try garage.keys(query) == [2, 3, 1])
    query.limit = 2
    #expect(try garage.keys(query) == [2, 3])
    #expect(try garage.rows.count(matching: query) == 2)
    #expect(try garage.rows.rows(matching: query).map(\.key.primaryKey) == [2, 3])
    query.offset = 9
    #expect(try garage.keys(query) == [])
  }

  @Test("Adjacent rows with the same value form a group", arguments: StoreUnderTest.types)
  func groups(type: String) throws {
    let garage = try Self.filled(type)
    let owner = try garage.path("Car", "owner")
    let query = try RowQuery(entity: garage.entity("Car"), order: Self.order((owner, true)))
    let list = try garage.rows.keys(matching: query, groupedBy: owner)
    #expect(list.keys.map(\.primaryKey) == [3, 1, 4, 2])
    #expect(list.groups.map(\.count) == [1, 2, 1])
    let owners = list.groups.map { if case .reference(let key) = $0.value { key.primaryKey } else { Int64(0) } }
    #expect(owners == [0, 1, 2])
  }

  @Test("Values at the ends of paths are read without the row", arguments: StoreUnderTest.types)
  func values(type: String) throws {
    let garage = try Self.filled(type)
    let paths = try [garage.path("Car", "owner", "name"), garage.path("Car", "plate")]
    let values = try #require(try garage.rows.values(at: paths, for: garage.key("Car", 1)))
    #expect(values.map { "\($0)" } == [#"string("Ann")"#, #"string("b")"#])
    let without = try #require(try garage.rows.values(at: paths, for: garage.key("Car", 3)))
    #expect(without.map(\.isNull) == [true, false])
    #expect(try garage.rows.values(at: paths, for: garage.key("Car", 9)) == nil)
  }
}
