import CoreData

/// The primary keys of new rows. A save gets all its keys from the server's sequences when it begins. So a new row
/// sorts after every row that its saver has seen, as it did while it was unsaved. Keys reserved from save to save would
/// be used after those of other stores, but sort before them.
struct PostgresKeys {
  /// The index of each new row's root entity, in the order of the rows.
  private let roots: [Int]
  private let counts: [(root: Int, count: Int64)]

  /// - Parameter entities: the entities of the new rows.
  init(for entities: [Int], in schema: StoreSchema) {
    roots = entities.map { schema.model.entities[$0].root }
    var counts: [Int: Int64] = [:]
    for root in roots { counts[root, default: 0] += 1 }
    self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The commands that request the keys, one for each table.
  func commands(_ schema: StoreSchema) throws -> [PostgresCommand] {
    try counts.map { root, count in
      let sequence = PostgresStatements.sequence(of: try schema.stored(root).table, in: schema).quotedIdentifier
      return PostgresCommand(
        "SELECT nextval(\(sequence.quotedLiteral)) FROM generate_series(1, $1::int8)",
        PostgresParameters(count))
    }
  }

  /// The key of each row, in the order of the rows.
  ///
  /// - Parameter results: the results of the commands.
  func keys(_ results: some Sequence<PostgresRows>) -> [Int64] {
    var next: [Int: IndexingIterator<[Int64]>] = [:]
    for ((root, _), rows) in zip(counts, results) {
      next[root] = (0..<rows.count).map { rows.integer($0, 0) }.sorted().makeIterator()
    }
    // The results have as many keys as were requested.
    return roots.map { next[$0]?.next() ?? 0 }
  }
}
