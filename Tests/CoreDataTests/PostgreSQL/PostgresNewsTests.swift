import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Reads that are sent ahead with commits of other sessions", .onServer)
struct PostgresNewsTests {
  /// A store with an artist. Its connections have a name on the server.
  private struct Followed {
    let cluster: PostgresCluster
    let name: String
    let pair: PostgresPair
    let store: NSPersistentStore
    let artist: NSManagedObjectID

    init(_ name: String) throws {
      cluster = try PostgresCluster.shared.get()
      self.name = name
      pair = try PostgresPair(cluster.url(schema: name, settings: "&application_name=\(name)"))
      store = try #require(pair.first.persistentStores.first)
      let context = PostgresPair.context(pair.first)
      artist = try context.performAndWait {
        let artist = try context.insert("Artist", ["name": "a"])
        try context.save()
        return artist.objectID
      }
    }

    func rename(_ name: String) throws {
      try pair.elsewhere { try $0.existingObject(with: artist).setValue(name, forKey: "name") }
    }

    /// Returns the time of the last statement on connections that wait in a read transaction.
    func waiting() throws -> String {
      try cluster.sql(
        """
        SELECT state_change FROM pg_stat_activity \
        WHERE application_name = '\(name)' AND state = 'idle in transaction'
        """)
    }

    /// Makes a context that merges. Its queue is blocked until the returned semaphore is signaled.
    func heldContext(
      _ begin: (NSManagedObjectContext) throws -> Void = { _ in }
    ) throws -> (NSManagedObjectContext, DispatchSemaphore) {
      let context = PostgresPair.context(pair.first)
      context.automaticallyMergesChangesFromParent = true
      try context.performAndWait { try begin(context) }
      let go = DispatchSemaphore(value: 0)
      context.perform { go.wait() }
      return (context, go)
    }
  }

