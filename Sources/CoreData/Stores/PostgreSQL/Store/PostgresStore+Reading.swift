#if PostgreSQL
  extension PostgresStore {
    func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
      try read { try $0.keys(matching: query, groupedBy: group) }
    }

    func rows(matching query: RowQuery) throws -> [Row] { try read { try $0.rows(matching: query) } }

    func count(matching query: RowQuery) throws -> Int { try read { try $0.count(matching: query) } }

    func groups(_ query: GroupQuery) throws -> [RowGroup]? { try read { try $0.groups(query) } }

    func row(for key: RowKey) throws -> Row? { try read { try $0.row(for: key) } }

    func rows(for keys: [RowKey]) throws -> [Row?] { try read { try $0.rows(for: keys) } }

    func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
      try read { try $0.values(at: paths, for: key) }
    }

    func seek(_ order: RowSeek.Order) throws -> RowSeek? {
      try read { try $0.seek(order) }
    }

    func firstRows(
      _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
    ) throws -> [RowSeek.Answer] {
      try read { try $0.firstRows(seek, after: places, where: accepts) }
    }

    func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try read { try $0.related(slot, of: key) } }

    func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] { try read { try $0.related(slot, of: keys) } }

    func versions(of entity: EntityLayout) throws -> RowVersions { try read { try $0.versions(of: entity) } }

    func read<Result>(isFresh: Bool = false, _ body: (PostgresReading) throws -> Result) throws -> Result {
      try PostgresFailure.reporting(settings.address, .reading) {
        try pool.read(isFresh: isFresh) { try body(reading(on: $0)) }
      }
    }

  }
#endif
