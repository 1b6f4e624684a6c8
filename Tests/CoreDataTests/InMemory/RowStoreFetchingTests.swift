import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Checks that every kind of store answers queries in the same way.
@Suite("Fetching rows")
struct RowStoreFetchingTests {
  /// Ann sings the tracks 1 and 4, Bob sings track 2, and track 3 has no singer. Track 4 is live. Tracks 2 and 3 have
  /// the same number of seconds, and 4 has none.
  private static func filled(_ type: String) throws -> MusicStack {
    let music = try MusicStack(type)
    let ann = try music.row("Person", 1, ["name": .string("Ann")])
    let bob = try music.row("Person", 2, ["name": .string("Bob")])
    try music.insert(
      ann, bob,
      music.row("Track", 3, ["code": .string("b"), "seconds": .double(3), "singer": .reference(ann.key)]),
      music.row("Track", 4, ["code": .string("B"), "seconds": .double(2), "singer": .reference(bob.key)]),
      music.row("Track", 5, ["code": .string("a"), "seconds": .double(2)]),
      music.row("LiveTrack", 6, ["crowd": .int(300), "singer": .reference(ann.key)])
    )
    return music
  }

  @Test("Keys may be asked for twice, and in any order", arguments: MusicStack.types)
  func repeatedKeys(type: String) throws {
    let music = try Self.filled(type)
    let keys = try music.store.rows.keys(matching: RowQuery(entity: music.entity("Track")), groupedBy: nil).keys
    let asked = Array(keys.reversed()) + Array(keys) + [keys[0], keys[0]]
    #expect(try music.store.rows.rows(for: asked).map { $0?.key } == asked)
    #expect(try music.store.rows.rows(for: [keys[1], keys[1]]).map { $0?.key } == [keys[1], keys[1]])
  }

  @Test(
    "Rows of many keys are those of each, in the order of the keys, nil where a row is gone",
    arguments: MusicStack.types, TestSeeds.seeds(2))
  func rowsOfManyKeys(type: String, seed: UInt64) throws {
    let music = try MusicStack(type)
    let rows: [Row] = try (1...700).map { number in
      try music.row(number % 3 == 0 ? "LiveTrack" : "Track", number, ["seconds": .double(Double(number))])
    }
    _ = try music.store.save(StoreChanges(inserted: rows))
    var random = SeededRandom(seed: seed)
    // Use numbers of keys around each size for which there is a statement, and more than the largest one.
    for count in [2, 4, 5, 6, 19, 20, 21, 50, 51, 200, 201, 499, 500, 501, 1_300] {
      let keys: [RowKey] = try (0..<count).map { _ in try music.key("Track", .random(in: -20...720, using: &random)) }
      let found = try music.rows.rows(for: keys)
      let twin: [Row?] = try keys.map { try music.rows.row(for: $0) }
      #expect(found.map { $0?.key } == twin.map { $0?.key })
      #expect(zip(found, twin).allSatisfy { $0.map { "\($0.values)" } == $1.map { "\($0.values)" } })
    }
  }

  private static func order(_ paths: (CompiledPath, Bool)...) -> CompiledOrder {
    CompiledOrder(terms: paths.map { .init(path: $0.0, ascending: $0.1, collation: .binary) })
  }

  @Test("Without an order, rows stand by their keys, a subentity's among its parent's", arguments: MusicStack.types)
  func orderOfIdentity(type: String) throws {
    let music = try Self.filled(type)
    #expect(try music.keys("Track") == [1, 2, 3, 4])
    #expect(try music.keys("LiveTrack") == [4])
    #expect(try music.keys(RowQuery(entity: music.entity("Track"), includesSubentities: false)) == [1, 2, 3])
    #expect(try music.rows.count(matching: RowQuery(entity: music.entity("Track"))) == 4)
  }

  @Test("A row found by its superentity's key names its own entity", arguments: MusicStack.types)
  func ownEntity(type: String) throws {
    let music = try Self.filled(type)
    let row = try #require(try music.saved(music.key("Track", 4)))
    #expect(music.model[row.key].name == "LiveTrack")
    let rows = try music.store.rows.rows(for: [music.key("Track", 9), music.key("LiveTrack", 4), music.key("Track", 2)])
    #expect(rows.map { $0?.key.primaryKey } == [nil, 4, 2])
  }

  @Test("Nil stands first, bytes decide among strings, and keys among equals", arguments: MusicStack.types)
  func sorting(type: String) throws {
    let music = try Self.filled(type)
    let (code, seconds) = try (music.path("Track", "code"), music.path("Track", "seconds"))
    #expect(try music.keys("Track", by: Self.order((code, true))) == [4, 2, 3, 1])
    #expect(try music.keys("Track", by: Self.order((code, false))) == [1, 3, 2, 4])
    #expect(try music.keys("Track", by: Self.order((seconds, true))) == [4, 2, 3, 1])
    #expect(try music.keys("Track", by: Self.order((seconds, false))) == [1, 2, 3, 4])
    let bySinger = try Self.order((music.path("Track", "singer", "name"), false), (seconds, true))
    #expect(try music.keys("Track", by: bySinger) == [2, 4, 1, 3])
  }

  @Test("Limit and offset cut the ordered rows", arguments: MusicStack.types)
  func window(type: String) throws {
    let music = try Self.filled(type)
    var query = try RowQuery(entity: music.entity("Track"), order: Self.order((music.path("Track", "code"), true)))
    query.offset = 1
    #expect(try music.keys(query) == [2, 3, 1])
    query.limit = 2
    #expect(try music.keys(query) == [2, 3])
    #expect(try music.rows.count(matching: query) == 2)
    #expect(try music.rows.rows(matching: query).map(\.key.primaryKey) == [2, 3])
    query.offset = 9
    #expect(try music.keys(query) == [])
  }

  @Test("Adjacent rows with the same value form a group", arguments: MusicStack.types)
  func groups(type: String) throws {
    let music = try Self.filled(type)
    let singer = try music.path("Track", "singer")
    let query = try RowQuery(entity: music.entity("Track"), order: Self.order((singer, true)))
    let list = try music.rows.keys(matching: query, groupedBy: singer)
    #expect(list.keys.map(\.primaryKey) == [3, 1, 4, 2])
    #expect(list.groups.map(\.count) == [1, 2, 1])
    let singers = list.groups.map { if case .reference(let key) = $0.value { key.primaryKey } else { Int64(0) } }
    #expect(singers == [0, 1, 2])
  }

  @Test("Values at the ends of paths are read without the row", arguments: MusicStack.types)
  func values(type: String) throws {
    let music = try Self.filled(type)
    let paths = try [music.path("Track", "singer", "name"), music.path("Track", "code")]
    let values = try #require(try music.rows.values(at: paths, for: music.key("Track", 1)))
    #expect(values.map { "\($0)" } == [#"string("Ann")"#, #"string("b")"#])
    let without = try #require(try music.rows.values(at: paths, for: music.key("Track", 3)))
    #expect(without.map(\.isNull) == [true, false])
    #expect(try music.rows.values(at: paths, for: music.key("Track", 9)) == nil)
  }
}
