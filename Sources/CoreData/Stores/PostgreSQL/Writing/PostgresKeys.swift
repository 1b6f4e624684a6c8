#if PostgreSQL
  /// The primary keys that a store was given by the server and has not used yet, a block for each table.
  final class PostgresKeys: Sendable {
    private let blocks = Protected<[Int: [Range<Int64>]]>([:])
    private let schema: StoreSchema

    init(_ schema: StoreSchema) { self.schema = schema }

    /// Gives each entity a key, in the order given.
    ///
    /// - Parameter connection: asked for more where the blocks do not have enough.
    func take(for entities: [Int], on connection: PostgresConnection) throws -> [RowKey] {
      let roots = entities.map { schema.model.entities[$0].root }
      var counts: [Int: Int] = [:]
      for root in roots { counts[root, default: 0] += 1 }
      // There are as many as are taken.
      var taken: [Int: IndexingIterator<[Int64]>] = [:]
      for (root, count) in counts.sorted(by: { $0.key < $1.key }) {
        taken[root] = Array(try take(count, of: root, on: connection).joined()).makeIterator()
      }
      return zip(entities, roots).map { entity, root in
        RowKey(entity: entity, primaryKey: taken[root]?.next() ?? 0)
      }
    }

    private func take(_ count: Int, of root: Int, on connection: PostgresConnection) throws -> [Range<Int64>] {
      var found = taking(count, of: root)
      let missing = Int64(count) - found.reduce(0) { $0 + Int64($1.count) }
      guard missing > 0 else { return found }
      let size = PostgresStatements.keyBlock
      let sequence = PostgresStatements.sequence(of: try schema.stored(root).table).quotedIdentifier
      var parameters = PostgresParameters()
      parameters.append((missing + size - 1) / size)
      let rows = try connection.run(
        "SELECT nextval('\(sequence.replacing("'", with: "''"))') FROM generate_series(1, $1::int8)", parameters)
      let new = (0..<rows.count).map { rows.integer($0, 0)..<rows.integer($0, 0) + size }
      blocks.withLock { $0[root, default: []] += new }
      found += taking(Int(missing), of: root)
      return found
    }

    private func taking(_ count: Int, of root: Int) -> [Range<Int64>] {
      blocks.withLock { blocks in
        var rest = Int64(count)
        var found: [Range<Int64>] = []
        while rest > 0, let block = blocks[root]?.first {
          let part = block.prefix(Int(rest))
          found.append(part)
          rest -= Int64(part.count)
          if part.endIndex == block.endIndex {
            blocks[root]?.removeFirst()
          } else {
            blocks[root]?[0] = part.endIndex..<block.upperBound
          }
        }
        return found
      }
    }

    /// Gives up what is left: keys were given elsewhere.
    func forget() { blocks.withLock { $0 = [:] } }
  }
#endif
