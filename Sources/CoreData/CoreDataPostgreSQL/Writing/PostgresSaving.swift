import CoreData
import Foundation

/// A save in one transaction. First, existing rows are locked and read. Then everything is written in one round trip,
/// except orders and large numbers of rows. Some changes of rows are saved in a single round trip.
struct PostgresSaving: SQLSaving {
  let changes: StoreChanges
  let transaction: PostgresTransaction
  let store: PostgresStore
  /// The key of the save in the history, the same for all attempts.
  let key: PostgresTransactionKey
  var permanentKeys = PermanentKeys()
  /// Rows that were added to an ordered relationship.
  var arrivals = OrderedArrivals()
  /// The commands that are still to be sent. `subjects` has the entity of the row that a command writes, by the
  /// command's index.
  var commands: [PostgresCommand] = []
  var subjects: [Int: Int] = [:]

  var connection: PostgresConnection { transaction.connection }
  var schema: StoreSchema { store.schema }
  var reading: PostgresReading { store.reading(on: connection) }

  init(
    _ changes: StoreChanges, _ transaction: PostgresTransaction, _ store: PostgresStore, _ key: PostgresTransactionKey
  ) {
    self.changes = changes
    self.transaction = transaction
    self.store = store
    self.key = key
  }

  /// Runs the save. Deletions come first and insertions last, so that a unique value can pass from one object to
  /// another.
  ///
  /// - Returns: the saved rows, and the number of the save in the history.
  mutating func run() throws -> PostgresSaved {
    if let saved = try runAtOnce() { return saved }
    try begin()
    let tombstones = try reading.tombstones(of: changes.deleted, preserving: store.preserved)
    let former = try formerOwners()
    deleteRows()
    vacateUniqueValues()
    let updated = try changes.updated.map { try update($0) }
    let inserted = try insertRows()
    for change in changes.toMany { try write(change) }
    try placeArrivals()
    if let metadata = changes.metadata {
      var parameters = PostgresParameters()
      parameters.append(metadata)
      commands.append(PostgresCommand("UPDATE \"Z_METADATA\" SET \"Z_PLIST\" = $1::bytea", parameters))
    }
    if let (former, new) = changes.renewal {
      var parameters = PostgresParameters()
      parameters.append(new)
      parameters.append(former)
      commands.append(
        PostgresCommand("UPDATE \"Z_METADATA\" SET \"Z_PLIST\" = $1::bytea WHERE \"Z_PLIST\" = $2::bytea", parameters)
      )
    }
    if changes.hasForeignKeys { raiseSequences() }
    let derived = try derive(inserted: inserted, updated: updated, former)
    var result = StoreSaveResult(updated: derived.updated, derived: derived.affected)
    if changes.wantsInsertedValues {
      result.inserted = derived.inserted
    } else {
      result.keysOfUnwanted = inserted.map(\.key)
    }
    let written = changes.historyChanges(
      inserted: inserted.map(\.key), tombstones: tombstones, derived: derived.history, in: schema.model)
    return try commit(result, written)
  }

  /// The permanent key under which a row is saved.
  ///
  /// - Throws: when the key is temporary and its row is not part of the save.
  func permanent(_ key: RowKey) throws -> RowKey { try permanentKeys.permanent(key, in: schema.model) }

  mutating func add(_ command: PostgresCommand, writing entity: Int) {
    subjects[commands.count] = entity
    commands.append(command)
  }

  /// Sends the collected commands, followed by the given ones.
  @discardableResult
  mutating func flush(_ last: [PostgresCommand] = [], commits: Bool = false) throws -> [PostgresRows] {
    let all = commands + last
    let subjects = self.subjects
    (commands, self.subjects) = ([], [:])
    guard !all.isEmpty || commits else { return [] }
    return try reporting(subjects) { try commits ? transaction.commit(after: all) : connection.run(all) }
  }

  /// Reports a violated uniqueness constraint with the names of entity and attributes, and a value that is too long
  /// for an index with the name of its entity.
  func reporting<Result>(_ subjects: [Int: Int], _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PostgresError where error.isUniquenessViolation {
      guard let constraint = store.writers.constraints[error.constraint] else { throw error }
      let entity = subjects[error.command].map { schema.model.entities[$0] } ?? constraint.entity
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        "Two objects of \(entity.name) have the same \(constraint.names.joined(separator: " and ")).",
        underlying: error.underlying)
    } catch let error as PostgresError where error.isTooLong {
      guard let entity = subjects[error.command].map({ schema.model.entities[$0] }) else { throw error }
      throw NSError.coreData(
        NSPersistentStoreSaveError,
        "An object of \(entity.name) cannot be saved: one of its values is too long for an index on the server. "
          + "\(error.message).", underlying: error.underlying)
    }
  }
}

/// The result of a save.
struct PostgresSaved {
  let result: StoreSaveResult
  /// The number of the save in the history; nil if nothing changed or the number is not known.
  let number: Int64?
}
