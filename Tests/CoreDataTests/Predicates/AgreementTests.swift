import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Whatever is asked, SQL and memory answer the same, in the same order.
@Suite("SQL and memory agree")
struct AgreementTests {
  /// Both turn such a comparison round, so that their agreement says nothing.
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

  /// As a string's own key: in UTF-16, as Foundation counts.
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

  /// More constants than are bound one by one, among them what JSON has to escape.
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
      // An order can take more tables than a statement has room for.
      let sql = try? stores.sql(query)
      #expect(try stores.inSQL(query) == expected, "seed \(seed): \(entity) where \(predicate): \(sql?.text ?? "")")
      if let sql, sql.residue == nil { saidInSQL += 1 }
      if !expected.isEmpty { matched += 1 }
    }
    // A test that asks what nothing answers to shows nothing.
    #expect(saidInSQL > 110, "nearly all can be said in SQL")
    #expect(matched > 60)
  }
}