  /// A session writes without the history right after the look. The merge reads the state of the look, and a later
  /// reader reads the current state.
  @Test("Who merges reads in the look's own transaction, where the rows are already")
  func joined() throws {
    let followed = try Followed("joined")
    let rows = try #require(followed.store.rows as? PostgresStore)
    let key = followed.artist.key
    let (version, span) = (try rows.externalVersion(), try #require(try rows.historySpan()))
    let reported = Protected(0)
    let token = rows.watchWrites { reported.withLock { $0 += 1 } }
    defer { withExtendedLifetime(token) {} }
    try followed.rename("b")
    #expect(waits { reported.withLock { $0 > 0 } })
    let news = try #require(try rows.news(since: version, after: span.last))
    #expect(news.changes?.map(\.change.key) == [key])
    let asked = try followed.waiting()
    #expect(!asked.isEmpty)
    try followed.cluster.sql("UPDATE \"ZARTIST\" SET \"ZNAME\" = 'c'", schema: "joined")
    let slot = try #require(rows.model[key].slotsByName["name"])
    func name(_ row: Row?) -> String? { if case .string(let name)? = row?[slot] { name } else { nil } }
    rows.beginReading(after: try #require(news.history))
    #expect(name(try rows.row(for: key)) == "b")
    #expect(try rows.rows(for: [key]).map(name) == ["b"])
    #expect(try followed.waiting() == asked, "the server was not asked again")
    rows.beginReading()
    #expect(name(try rows.row(for: key)) == "c")
    // Another context has read since, so the rows that were read ahead are no longer valid.
    try followed.cluster.sql("UPDATE \"ZARTIST\" SET \"ZNAME\" = 'd'", schema: "joined")
    rows.beginReading(after: try #require(news.history))
    #expect(name(try rows.row(for: key)) == "d")
    rows.endReadTransaction()
  }

  @Test("The transaction of a look ends even without a merge")
  func ends() throws {
    let followed = try Followed("lent")
    let (context, go) = try followed.heldContext()
    defer {
      go.signal()
      context.performAndWait {}
    }
    try followed.rename("b")
    #expect(try waits { try !followed.waiting().isEmpty })
    // The server would end the transaction only after a minute.
    #expect(try waits(upTo: 30) { try followed.waiting().isEmpty })
  }

  /// Another context of the coordinator saves between the look and the merge.
  @Test("What was saved here since the look is not taken for what the look saw")
  func savedSince() throws {
    let followed = try Followed("since")
    let names = Protected<[String]>([])
    var observers: [any NSObjectProtocol] = []
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let (context, go) = try followed.heldContext { context in
      let artist = try context.existingObject(with: followed.artist)
      #expect(artist.text("name") == "a")
      let held = UncheckedTransfer(artist)
      observers.append(
        NotificationCenter.default.addObserver(
          forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in names.withLock { $0.append(held.value.text("name")) } })
    }
    defer { withExtendedLifetime(context) {} }
    try followed.rename("b")
    #expect(try waits { try !followed.waiting().isEmpty })
    let other = PostgresPair.context(followed.pair.first)
    try other.performAndWait {
      let artist = try other.existingObject(with: followed.artist)
      #expect(artist.text("name") == "b")
      artist.setValue("c", forKey: "name")
      try other.save()
    }
    go.signal()
    #expect(waits { names.withLock { $0.last == "c" } })
    #expect(names.withLock { !$0.contains("b") })
  }

  /// Most connections begin to follow a young store. The server has no statistics of its tables then, and the
  /// connection keeps the plans that are made.
  @Test("A look takes what is new by index, whatever the history was when it was first asked")
  func byIndex() throws {
    let followed = try Followed("young")
    let rows = followed.store.rows
    var (version, last) = (try rows.externalVersion(), try #require(try rows.historySpan()).last)
    let count = 40
    for number in 0..<count {
      try followed.rename("b\(number)")
      let news = try #require(try rows.news(since: version, after: last))
      #expect(news.changes?.map(\.change.key) == [followed.artist.key])
      (version, last) = (news.version, news.last)
    }
    rows.endReadTransaction()
    /// The smallest number of such scans of both tables. The server reports it with a delay.
    func fewest(_ scans: String) throws -> Int {
      let reported = try followed.cluster.sql(
        """
        SELECT min(\(scans)) FROM pg_stat_user_tables WHERE schemaname = 'young' AND relname IN ('ACHANGE', 'ATRANSACTION')
        """)
      return try #require(Int(reported.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    #expect(try waits(upTo: 30) { try fewest("idx_scan") >= count })
    #expect(try -fewest("-seq_scan") < count / 2)
  }

  /// A look requests a few transactions, and requests all if there are more.
  @Test(
    "However many commits are new, each of their changes is read once, in their order",
    arguments: [1, 31, 32, 33, 70])
  func many(count: Int) throws {
    let followed = try Followed("many\(count)")
    let rows = followed.store.rows
    var (version, last) = (try rows.externalVersion(), try #require(try rows.historySpan()).last)
    for round in 1...2 {
      for number in 0..<count {
        try followed.pair.elsewhere { context in
          try context.existingObject(with: followed.artist).setValue("\(round).\(number)", forKey: "name")
          if number % 3 == 0 { try context.insert("Artist", ["name": "n"]) }
        }
      }
      let news = try #require(try rows.news(since: version, after: last))
      let changes = try #require(news.changes)
      #expect(news.last == last + Int64(count) && news.version == version + count)
      var expected: [Int64] = []
      for number in 0..<count {
        expected += [Int64](repeating: last + 1 + Int64(number), count: number % 3 == 0 ? 2 : 1)
      }
      #expect(changes.map(\.transaction) == expected)
      #expect(changes.filter { $0.change.key == followed.artist.key }.count == count)
      #expect(changes.map(\.change.number) == changes.map(\.change.number).sorted())
      (version, last) = (news.version, news.last)
    }
    rows.endReadTransaction()
  }

  @Test("Notices name a few rows without data, and whatever else is said is no notice")
  func notices() throws {
    #expect(PostgresNotice("51 3:301 3:302")?.rows.map(\.primaryKey) == [301, 302])
    #expect(PostgresNotice("51")?.number == 51)
    for payload in ["", "x", "x 3:1", " "] { #expect(PostgresNotice(payload) == nil, "\(payload)") }
    #expect(PostgresNotice("1 3 3: :3 x:1 1:x 1:2:3 4:5")?.rows.map(\.entity) == [4])
    #expect(PostgresNotice("1" + String(repeating: " 3:1", count: 100))?.rows.count == PostgresNotice.rowLimit)
  }
}
