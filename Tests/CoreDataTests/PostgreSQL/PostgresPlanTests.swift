#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  @testable import CoreData

  /// A store whose tables the server has never analyzed, as it is in its first minutes: an empty table counts as one of
  /// thousands of rows there, and two that are joined as millions, for which a plan is compiled each time.
  @Suite("Saves in a young store", .onServer, .serialized)
  struct PostgresPlanTests {
    /// What is edited of the first artists, once in each save.
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

    @Test("are planned as what they are, of few rows, and so is what others ask for then", arguments: Edit.allCases)
    func fewRows(edit: Edit) throws {
      let cluster = try PostgresCluster.shared.get()
      let (schema, rounds) = ("young\(edit)".lowercased(), 20)
      let pair = try PostgresPair(cluster.url(schema: schema))
      try pair.elsewhere { context in
        for number in 0..<3_000 { try context.insert("Artist", ["name": "a\(number)"]) }
      }
      let stores = try [pair.first, pair.second].map { coordinator in
        try #require(coordinator.persistentStores.first?.rows as? PostgresStore)
      }
      var (version, last) = (try stores[1].externalVersion(), try #require(try stores[1].historySpan()).last)
      let context = PostgresPair.context(pair.first)
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
        request.fetchLimit = rounds + 1
        let artists = try context.fetch(request)
        for round in 0..<rounds {
          try edit.make(of: artists, in: round, context)
          try context.save()
          let news = try #require(try stores[1].news(since: version, after: last))
          #expect(news.changes?.isEmpty == false)
          (version, last) = (news.version, news.last)
        }
      }
      for store in stores {
        let costs = try Self.costs(of: store)
        #expect(costs.contains { $0.sql.contains("ACHANGE") })
        for (cost, sql) in costs { #expect(cost < 1_000, "\(sql)") }
      }
    }

    /// What the server takes the statements for that a store's connection has prepared, but for those that ask for tables
    /// when the store is opened: of these there are as many as all tests' stores have.
    private static func costs(of store: PostgresStore) throws -> [(cost: Double, sql: String)] {
      try store.pool.write { place in
        let connection = try place.idle(store.settings)
        try connection.run("SET plan_cache_mode = force_generic_plan")
        let statements = try connection.run(
          """
          SELECT name, statement, cardinality(parameter_types)::int8 FROM pg_prepared_statements \
          WHERE statement ~ '^(WITH|SELECT|INSERT|UPDATE|DELETE)' AND statement !~ 'pg_class'
          """)
        return try (0..<statements.count).map { row in
          let nulls = [String](repeating: "NULL", count: Int(statements.integer(row, 2))).joined(separator: ", ")
          let plan = try connection.run(
            "EXPLAIN EXECUTE \(statements.text(row, 0))\(nulls.isEmpty ? "" : "(\(nulls))")")
          let cost = try #require(try #/cost=[\d.]+?\.\.([\d.]+) /#.firstMatch(in: plan.text(0, 0)))
          return (try #require(Double(cost.1)), statements.text(row, 1))
        }
      }
    }
  }
#endif
