import Foundation
import Testing

@testable import CoreData

/// In each of these cases a store once gave another result than memory, or an error.
@Suite("What SQL answers otherwise by itself")
struct StoreAgreementTests {
  private func expectAgreement(
    _ stores: MusicStores, _ entity: String, _ format: String, _ arguments: [Any?] = [], by keys: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int64] {
    let query = try stores.query(
      entity, try NSPredicate.parse(format: format, arguments: arguments),
      keys.map { NSSortDescriptor(key: $0, ascending: false) })
    let expected = try stores.inMemory(query)
    #expect(try stores.inSQL(query) == expected, "\(format)", sourceLocation: sourceLocation)
    let slots = try #require(stores.sqlite.persistentStores.first).rows
    #expect(try slots.rows(matching: query).map(\.key.primaryKey) == expected, sourceLocation: sourceLocation)
    #expect(try slots.count(matching: query) == expected.count, sourceLocation: sourceLocation)
    return expected
  }

  private static let texts = [
    "a", "a\u{0}", "a\u{0}b", "\u{0}b", "b", "\u{0}", "", "A\u{0}B", "\u{D7FF}", "\u{D7FF}\u{10FFFF}", "\u{E000}",
    "\u{D7FE}\u{10FFFF}", "\u{10FFFF}", "(",
  ]

  private func tags() throws -> MusicStores {
    try MusicStores(Self.texts.map { MusicRow(entity: "Tag", values: ["name": .string($0)]) })
  }

