import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A format may come from a stranger. Whatever it is, it must be read or refused.
@Suite("Hostile formats")
struct HostileFormatTests {
  private static let formats = [
    #"ANY tracks.tags.name BEGINSWITH[cd] "é" AND NOT (title == nil OR number BETWEEN {1, 2 ** 3})"#,
    #"SUBQUERY(tracks, $t, $t.number > 3 && $t.title LIKE 'a*').@count == 0 || SELF IN {1, 0x10, -1.5e3}"#,
    #"(number & 4) != 0 AND lowercase:(title) MATCHES '[a-z]+\\d' AND #in.@sum.x >= now() AND a == $b.c"#,
  ]

  @Test(arguments: TestSeeds.seeds(500, from: 1))
  func mutantsAreReadOrRefused(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = Array(Self.formats[random.below(Self.formats.count)].utf8)
    for _ in 0...random.below(4) {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8(random.below(256))
      case 2: bytes.insert(contentsOf: bytes.shuffled(using: &random).prefix(random.below(6)), at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(9)))
      }
      if bytes.isEmpty { bytes = [0x28] }
    }
    let format = String(decoding: bytes, as: UTF8.self)
    do throws(PredicateFormatError) {
      let predicate = try NSPredicate.parse(format: format)
      let model = MusicModel.make().layout
      // A format that can be read must then be compiled, or refused with an error.
      for entity in model.entities { _ = try? CompiledPredicate(predicate, entity: entity, model: model) }
    } catch {
      #expect((0...format.count).contains(error.position), "seed \(seed): \(error)")
    }
  }

  @Test(arguments: [
    ("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("NOT (", "a == 1", ")"), ("a == -", "1", ""), ("a == (", "1", ")"),
    ("a IN {", "1", "}"), ("abs:(", "a", ") == 1"), ("SUBQUERY(a, $x, ", "a == 1", ").@count == 1"),
    ("a == 1 + (", "1", ")"),
  ])
  func nestingDeeperThan200IsRefusedByPosition(_ open: String, _ middle: String, _ close: String) throws {
    for count in [201, 100_000] {
      let format = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
      let error = try #require(throws: PredicateFormatError.self) { try NSPredicate.parse(format: format) }
      #expect(
        ["nested deeper than 200", "SUBQUERY is nested deeper than 5", "more than 200 operators", "expected"]
          .contains { error.expectation.contains($0) })
      #expect(error.description.count < 1000)
      #expect(error.position < open.count * 202)
    }
  }

  @Test func nestingOf200IsRead() throws {
    let format = String(repeating: "(", count: 200) + "a == 1" + String(repeating: ")", count: 200)
    #expect(try NSPredicate.parse(format: format).syntax.description == "a == 1")
  }

  @Test func longChainsAreReadAndAnswered() throws {
    let stores = try MusicStores([MusicRow(entity: "Tag", values: ["name": .string("7"), "weight": .int(7)])])
    for connective in [" OR ", " AND "] {
      let format = (0..<100_000).map {
        "weight \(connective == " OR " ? "==" : "!=") \($0 + (connective == " OR " ? 0 : 8))"
      }
      .joined(separator: connective)
      let query = try stores.query("Tag", try NSPredicate.parse(format: format))
      #expect(try stores.inMemory(query) == [1])
      #expect(try stores.inSQL(query) == [1])
    }
    let sum = try #require(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: "a == " + Array(repeating: "1", count: 100_000).joined(separator: "+"))
    }
    #expect(sum.expectation.contains("more than 200 operators"))
  }

  @Test func compoundPredicatesMadeInALoopAreAnswered() throws {
    let stores = try MusicStores([MusicRow(entity: "Tag", values: ["weight": .int(7)])])
    var predicate = NSPredicate(format: "weight == 7")
    for number in 8..<2000 {
      predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
        predicate, NSPredicate(format: "weight == %d", number),
      ])
    }
    let query = try stores.query("Tag", predicate)
    #expect(try stores.inMemory(query) == [1])
    #expect(try stores.inSQL(query) == [1])
  }

  /// Each list alone is short enough to have one parameter for each constant.
  @Test func manyListsAreAnswered() throws {
    let stores = try MusicStores([7, 8].map { MusicRow(entity: "Tag", values: ["weight": .int($0)]) })
    let lists = (0..<20).map { list in NSPredicate(format: "weight IN %@", (0..<500).map { $0 + list * 500 + 8 }) }
    let query = try stores.query("Tag", NSCompoundPredicate(orPredicateWithSubpredicates: lists))
    #expect(try stores.sql(query).residue == nil)
    #expect(try stores.inMemory(query) == [2])
    #expect(try stores.inSQL(query) == [2])
  }

  @Test func longListsAreAnswered() throws {
    let stores = try MusicStores([
      MusicRow(entity: "Tag", values: ["name": .string("5\"\\\n"), "weight": .int(5)]), MusicRow(entity: "Tag"),
    ])
    let numbers = Array(0..<50_000)
    let names = numbers.map { "\($0)\"\\\n" }
    let doubles = numbers.map { Double($0) + 0.5 } + [5.0]
    for (format, argument) in [
      ("weight IN %@", numbers as Any), ("name IN %@", names), ("name IN[c] %@", names), ("weight IN %@", doubles),
    ] {
      let query = try stores.query("Tag", NSPredicate(format: format, argument))
      #expect(try stores.inMemory(query) == [1])
      #expect(try stores.inSQL(query) == [1])
      let none = try stores.query("Tag", NSPredicate(format: "NOT (\(format))", argument))
      #expect(try stores.inSQL(none) == [2])
    }
  }

  @Test func namesAndValuesAreNoSQL() throws {
    let stores = try MusicStores([MusicRow(entity: "Tag", values: ["name": .string("x' OR 1=1 --")])])
    let query = try stores.query("Tag", NSPredicate(format: "name == %@", "x' OR 1=1 --"))
    #expect(try stores.inSQL(query) == [1])
    let text = try stores.sql(query).text
    #expect(!text.contains("1=1"), "values are bound")
  }
}
