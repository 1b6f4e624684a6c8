import Foundation

/// The history during a migration. Its changes are rewritten for the new entities and properties. The changes of
/// removed entities are deleted, but all transactions and their numbers stay.
struct MigratedHistory {
  private let tables: MigrationTables
  private let contents: FileSchema
  private let history: HistorySchema
  /// The numbers of the history's own entities.
  let numbers: [Int64]

  /// - Returns: nil if the file has no history.
  init?(_ tables: MigrationTables, in contents: FileSchema) {
    guard let history = HistorySchema(contents, preserved: tables.mapping.source.preservedSlots) else { return nil }
    self.tables = tables
    self.contents = contents
    self.history = history
    numbers = HistorySchema.Table.allCases.map(history.number(of:))
  }

  func run(on connection: Connection) throws {
    let new = tables.mapping.destination.preservedSlots
    let tombstones = max(history.tombstones, new.values.map(\.count).max() ?? 0)
    let missing = HistorySchema.creation(in: contents, tombstones: tombstones)
    for statement in missing where statement.hasPrefix("ALTER") { try connection.execute(statement) }
    for statement in tables.historyDeletions { try connection.execute(statement) }
    for (former, stored) in tables.keptEntities {
      try moveTombstones(former, stored, new[stored.layout.index] ?? [], tombstones, on: connection)
      // Changes in the form `byName` come last, because they are then marked as `standard` like the rest.
      for form in [HistoryBits.standard, .byName] { try rewriteColumns(former, stored, form, on: connection) }
    }
    if let statement = tables.historyRenumbering { try connection.execute(statement) }
  }

  /// Moves preserved values to other columns, because the columns are assigned in the order of the attributes' names.
  private func moveTombstones(
    _ former: StoredEntity, _ stored: StoredEntity, _ slots: [Int], _ count: Int, on connection: Connection
  ) throws {
    let old = history.preserved[former.layout.index] ?? []
    let places = slots.map { slot in tables.mapping.slots[stored.layout.index][slot].flatMap(old.firstIndex) }
    let isSame = places.enumerated().allSatisfy { $0.offset == $0.element } && old.count == slots.count
    guard !isSame, count > 0 else { return }
    let columns = (0..<count).map { place in
      let source = (place < places.count ? places[place] : nil).flatMap { $0 < history.tombstones ? $0 : nil }
      return "ZTOMBSTONE\(place) = \(source.map { "ZTOMBSTONE\($0)" } ?? "NULL")"
    }
    try connection.execute(
      "UPDATE ACHANGE SET \(columns.joined(separator: ", ")) WHERE ZENTITY = \(former.number)")
  }

  /// Rewrites the bits that say which properties changed.
  ///
  /// - Parameter form: the present form of the bits.
  private func rewriteColumns(
    _ former: StoredEntity, _ stored: StoredEntity, _ form: HistoryBits, on connection: Connection
  ) throws {
    let isOfForm = "\(form == .byName ? "" : "NOT ")\(history.isByName)"
    let origins = tables.mapping.slots[stored.layout.index]
    var bits: [(old: Data, new: Data)] = []
    let sql = "SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE ZENTITY = ?1 AND ZCOLUMNS IS NOT NULL AND \(isOfForm)"
    try connection.withStatement(sql) {
      try $0.bind(former.number, at: 1)
      while try $0.step() {
        let old = $0.data(at: 0)
        let changed = Set(form.slots(in: old, of: former.layout))
        let slots = origins.indices.filter { origins[$0].map(changed.contains) ?? false }
        bits.append((old, HistoryBits.standard.bits(of: slots, in: stored.layout)))
      }
    }
    if form == .standard { bits = bits.filter { $0.old != $0.new } }
    guard !bits.isEmpty else { return }
    // One statement replaces all bits, because the new bits of one change may equal the former bits of another.
    try connection.execute("CREATE TEMP TABLE FORMER_COLUMNS (old BLOB PRIMARY KEY, new BLOB)")
    for pair in bits {
      try connection.withStatement("INSERT INTO temp.FORMER_COLUMNS VALUES (?1, ?2)") {
        try $0.bind(pair.old, at: 1)
        try $0.bind(pair.new, at: 2)
        try $0.run()
      }
    }
    try connection.execute(
      """
      UPDATE ACHANGE SET ZCOLUMNS = (SELECT new FROM temp.FORMER_COLUMNS WHERE old = ZCOLUMNS)\
      \(form == .byName ? ", Z_OPT = \(HistorySchema.standardMark)" : "")
      WHERE ZENTITY = \(former.number) AND ZCOLUMNS IN (SELECT old FROM temp.FORMER_COLUMNS) AND \(isOfForm)
      """)
    connection.dropIdleStatements()
    try connection.execute("DROP TABLE temp.FORMER_COLUMNS")
  }
}