  @Test(arguments: ["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "IN"], ["", "[c]", "[cd]"])
  func stringsWithNULAndAtTheEdgesOfUnicode(operation: String, options: String) throws {
    let stores = try tags()
    for text in Self.texts {
      _ = try expectAgreement(stores, "Tag", "name \(operation)\(options) %@", [text], by: ["name"])
      _ = try expectAgreement(stores, "Tag", "%@ \(operation)\(options) name", [text])
    }
  }

  @Test func aPrefixAtTheGapOfTheSurrogatesFindsAllThatBeginsWithIt() throws {
    let stores = try tags()
    #expect(try expectAgreement(stores, "Tag", "name BEGINSWITH %@", ["\u{D7FF}"]) == [9, 10])
    #expect(try expectAgreement(stores, "Tag", "name BEGINSWITH %@", ["\u{10FFFF}"]) == [13])
    #expect(try expectAgreement(stores, "Tag", "name BEGINSWITH %@", ["\u{D7FE}"]) == [12])
    #expect("a\u{D7FF}".endOfPrefixRange == "a\u{E000}")
    #expect("a\u{10FFFF}".endOfPrefixRange == "b")
    #expect("\u{10FFFF}".endOfPrefixRange == nil)
  }

  @Test func aNULInAListOfMany() throws {
    let stores = try tags()
    let many = (0..<600).map { "\($0)" } + ["a\u{0}b", "\u{0}"]
    #expect(try expectAgreement(stores, "Tag", "name IN %@", [many]) == [3, 6])
    #expect(try expectAgreement(stores, "Tag", "name IN[c] %@", [many]) == [3, 6, 8])
    #expect(try expectAgreement(stores, "Tag", "name ENDSWITH %@", ["\u{0}b"]) == [3, 4])
  }

  @Test func groupsOfStringsWithNUL() throws {
    let names = ["a", "a\u{0}", "a\u{0}", "a\u{0}b"]
    let stores = try MusicStores(names.map { MusicRow(entity: "Tag", values: ["name": .string($0)]) })
    let query = try stores.query("Tag", nil, [NSSortDescriptor(key: "name", ascending: true)])
    let path = try CompiledPath(parsing: "name", from: try stores.entity("Tag"), in: stores.model)
    for coordinator in [stores.memory, stores.sqlite] {
      let rows = try #require(coordinator.persistentStores.first).rows
      let list = try rows.keys(matching: query, groupedBy: path)
      #expect(list.groups.map(\.value.text) == ["a", "a\u{0}", "a\u{0}b"])
      #expect(list.groups.map(\.count) == [1, 2, 1])
    }
  }

  /// One artist has three albums whose numbers have a sum beyond 64 bits. For another one, only an intermediate sum is
  /// beyond them.
  @Test func sumsAndAveragesThatTakeMoreThan64Bits() throws {
    let albums: [(Int64, Int)] = [(.max, 0), (.max, 0), (1, 0), (.max, 1), (.max, 1), (-.max, 1)]
    let stores = try MusicStores(
      [MusicRow(entity: "Artist"), MusicRow(entity: "Artist"), MusicRow(entity: "Artist")]
        + albums.map { MusicRow(entity: "Album", values: ["number": .int($0.0)], references: ["artist": $0.1]) })
    #expect(try expectAgreement(stores, "Artist", "albums.@sum.number > 9223372036854775807") == [1])
    #expect(try expectAgreement(stores, "Artist", "albums.@sum.number == 9223372036854775807") == [2])
    #expect(try expectAgreement(stores, "Artist", "albums.@sum.number == 0") == [3])
    #expect(try expectAgreement(stores, "Artist", "albums.@avg.number > 6e18") == [1])
    #expect(try expectAgreement(stores, "Artist", "albums.@avg.number == nil") == [3])
    #expect(try expectAgreement(stores, "Artist", "albums.@avg.number < 4e18") == [2])
    #expect(try expectAgreement(stores, "Artist", "albums.@max.number - albums.@min.number > 1e19") == [2])
  }

  @Test(
    arguments: [
      (">=", 0, [1, 2, 3]), (">", -1, [1, 2, 3]), ("<", 0, []), ("<=", -1, []), ("!=", -1, [1, 2, 3]), ("==", -1, []),
      ("<=", 0, [1]), ("<", 1, [1]), (">", 0, [2, 3]), (">=", 1, [2, 3]), ("!=", 0, [2, 3]), ("<=", 1, [1, 2]),
      (">", 1, [3]), ("<", 2, [1, 2]), (">=", 2, [3]), ("!=", 1, [1, 3]),
    ] as [(String, Int, [Int64])])
  func countsAreComparedWithEveryNumber(relation: String, number: Int, artists: [Int64]) throws {
    let stores = try MusicStores(
      (0..<3).map { _ in MusicRow(entity: "Artist") }
        + [1, 2, 2].map { MusicRow(entity: "Album", references: ["artist": $0]) })
    #expect(try expectAgreement(stores, "Artist", "albums.@count \(relation) \(number)") == artists)
  }

  @Test func aPathOf70StepsFiltersSortsAndGroups() throws {
    let stores = try MusicStores(
      (0..<100).map { index in
        MusicRow(
          entity: "Artist", values: ["name": .string("n\(index % 7)"), "rank": .int(Int64(index % 3))],
          references: index == 0 ? [:] : ["mentor": index - 1])
      })
    let far = String(repeating: "mentor.", count: 70)
    #expect(try expectAgreement(stores, "Artist", "\(far)name == 'n3'").count == 4)
    #expect(try expectAgreement(stores, "Artist", "\(far)rank > 0 AND name != nil", by: [far + "name"]).count == 20)
    #expect(try expectAgreement(stores, "Artist", "SUBQUERY(pupils, $p, $p.\(far)rank == 1).@count > 0").count == 10)
    let query = try stores.query("Artist", nil, [NSSortDescriptor(key: far + "name", ascending: true)])
    let path = try CompiledPath(parsing: far + "name", from: try stores.entity("Artist"), in: stores.model)
    let lists = try [stores.memory, stores.sqlite].map { coordinator in
      let rows = try #require(coordinator.persistentStores.first).rows
      let list = try rows.keys(matching: query, groupedBy: path)
      #expect(try rows.values(at: [path], for: stores.keys[99])?.map(\.text) == ["n1"])
      #expect(
        try rows.withValues(at: [path]) { read in try stores.keys.map { try read($0)?.first?.text ?? "" } }.last == "n1"
      )
      return "\(list.keys.map(\.primaryKey)) \(list.groups.map { "\($0.value.text) \($0.count)" })"
    }
    #expect(lists[0] == lists[1])
  }

  @Test func manyPathsInOneFetch() throws {
    let stores = try MusicStores([MusicRow(entity: "Artist", values: ["name": .string("a")], references: ["mentor": 0])]
    )
    let paths = (1...80).map { String(repeating: "mentor.", count: $0) + "name" }
    #expect(try expectAgreement(stores, "Artist", paths.map { "\($0) == 'a'" }.joined(separator: " AND ")) == [1])
    #expect(try expectAgreement(stores, "Artist", "name == 'a'", by: paths) == [1])
  }

  @Test func aRowWhosePatternIsNoExpressionDoesNotMatch() throws {
    let stores = try tags()
    let matching = try expectAgreement(stores, "Tag", "'a' MATCHES name")
    #expect(matching == [1])
    #expect(try expectAgreement(stores, "Tag", "NOT ('a' MATCHES name)").count == Self.texts.count - 1)
    #expect(try expectAgreement(stores, "Tag", "name MATCHES name").contains(14) == false)
    #expect(NSPredicate(format: "'a' MATCHES name").evaluate(with: ["name": "("]) == false)
    #expect(throws: NSError.self) { try expectAgreement(stores, "Tag", "name MATCHES '('") }
  }
}
