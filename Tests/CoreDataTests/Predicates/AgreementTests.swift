import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// For every query, SQL and memory must give the same rows in the same order.
@Suite("SQL and memory agree")
struct AgreementTests {
  /// SQL and memory swap the sides of such a comparison by the same code, so that their agreement alone would prove
  /// nothing.
  @Test(arguments: [
    ("3 < number", [4]), ("3 <= number", [3, 4]), ("3 > number", [2]), ("3 >= number", [2, 3]), ("3 == number", [3]),
    ("3 != number", [2, 4]), ("number < 3", [2]), ("number <= 3", [2, 3]), ("number > 3", [4]),
    ("number >= 3", [3, 4]),
  ]) func aConstantStandsOnEitherSide(format: String, numbers: [Int64]) throws {
    let stores = try MusicStores((2...4).map { MusicRow(entity: "Album", values: ["number": .int($0)]) })
    let query = try stores.query("Album", try NSPredicate.parse(format: format))
    #expect(try stores.inMemory(query) == numbers.map { $0 - 1 })
    #expect(try stores.inSQL(query) == numbers.map { $0 - 1 })
  }

  /// `length` is a key of strings. It counts UTF-16 units, as Foundation does.
  @Test(arguments: [
    ("name.length == 0", [1]), ("name == nil OR name.length == 0", [1, 4]), ("name.length > 1", [3]),
    ("name.length == 3", [3]), ("NOT name.length > 0", [1, 4]),
  ]) func lengthIsAKeyOfTexts(format: String, keys: [Int64]) throws {
    let stores = try MusicStores(
      ["", "a", "👋é"].map { MusicRow(entity: "Artist", values: ["name": .string($0)]) }
        + [MusicRow(entity: "Artist", values: [:])])
    let query = try stores.query("Artist", try NSPredicate.parse(format: format))
    #expect(try stores.inMemory(query) == keys)
    #expect(try stores.inSQL(query) == keys)
    #expect(try stores.sql(query).residue == nil)
  }

  /// More constants than are bound one by one, including texts that JSON has to escape.
  @Test func anyTextIsAmongManyConstants() throws {
    let names = ["a\\b", "a\"b", "a\nb", "\u{1}", "\\", "\\n", "é", "e\u{301}", "👋", "/", "\u{7f}", ""]
    let stores = try MusicStores(
      (names + ["other", "a", "n"]).map { MusicRow(entity: "Artist", values: ["name": .string($0)]) })
    let many = names + (0..<600).map { "none \($0)" }
    let query = try stores.query("Artist", try NSPredicate.parse(format: "name IN %@", arguments: [many]))
    #expect(try stores.inMemory(query) == (1...Int64(names.count)).map { $0 })
    #expect(try stores.inSQL(query) == (1...Int64(names.count)).map { $0 })
  }

  @Test(arguments: TestSeeds.seeds(8, from: 4000))
  func onRandomPredicatesAndOrders(_ seed: UInt64) throws {
    var random = RandomMusic(generator: SeededRandom(seed: seed))
    let stores = try MusicStores(random.rows(60), hasOddKeys: seed % 2 == 0)
    var saidInSQL = 0
    var matched = 0
    for _ in 0..<150 {
      let entity = random.pick(["Artist", "Album", "Track", "Tag"])
      let format = random.predicate(entity, ids: stores.ids)
      let predicate = try NSPredicate.parse(format: format.text, arguments: format.arguments)
      let query = try stores.query(entity, predicate, random.order(entity))
      let expected = try stores.inMemory(query)
      // A sort order may need more tables than a statement may have.
      let sql = try? stores.sql(query)
      #expect(try stores.inSQL(query) == expected, "seed \(seed): \(entity) where \(predicate): \(sql?.text ?? "")")
      if let sql, sql.residue == nil { saidInSQL += 1 }
      if !expected.isEmpty { matched += 1 }
    }
    // If the queries found nothing, the test would prove nothing.
    #expect(saidInSQL > 110, "nearly all can be said in SQL")
    #expect(matched > 60)
  }
}
