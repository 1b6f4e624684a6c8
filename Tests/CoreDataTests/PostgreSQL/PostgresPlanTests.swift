import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("The server's plans of saves, and of the following reads of other contexts", .onServer, .serialized)
struct PostgresPlanTests {
  /// An edit of the first artists, which is made once in each save.
  enum Edit: String, CaseIterable {
    case one, two, relationship, many, deletion

    func make(of artists: [NSManagedObject], in round: Int, _ context: NSManagedObjectContext) throws {
      switch self {
      case .one: artists[0].setValue("name \(round)", forKey: "name")
      case .two: for artist in artists.prefix(2) { artist.setValue("name \(round)", forKey: "name") }
      case .relationship: artists[0].setValue(artists[1 + round], forKey: "mentor")
      case .many: artists[0].mutableSetValue(forKey: "friends").add(artists[1 + round])
      case .deletion: context.delete(artists[round])
      }
    }
  }

  /// The server has never analyzed the tables of a new store. It estimates thousands of rows for an empty table, and
  /// millions for a join of two.
  @Test("In a young store they are planned as what they are, of few rows", arguments: Edit.allCases)
  func fewRows(edit: Edit) throws {
    for plans in try Self.plansOfFollowing(edit, in: "young\(edit)") {
      #expect(plans.contains { $0.sql.contains("ACHANGE") })
      for plan in plans { #expect(plan.cost < 1_000, "\(plan.sql)") }
    }
  }

  /// If the server has analyzed a table, a plan for the current values may look cheaper than a generic plan. The server
  /// then plans each execution, which takes longer than the execution itself for a few rows.
  @Test("In a store that the server knows they are planned once", arguments: Edit.allCases)
  func plannedOnce(edit: Edit) throws {
    let plans = try Self.plansOfFollowing(edit, in: "grown\(edit)") { pair in
      let context = PostgresPair.context(pair.first)
      try context.performAndWait {
        let artist = try context.insert("Artist", ["name": "another"])
        for number in 0..<200 {
          artist.setValue("former name \(number)", forKey: "name")
          try context.save()
        }
      }
      try pair.analyze()
    }
    for plans in plans.map({ $0.filter { $0.runs >= Self.rounds } }) {
      #expect(plans.contains { $0.sql.contains("ACHANGE") })
      // The server compares the first five plans with a generic one. If the table has grown by a page, it makes some
      // more until their costs are similar to the generic plan's.
      for plan in plans { #expect(plan.made <= plan.runs / 2, "\(plan.sql)") }
    }
  }

  /// The server estimates millions of rows for a join of two empty tables, and billions for three. It would compile
  /// such a join with JIT, if that is available and allowed.
  @Test("Nothing is compiled for one use, whatever a plan is taken for")
  func nothingCompiled() throws {
    let pair = try PostgresPair()
    try PostgresPair.rows(pair.first).read { reading in
      func isCompiled() throws -> Bool {
        let plan = try reading.connection.run(#"EXPLAIN SELECT FROM "ZARTIST", "ZALBUM", "ZPERSON""#)
        return (0..<plan.count).contains { plan.text($0, 0).contains("JIT") }
      }
      #expect(try !isCompiled())
      try reading.connection.run("SET jit = on")
      // The server only reports this on a connection that may compile.
      let canCompile = try reading.connection.run("SELECT pg_jit_available()::int::int8").integer(0, 0) == 1
      #expect(try isCompiled() == canCompile)
    }
  }

  private static let rounds = 40

  /// Edits a store, and follows it from another coordinator.
  ///
  /// - Parameter begin: called after the artists are inserted, and before the edits.
  /// - Returns: the plans of both coordinators' connections.
  private static func plansOfFollowing(
    _ edit: Edit, in schema: String, _ begin: (PostgresPair) throws -> Void = { _ in }
  ) throws -> [[Plan]] {
    let pair = try PostgresPair(PostgresCluster.shared.get().url(schema: schema.lowercased()))
    try pair.elsewhere { context in
      for number in 0..<3_000 { try context.insert("Artist", ["name": "a\(number)"]) }
    }
    try begin(pair)
    let (first, second) = (try PostgresPair.rows(pair.first), try PostgresPair.rows(pair.second))
    // A coordinator that is notified reads the rows together with the changes.
    let reported = Protected(0)
    let token = second.watchWrites { reported.withLock { $0 += 1 } }
    defer { withExtendedLifetime(token) {} }
    var (version, last) = (try second.externalVersion(), try #require(try second.historySpan()).last)
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.fetchLimit = rounds + 1
      let artists = try context.fetch(request)
      for round in 0..<rounds {
        reported.withLock { $0 = 0 }
        try edit.make(of: artists, in: round, context)
        try context.save()
        #expect(waits { reported.withLock { $0 > 0 } })
        let news = try #require(try second.news(since: version, after: last))
        #expect(news.changes?.isEmpty == false)
        (version, last) = (news.version, news.last)
      }
    }
    return [try plans(of: first), try plans(of: second)]
  }

  private struct Plan {
    /// The estimated cost of the generic plan.
    let cost: Double
    let runs: Int
    /// The number of plans that were made for the current values.
    let made: Int
    let sql: String
  }

  /// Returns the plans of the statements that a store's connection has prepared. Those that list tables when the store
  /// is opened are omitted, because they return the tables of all tests' stores.
  private static func plans(of store: PostgresStore) throws -> [Plan] {
    try store.pool.write { place in
      let connection = try place.idle(store.settings)
      let statements = try connection.run(
        """
        SELECT name, statement, cardinality(parameter_types)::int8, generic_plans, custom_plans \
        FROM pg_prepared_statements WHERE statement ~ '^(WITH|SELECT|INSERT|UPDATE|DELETE)' AND statement !~ 'pg_class'
        """)
      try connection.run("SET plan_cache_mode = force_generic_plan")
      return try (0..<statements.count).map { row in
        let nulls = [String](repeating: "NULL", count: Int(statements.integer(row, 2))).joined(separator: ", ")
        let plan = try connection.run(
          "EXPLAIN EXECUTE \(statements.text(row, 0))\(nulls.isEmpty ? "" : "(\(nulls))")")
        let cost = try #require(try #/cost=[\d.]+?\.\.([\d.]+) /#.firstMatch(in: plan.text(0, 0)))
        let (generic, custom) = (Int(statements.integer(row, 3)), Int(statements.integer(row, 4)))
        return Plan(
          cost: try #require(Double(cost.1)), runs: generic + custom, made: custom, sql: statements.text(row, 1))
      }
    }
  }
}
