import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("What follows the rows of a commit is read with it", .onServer)
struct PostgresSeekAheadTests {
  /// A store with persons of three ranks, and a seek in their order by name.
  private final class Followed {
    let cluster: PostgresCluster
    let name: String
    let pair: PostgresPair
    let rows: PostgresStore
    let seek: RowSeek
    private(set) var persons: [NSManagedObjectID] = []
    private let reported = Protected(0)
    private var token: (any Sendable)?

    init(_ name: String) throws {
      cluster = try PostgresCluster.shared.get()
      self.name = name
      pair = try PostgresPair(cluster.url(schema: name, settings: "&application_name=\(name)"), model: Self.model)
      rows = try PostgresPair.rows(pair.first)
      let layout = rows.model
      let person = try #require(layout.entitiesByName["Person"])
      let order = try CompiledOrder([NSSortDescriptor(key: "name", ascending: true)], entity: person, model: layout)
      seek = try #require(
        try rows.seek(
          RowSeek.Order(
            entity: person, group: try CompiledPath(parsing: "rank", from: person, in: layout),
            terms: order.terms[...]))
      )
      let context = PostgresPair.context(pair.first)
      persons = try context.performAndWait {
        let persons = try (0..<60).map { try context.insert("Person", ["name": "p\(10 + $0)", "rank": $0 / 20]) }
        try context.save()
        return persons.map(\.objectID)
      }
      token = rows.watchWrites { [reported] in reported.withLock { $0 += 1 } }
    }

    private static func model() throws -> NSManagedObjectModel {
      let model = MusicModel.make()
      let person = try #require(model.entitiesByName["Person"])
      person.indexes = [
        NSFetchIndexDescription(
          name: "byRank",
          elements: ["rank", "name"].compactMap { key in
            person.propertiesByName[key].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) }
          })
      ]
      return model
    }

    /// Changes a person with another coordinator, and waits until the store is notified.
    ///
    /// - Returns: a closure that looks for the news.
    func commit(_ person: Int, _ values: [String: Any?]) throws -> () throws -> StoreNews? {
      let (version, span) = (try rows.externalVersion(), try #require(try rows.historySpan()))
      reported.withLock { $0 = 0 }
      try pair.elsewhere { context in
        let object = try context.existingObject(with: persons[person])
        for (key, value) in values { object.setValue(value, forKey: key) }
      }
      #expect(waits { reported.withLock { $0 > 0 } })
      return { [rows] in try rows.news(since: version, after: span.last) }
    }

    /// Commits a change and looks for it. Later reads join the transaction of the look.
    func change(_ person: Int, _ values: [String: Any?]) throws {
      let news = try #require(try commit(person, values)())
      rows.beginReading(after: try #require(news.history))
    }

    func answer(_ person: Int, _ rank: Int64, _ name: String) throws -> RowSeek.Answer {
      let place = RowSeek.Place(
        values: [.int(rank), .string(name)], primaryKey: persons[person].key.primaryKey)
      return try rows.read { try $0.firstRows(seek, after: [place]) { _, _ in true } }[0]
    }

    func row(_ person: Int) -> RowSeek.Answer { .row(persons[person].key.primaryKey) }

    /// Returns the time of the last statement in the read transaction.
    func asked() throws -> String {
      try cluster.sql(
        """
        SELECT max(state_change) FROM pg_stat_activity \
        WHERE application_name = '\(name)' AND state = 'idle in transaction'
        """)
    }
  }

  /// The first commit needs a seek of its own. From the second commit on, the result is read ahead, as long as a
  /// context seeks.
  @Test("A list that seeks the places of what was changed finds them with the next commit")
  func ahead() throws {
    let followed = try Followed("seekahead")
    defer { followed.rows.endReadTransaction() }
    try followed.change(3, ["name": "p25x"])
    var asked = try followed.asked()
    #expect(try followed.answer(3, 0, "p25x") == followed.row(16))
    #expect(try followed.asked() != asked)

    try followed.change(4, ["name": "p47x", "rank": 1])
    asked = try followed.asked()
    #expect(!asked.isEmpty)
    #expect(try followed.answer(4, 1, "p47x") == followed.row(38))
    #expect(try followed.asked() == asked, "the server was not asked again")
    // These seeks are after other values, as of an object with unsaved changes, and after another row.
    #expect(try followed.answer(4, 1, "p33") == followed.row(23))
    #expect(try followed.answer(5, 0, "p15") == followed.row(6))
    #expect(try followed.asked() != asked)

    // This seek is after the last row of its rank.
    try followed.change(6, ["name": "p99", "rank": 2])
    asked = try followed.asked()
    #expect(try followed.answer(6, 2, "p99") == .end)
    #expect(try followed.asked() == asked)

    // No context seeks after this commit, so the next look reads nothing ahead.
    try followed.change(7, ["name": "p17x"])
    try followed.change(8, ["name": "p18x"])
    asked = try followed.asked()
    #expect(try followed.answer(8, 0, "p18x") == followed.row(9))
    #expect(try followed.asked() != asked)
  }

  /// A session alters the table after the store has learned the seeks that it reads ahead. The look succeeds without
  /// them.
  @Test("A table that is altered underneath takes no news away")
  func altered() throws {
    let followed = try Followed("seekaltered")
    defer { followed.rows.endReadTransaction() }
    try followed.change(3, ["name": "p25x"])
    _ = try followed.answer(3, 0, "p25x")
    followed.rows.endReadTransaction()
    let look = try followed.commit(4, ["name": "p44x"])
    // The table cannot be altered during a read transaction.
    followed.rows.endReadTransaction()
    try followed.cluster.sql(#"ALTER TABLE "ZPERSON" RENAME COLUMN "ZNAME" TO "ZOTHER""#, schema: "seekaltered")
    let news = try #require(try look())
    #expect(news.changes?.map(\.change.key) == [followed.persons[4].key])
    try followed.cluster.sql(#"ALTER TABLE "ZPERSON" RENAME COLUMN "ZOTHER" TO "ZNAME""#, schema: "seekaltered")
    followed.rows.beginReading()
    #expect(try followed.answer(4, 0, "p44x") == .end)
  }

  /// A row with a nil value has no seek by values, and its missing result is not taken for the end.
  @Test("A row without a value is sought as any other")
  func withoutValue() throws {
    let followed = try Followed("seeknull")
    defer { followed.rows.endReadTransaction() }
    try followed.change(3, ["name": "p25x"])
    _ = try followed.answer(3, 0, "p25x")
    try followed.change(4, ["rank": nil])
    #expect(try followed.answer(4, 0, "p10a") == followed.row(1))
  }
}
