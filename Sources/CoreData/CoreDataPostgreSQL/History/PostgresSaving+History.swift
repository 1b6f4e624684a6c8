import CoreData
import Foundation

extension PostgresSaving {
  /// Writes the save to the history, notifies of it and commits.
  ///
  /// The save takes its number last, from a row that every save updates, so that no number becomes visible before a
  /// lower one.
  mutating func commit(_ result: StoreSaveResult, _ changes: [HistoryChange]) throws -> PostgresSaved {
    // Rows copied from another store are not recorded, because they are not new to followers.
    guard !changes.isEmpty, !self.changes.hasForeignKeys else {
      let saved = PostgresSaved(result: result, number: nil)
      transaction.outcome = saved
      try flush(commits: true)
      return saved
    }
    var parameters = PostgresParameters()
    parameters.append(changes.map(\.kind.rawValue))
    parameters.append(try changes.map { try schema.stored(Int($0.key.entity)).number })
    parameters.append(changes.map(\.key.primaryKey))
    parameters.append(
      changes.map { change in
        change.kind == .update
          ? HistoryBits.byName.bits(of: change.slots, in: schema.model.entities[Int(change.key.entity)]) : nil
      })
    parameters.append(try changes.map { try PostgresTombstone.data($0.tombstone, of: schema.model[$0.key]) })
    parameters.append(key.number)
    let writing = PostgresCommand(
      """
      INSERT INTO "ACHANGE" ("ZTRANSACTION", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS", "ZTOMBSTONE") \
      SELECT $6::int8, c.type, c.entity, c.key, c.columns, c.tombstone \
      FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::bytea[], $5::bytea[]) WITH ORDINALITY \
      AS c (type, entity, key, columns, tombstone, place) ORDER BY c.place
      """, parameters)
    announce(PostgresSaved(result: result, number: nil))
    let place = commands.count + 1
    let rows = try flush([writing, try numbering(changes)], commits: true)
    return PostgresSaved(result: result, number: place < rows.count ? rows[place].integer(0, 0) : nil)
  }

  /// Records the transaction's result before the commit, except for the number. If the answer is lost, the number is
  /// read from the history.
  func announce(_ saved: PostgresSaved) {
    transaction.key = key
    store.committing.withLock { _ = $0.insert(key) }
    transaction.outcome = saved
  }

  /// The command that takes the number and notifies of it.
  private func numbering(_ changes: [HistoryChange]) throws -> PostgresCommand {
    var parameters = PostgresParameters(key.number)
    try appendOrigin(and: changes, to: &parameters)
    return PostgresCommand(Self.numberingSQL, parameters)
  }

  private static let numberingSQL = "WITH \(PostgresNumbering.sql(key: 1, firstParameter: 2))"

  /// Appends the parameters of `PostgresNumbering.sql`, beginning with `firstParameter`.
  func appendOrigin(and changes: [HistoryChange], to parameters: inout PostgresParameters) throws {
    try parameters.append(.double(Date().timeIntervalSinceReferenceDate), as: .float8)
    let origin = self.changes.origin
    for text in [origin.author, origin.bundleID, origin.contextName, origin.processID] {
      let text = text.map { $0.utf8.contains(0) ? $0.replacing("\0", with: "") : $0 }
      if let text { parameters.append(text) } else { parameters.appendNull() }
    }
    parameters.append(store.settings.address.channel)
    parameters.append(try PostgresNotice.text(of: changes, in: schema))
  }
}
