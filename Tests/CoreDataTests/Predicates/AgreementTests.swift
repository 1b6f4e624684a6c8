import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Whatever is asked, SQL and memory answer the same, in the same order.
@Suite("SQL and memory agree")
struct AgreementTests {
  @Test(arguments: TestSeeds.seeds(8, from: 4000))
  func onRandomPredicatesAndOrders(_ seed: UInt64) throws {
    var random = RandomMusic(generator: SeededRandom(seed: seed))
    let stores = try MusicStores(random.rows(60), hasOddKeys: seed % 2 == 0)
    var saidInSQL = 0
    var matched = 0
    for _ in 0..<150 {
      let entity = random.pick(["Artist", "Album", "Track", "Genre"])
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
